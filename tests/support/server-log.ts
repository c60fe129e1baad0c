import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { test as base, type TestInfo } from '@playwright/test'
import { site } from './site'

/** Writes a file beside the pictures of a test; its failure then names it. */
export function attachText(testInfo: TestInfo, name: string, text: string | Buffer): void {
  const path = testInfo.outputPath(name)
  writeFileSync(path, text)
  testInfo.attachments.push({ name, path, contentType: 'text/plain' })
}

/** The base of tests on a site that runs: one that fails names a file with what the server logged during it. */
export const test = base.extend<{ serverLog: undefined }>({
  serverLog: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use, testInfo) => {
      const { logFile } = site
      const before = logFile ? statSync(logFile).size : 0
      await use(undefined)
      if (!logFile || testInfo.status === testInfo.expectedStatus) return
      attachText(testInfo, 'server.log', readFileSync(logFile).subarray(before))
    },
    { auto: true },
  ],
})
