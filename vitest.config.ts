import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { EXPECT_MS, TEST_MS } from './tests/runner/time-limits'

// A copy of the run's database for each.
const DATABASE = /tests\/support\/unit-database'/
// What others must not get: modules that are replaced, settings, which are read once, and what a process has one of.
const ALONE =
  /\bvi\.(mock|doMock|hoisted|resetModules)\(|\b(stubEnv|setSettings)\((?!'DEADLINE_FACTOR)|\bprocess\.env\.\w+ =|\bsetSanitiserQueue\(|process-singleton/

/** The kinds of unit tests, by what their files say. Each file runs in the first that fits. */
const KINDS = {
  'isolated-db': (text: string) => DATABASE.test(text) && ALONE.test(text),
  db: (text: string) => DATABASE.test(text),
  isolated: (text: string) => ALONE.test(text),
  dom: (text: string) => text.startsWith('// @vitest-environment jsdom'),
  plain: () => true,
}
type Kind = keyof typeof KINDS

const filesOf: Record<Kind, string[]> = { 'isolated-db': [], db: [], isolated: [], dom: [], plain: [] }
for (const folder of ['app', 'components', 'lib', 'packages', 'prisma', 'scripts']) {
  for (const name of readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })) {
    // Component tests: vitest.browser.config.ts
    if (/(?<!\.browser)\.test\.tsx?$/.test(name)) sort(`${folder}/${name}`)
  }
}

function sort(file: string): void {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  const kind = (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind](text))
  if (kind) filesOf[kind].push(file)
}

const project = (name: Kind, options: { isolate: boolean; environment?: 'jsdom'; globalSetup?: string }) => ({
  extends: true as const,
  test: { name, include: filesOf[name], ...options },
})

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: `${import.meta.dirname}/` }] },
  test: {
    projects: [
      project('isolated-db', { isolate: true, globalSetup: 'tests/support/unit-run.ts' }),
      project('isolated', { isolate: true }),
      // Half of a file's cost would be the process and the imports that it shares with others.
      project('db', { isolate: false, globalSetup: 'tests/support/unit-run.ts' }),
      project('dom', { isolate: false, environment: 'jsdom' }),
      project('plain', { isolate: false }),
    ],
    // One more than there are cores, because some tests wait for a timeout.
    maxWorkers: availableParallelism() + 1,
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    setupFiles: ['tests/support/unit-setup.ts'],
    expect: { poll: { timeout: EXPECT_MS } },
    // A machine that runs tests is busy. Tests of deadlines set 1 or less.
    env: { DEADLINE_FACTOR: '20' },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
