import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: `${import.meta.dirname}/` }] },
  test: {
    include: ['{app,components,lib,packages,prisma,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
    exclude: ['**/*.browser.test.tsx'],
    // A test that needs a DOM has this first line: // @vitest-environment jsdom
    environment: 'node',
    globalSetup: 'tests/support/unit-run.ts',
    // One more than there are cores, because some tests wait for a timeout.
    maxWorkers: availableParallelism() + 1,
    // Reached only when something hangs: slow machines take their time.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // A machine that runs tests is busy. Tests of deadlines set 1 or less.
    env: { DEADLINE_FACTOR: '20' },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
