import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { getBuiltinRequestContext } from 'next/dist/server/after/builtin-request-context.js'
import loadConfig from 'next/dist/server/config.js'
import { RouteModule } from 'next/dist/server/route-modules/route-module.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stayAwake, storeNothing, TRIED_ON, takeBuiltConfig } from '@/lib/platform/server/next-internals'

const ROOT = join(import.meta.dirname, '..', '..', '..')

test('it was tried with these versions of Next and Node.js: run all tests before another is added', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', 'next', 'package.json'), 'utf8'))
  expect(TRIED_ON.next).toContain(Number.parseInt(version, 10))
  expect(TRIED_ON.node).toContain(Number.parseInt(process.versions.node, 10))
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

test('Next stores nothing of what it renders, and does not measure it', async () => {
  storeNothing()
  onTestFinished(() => void Reflect.deleteProperty(globalThis, '__incrementalCache'))
  const config = { experimental: {}, cacheMaxMemorySize: 0 }
  const module = { distDir: '.next', relativeProjectDir: '', loadCustomCacheHandlers: async () => {} }
  const cache = await RouteModule.prototype.getIncrementalCache.apply(
    module as never,
    [{ headers: {} }, config, {}, { routes: {}, dynamicRoutes: {} }, false] as never,
  )
  const toJSON = vi.fn(() => 'all of it')
  await cache.set('/about', { toJSON } as never, { route: { kind: 'APP_PAGE', sourceRoute: '/about' } } as never)
  expect(toJSON).not.toHaveBeenCalled()
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
