import { type Locator, mergeTests, type Page } from '@playwright/test'
import { test as apiTest, type Person } from './api-test'
import { test as browserTest, expect, expectMessage } from './browser-test'
import { waitForScripts } from './hydration'

export { expect, expectMessage }

export const PHONE = { width: 390, height: 844 } as const
export const DESK = { width: 1280, height: 900 } as const

type Fixtures = {
  /** A page with the shared admin signed in; a console error fails the test. */
  adminPage: Page
}

export const test = mergeTests(browserTest, apiTest).extend<Fixtures>({
  adminPage: async ({ page, admin, database, javaScriptEnabled }, use) => {
    await database.deleteCopies()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      // The browser itself logs refused calls.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        errors.push(message.text())
    })
    await signInOn(page, admin, javaScriptEnabled)
    await use(page)
    expect(errors, 'errors in the console').toEqual([])
  },
})

/** Adds a user's session to a page, as a sign-in would. */
export async function signInOn(page: Page, { id, name, client }: Person, hasScripts = true): Promise<void> {
  if (hasScripts) waitForScripts(page)
  await page.context().addCookies([...client.cookies].map(([key, value]) => ({ name: key, value, url: client.origin })))
  await page.addInitScript((profile) => localStorage.setItem('profile', JSON.stringify(profile)), {
    id,
    name,
    isAdmin: true,
  })
}

/** A unique word to filter by. */
export const newTag = () => `tag${crypto.randomUUID().slice(0, 8)}`

/** A table's titles in order. */
export const rowTitles = (page: Page): Locator => page.getByRole('rowheader')

/** Asserts that the page is not wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'pixels wider than the window').toBe(0)
}
