import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { db } from '@/lib/platform/server/db'
import { throwAwayDatabase } from '@/tests/support/unit-database'
import { runMoves } from './move-runner'

const folder = mkdtempSync(join(tmpdir(), 'colophon-runner-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { location } = throwAwayDatabase()

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('kills a process that hangs and renews its claim no more, so that what comes next is done', async () => {
  vi.stubEnv('DATABASE_URL', location().url)
  await db().job.create({ data: { kind: 'move', state: 'look', source: 'a.zip' } })
  const message = join(folder, 'pid')
  const file = join(folder, 'hangs.mjs')
  // It never comes to a request that would end it.
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(message)}, String(process.pid))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
  )
  const ending = new AbortController()
  const running = runMoves(file, ending.signal, 2_000)
  try {
    await expect.poll(() => existsSync(message) && readFileSync(message, 'utf8') !== '').toBe(true)
    const pid = Number(readFileSync(message, 'utf8'))
    await expect.poll(() => isAlive(pid)).toBe(false)
  } finally {
    ending.abort()
    await running
  }
})
