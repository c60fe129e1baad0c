import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: `${import.meta.dirname}/` }] },
  test: {
    include: ['{app,components,lib,prisma,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
    // A test that needs a DOM has this first line: // @vitest-environment jsdom
    environment: 'node',
    // Without it one core is left to an editor, which is half of a small machine.
    maxWorkers: '100%',
    // For busy machines.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
