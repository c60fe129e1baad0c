import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: `${import.meta.dirname}/` }] },
  test: {
    include: ['{app,components,lib,prisma,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
    // A test that needs a browser's document says so in its first line: // @vitest-environment jsdom
    environment: 'node',
    // A busy machine is slow, not wrong.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
