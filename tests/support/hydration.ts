import type { Page } from '@playwright/test'
import { REACT_PROPS } from '@/lib/platform/server/next-internals'

/** Waits until React has taken over the element in the server's HTML, and what listens on the whole page listens. */
export async function untilHydrated(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    ({ selector, prefix }) => {
      const element = document.querySelector(selector)
      return element !== null && Object.keys(element).some((key) => key.startsWith(prefix))
    },
    { selector, prefix: REACT_PROPS },
  )
  await untilListening(page)
}

/**
 * Waits until the footer announces the palette's keys: from then on the page's scripts hear of what is done to it. A
 * form is enabled once its journal was read; Playwright waits for that before it fills a field, not before it presses
 * keys there.
 */
export async function untilListening(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const palette = document.querySelector('footer button[aria-haspopup="dialog"]')
    return (palette?.hasAttribute('aria-keyshortcuts') ?? true) && !document.querySelector('fieldset:disabled')
  })
}

const waiting = new WeakSet<Page>()

/** Has each page that is opened from now on waited for: what is clicked before its scripts listen is lost. */
export function waitForScripts(page: Page): void {
  if (waiting.has(page)) return
  waiting.add(page)
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...to) => {
    const answer = await goto(...to)
    await untilListening(page)
    return answer
  }
  page.reload = async (...how) => {
    const answer = await reload(...how)
    await untilListening(page)
    return answer
  }
}
