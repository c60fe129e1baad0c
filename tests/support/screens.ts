import type { APIRequestContext, ConsoleMessage, Page } from '@playwright/test'
import { test as base, expect, expectMessage } from './browser-test'
import { untilHydrated } from './hydration'

export { expect, expectMessage }

export const SMALL = { width: 390, height: 844 } as const
export const WIDE = { width: 1280, height: 860 } as const

type PostFields = { title: string; description: string; tech?: string; repo?: string; link?: string; image?: Buffer }
type NoteFields = { title: string; about?: string; tech?: string; description?: string }

/** The owner's API client; deletes what it has created after the test. */
export type Owner = {
  id: string
  makePost: (fields: PostFields) => Promise<string>
  makeNote: (fields: NoteFields) => Promise<string>
  request: APIRequestContext
}

type Fixtures = {
  owner: Owner
  /** Console errors allowed in this test; others fail it. */
  expectedErrors: RegExp | null
  watchedPage: undefined
}

export const test = base.extend<Fixtures>({
  expectedErrors: [null, { option: true }],

  watchedPage: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = []
      page.on('console', (message: ConsoleMessage) => {
        if (message.type() === 'error' && !expectedErrors?.test(message.text())) errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(error.message))
      await use(undefined)
      expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],

  owner: async ({ playwright, baseURL, ownerSession, ownerState }, use) => {
    const request = await playwright.request.newContext({ baseURL, storageState: ownerState })
    const made: string[] = []
    await use({
      id: ownerSession.id,
      request,
      async makePost({ image, ...fields }) {
        const picture = image && { image: { name: 'picture.png', mimeType: 'image/png', buffer: image } }
        const answer = await request.post('/api/post/new', { multipart: { ...fields, ...picture } })
        expect(answer.status(), await answer.text()).toBe(201)
        const { _id } = await answer.json()
        made.push(`/api/post/${_id}`)
        return _id
      },
      async makeNote(fields) {
        const answer = await request.post('/api/note/new', { data: { description: '<p>Text.</p>', ...fields } })
        expect(answer.status(), await answer.text()).toBe(201)
        const { _id } = await answer.json()
        made.push(`/api/note/${_id}`)
        return _id
      },
    })
    for (const path of made) await request.delete(path)
    await request.dispose()
  },
})

/**
 * Watches what moves in the pages opened from now on: the answer takes what began to move since it was last called, the
 * names of animations and the pseudo-elements of view transitions.
 */
export async function watchMovement(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    addEventListener('animationstart', ({ pseudoElement, animationName }) => moved.push(pseudoElement || animationName))
  })
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved.splice(0))
}

/** Stores a profile in the browser as a sign-in would, without a session on the server. */
export async function rememberProfile(page: Page, profile: { id: string; name: string; isAdmin: boolean }) {
  await page.addInitScript((value) => {
    localStorage.setItem('profile', JSON.stringify(value))
    localStorage.setItem('isAdmin', JSON.stringify(value.isAdmin))
  }, profile)
}

/** Records layout shifts; call before opening the page, then read `layoutShift`. */
export async function watchLayoutShift(page: Page) {
  await page.addInitScript(() => {
    const holder = window as unknown as { layoutShift: number }
    holder.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) holder.layoutShift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return (window as unknown as { layoutShift: number }).layoutShift
  })
}

/** How many pixels wider the page is than its window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Waits for hydration. */
export async function hydrated(page: Page) {
  await untilHydrated(page, 'header nav a')
}
