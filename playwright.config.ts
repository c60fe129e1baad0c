import { defineConfig, devices } from '@playwright/test'

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  // One server and one database for all: tests at the same time would see each other's rows.
  workers: 1,
  fullyParallel: false,
  // A test that fails now and then is a fault, here or in the product.
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 5_000 },
  reporter: process.env.TEST_REPORT ? [['list'], ['json', { outputFile: process.env.TEST_REPORT }]] : 'list',
  use: {
    baseURL: process.env.TEST_BASE_URL,
    trace: 'retain-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  projects: [
    { name: 'contract', testMatch: 'contract/**/*.contract.ts' },
    { name: 'operations', testMatch: 'operations/**/*.operations.ts', timeout: 180_000 },
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
