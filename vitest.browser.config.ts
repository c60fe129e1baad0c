import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { LAUNCH_ARGS } from './scripts/testing/chromium-features'
import { browserCommands } from './tests/support/component-commands'

/** Component tests: a component alone, in Chromium, with a stub of the API. */
export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: `${import.meta.dirname}/` }] },
  // Next's modules read it, and a browser has none.
  define: { 'process.env': {} },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    name: 'browser',
    include: ['components/**/*.browser.test.tsx'],
    setupFiles: ['tests/support/component-setup.ts'],
    // Reached only when something hangs: slow machines take their time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: LAUNCH_ARGS },
        // As large as the largest window of a test: what is larger would be shown scaled.
        contextOptions: {
          viewport: { width: 1440, height: 1000 },
          locale: 'en-GB',
          timezoneId: 'UTC',
          reducedMotion: 'reduce',
        },
        actionTimeout: 30_000,
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 860 } }],
      commands: browserCommands,
    },
  },
})
