import { expect, test } from 'vitest'
import { run, whyEnded } from './programs.mjs'

const endOf = (code: string) => run(process.execPath, ['-e', code])

test('a build that was killed is told from one that found a mistake', async () => {
  for (const signal of ['SIGKILL', 'SIGABRT']) {
    const status = await endOf(`process.kill(process.pid, '${signal}')`)
    expect(whyEnded(status, 'A mistake.'), signal).toContain('lack of memory')
  }
  expect(whyEnded(await endOf('process.exit(1)'), 'A mistake.')).toBe('A mistake.')
  expect(await run('no-such-program', [])).toBe(1)
})
