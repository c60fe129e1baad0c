import type { Page } from '@playwright/test'

/** Ends a tab without any event of its page, as when memory runs out. */
export async function crashTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
}
