import type { Page } from '@playwright/test'
import { REACT_PROPS } from '@/lib/platform/server/next-internals'

/** Waits until React has taken over the element in the server's HTML. */
export async function untilHydrated(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    ({ selector, prefix }) => {
      const element = document.querySelector(selector)
      return element !== null && Object.keys(element).some((key) => key.startsWith(prefix))
    },
    { selector, prefix: REACT_PROPS },
  )
}
