import { defineConfig, devices } from '@playwright/test'
import { LAUNCH_ARGS } from './tests/runner/chromium-features'
import { EXPECT_MS, TEST_MS } from './tests/runner/time-limits'
import { site, sites } from './tests/support/site'

const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH,
  args: LAUNCH_ARGS,
}

export default defineConfig({
  testDir: 'tests',
  // One for each suite: Playwright empties it before it runs.
  outputDir: `test-results/${process.env.TEST_SUITE ?? 'other'}`,
  // Each worker has its own server and database, on which its files run one after the other.
  workers: sites.length,
  fullyParallel: false,
  // A flaky test is a bug, in the test or in the product.
  retries: 0,
  forbidOnly: true,
  timeout: TEST_MS,
  expect: { timeout: EXPECT_MS },
  reporter: process.env.TEST_REPORT ? [['list'], ['json', { outputFile: process.env.TEST_REPORT }]] : 'list',
  use: {
    baseURL: site.baseUrl,
    // Recording every test, only to discard it, would cost a third of the time.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  projects: [
    { name: 'contract', testMatch: 'contract/**/*.contract.ts' },
    { name: 'operations', testMatch: 'operations/**/*.operations.ts' },
    { name: 'faults', testMatch: 'faults/**/*.fault.ts', workers: 1 },
    { name: 'writing', testMatch: 'writing/**/*.writing.ts', workers: 1, timeout: 3_600_000, use: { launchOptions } },
    {
      name: 'e2e',
      testMatch: 'e2e/**/*.spec.ts',
      use: {
        ...devices['Desktop Chrome'],
        launchOptions,
      },
    },
  ],
})
