import { expect, test, vi } from 'vitest'

test('modules that are loaded twice share a value by its name', async () => {
  const first = await import('@/lib/platform/server/process-singleton')
  vi.resetModules()
  const second = await import('@/lib/platform/server/process-singleton')
  expect(second.processSingleton).not.toBe(first.processSingleton)

  const name = crypto.randomUUID()
  expect(first.processSingleton(name).value).toBeUndefined()
  first.processSingleton(name).value = 'shared'
  expect(second.processSingleton(name).value).toBe('shared')
  expect(second.processSingleton('another').value).toBeUndefined()
})
