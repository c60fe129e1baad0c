import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { getBuiltinRequestContext } from 'next/dist/server/after/builtin-request-context.js'
import loadConfig from 'next/dist/server/config.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OPTIMISE_LATE, stayAwake, TRIED_ON, takeBuiltConfig } from '@/lib/platform/server/next-internals'

const ROOT = join(import.meta.dirname, '..', '..', '..')

test('all of it was tried with the Next that is installed', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', 'next', 'package.json'), 'utf8'))
  expect(TRIED_ON.next).toBe(version)
})

test('each piece names a test that is there, by the words of its title', () => {
  const internals = readFileSync(join(import.meta.dirname, 'next-internals.ts'), 'utf8')
  const pieces = internals.split(/(?=^\/\*\*$)/m).slice(1)
  expect(pieces.length).toBeGreaterThan(10)
  for (const piece of pieces) {
    const name = /export (?:const|function) (\w+)/.exec(piece)?.[1]
    const [, tests = ''] = / \* Test: (.+?)\*\//s.exec(piece) ?? []
    let source = ''
    for (const [, file, title] of tests.matchAll(/([\w/.-]+\.ts)|"([^"]+)"/g)) {
      if (file) source = readFileSync(join(ROOT, file), 'utf8')
      else expect(source, name).toContain(title)
    }
    expect(source, name).not.toBe('')
  }
})

test('Next takes the configuration of the build, and reads no other', async () => {
  vi.stubEnv('__NEXT_PRIVATE_STANDALONE_CONFIG', undefined)
  const dir = mkdtempSync(join(tmpdir(), 'colophon-config-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  mkdirSync(join(dir, '.next'))
  writeFileSync(join(dir, '.next', 'required-server-files.json'), '{"config":{"basePath":"/as-built"}}')
  writeFileSync(join(dir, 'next.config.mjs'), 'throw new Error("read once more")')
  takeBuiltConfig(dir)
  expect(await loadConfig(PHASE_PRODUCTION_SERVER, dir)).toEqual({ basePath: '/as-built' })
})

test('V8 has the flag for WebAssembly', () => {
  const { status, stderr } = spawnSync(process.execPath, [OPTIMISE_LATE, '-e', ''], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test('a function stays awake by what Next too asks for it', () => {
  const waitUntil = vi.fn()
  const key = Symbol.for('@next/request-context')
  Object.assign(globalThis, { [key]: { get: () => ({ waitUntil }) } })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, key))
  stayAwake(0)
  expect(waitUntil).toHaveBeenCalledExactlyOnceWith(expect.any(Promise))
  expect(getBuiltinRequestContext()?.waitUntil).toBe(waitUntil)
})
