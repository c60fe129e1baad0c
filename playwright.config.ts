import { defineConfig, devices } from '@playwright/test'

import { site, sites } from './tests/support/site'

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  // Each worker has a server and a database of its own, on which the files it is given run one after the other.
  workers: sites.length,
  fullyParallel: false,
  // A test that fails now and then is a fault, here or in the product.
  retries: 0,
  forbidOnly: true,
  // Only for what hangs: on a slow machine everything takes its time.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.TEST_REPORT ? [['list'], ['json', { outputFile: process.env.TEST_REPORT }]] : 'list',
  use: {
    baseURL: site.baseUrl,
    // Recording every test, only to throw it away, would cost a third of the time.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  projects: [
    // Several of these say how quickly an answer comes while the server works on another.
    { name: 'contract', testMatch: 'contract/**/*.contract.ts', workers: 1 },
    { name: 'operations', testMatch: 'operations/**/*.operations.ts', timeout: 180_000 },
    { name: 'faults', testMatch: 'faults/**/*.fault.ts', workers: 1, timeout: 600_000 },
    {
      name: 'e2e',
      testMatch: 'e2e/**/*.spec.ts',
      use: {
        ...devices['Desktop Chrome'],
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH,
          args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        },
      },
    },
  ],
})
