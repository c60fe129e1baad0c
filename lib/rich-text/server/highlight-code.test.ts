import { Script } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { highlightCode } from './highlight-code'

afterEach(() => vi.restoreAllMocks())

/** The time runs out once before anything was computed, or after `computedMs` of it. */
function interruptOnce(computedMs: number) {
  const timeout = Object.assign(new Error('timed out'), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' })
  vi.spyOn(Script.prototype, 'runInContext').mockImplementationOnce(() => {
    vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: computedMs * 1_000, system: 0 })
    throw timeout
  })
}

it('colours code when others had the processor while its time ran out', () => {
  interruptOnce(20)
  expect(highlightCode('javascript', 'let x = 1', 250)).toContainEqual(expect.objectContaining({ tagName: 'span' }))
})

it('leaves code as it is that has used up its time itself', () => {
  interruptOnce(240)
  expect(highlightCode('javascript', 'let x = 1', 250)).toBeNull()
})
