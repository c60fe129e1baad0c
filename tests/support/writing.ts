import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test'
import { test as base, expect, expectDialog, expectMessage } from './browser-test'
import { TestDatabase } from './database'
import { untilHydrated, waitForScripts } from './hydration'
import { png } from './pictures'
import { site } from './site'

export { expect, expectDialog, expectMessage }

export type Credentials = { email: string; password: string }
export type Stored = { _id: string; version: number; [field: string]: unknown }

/** Another tab or admin, through the API. */
export type Elsewhere = {
  request: APIRequestContext
  makePost: (fields: Record<string, string>, picture?: Buffer) => Promise<Stored>
  changePost: (id: string, fields: Record<string, string>, picture?: Buffer) => Promise<void>
  makeNote: (fields: { title: string; about?: string; description?: string }) => Promise<Stored>
}

type Member = Credentials & { id: string; name: string; username: string }

type Fixtures = {
  /** The browser, signed in as the owner. */
  ownerPage: Page
  elsewhere: Elsewhere
  /** A user with an account, not signed in. */
  member: Member
}

export const test = base.extend<Fixtures, { database: TestDatabase }>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what it needs here
    async ({}, use) => {
      const database = new TestDatabase(site.databaseUrl)
      await database.resetLimits()
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],

  ownerPage: async ({ page, database, ownerSession: { id, name, isAdmin, cookie } }, use) => {
    await page.context().addCookies([cookie])
    await rememberSignIn(page, { id, name, isAdmin })
    await database.deleteCopies()
    // A page that is closed may still send what was begun in it: after its own test has tidied up.
    await database.deleteDrafts()
    await use(page)
    await database.deleteDrafts()
  },

  elsewhere: async ({ playwright, baseURL, ownerState, database }, use) => {
    const request = await playwright.request.newContext({ baseURL, storageState: ownerState })
    const before = { post: await idsOf(database, 'post'), note: await idsOf(database, 'note') }
    const multipart = (fields: Record<string, string>, picture?: Buffer) => ({
      ...fields,
      ...(picture ? { image: { name: 'picture.png', mimeType: 'image/png', buffer: picture } } : {}),
    })
    await use({
      request,
      async makePost(fields, picture) {
        const answer = await request.post('/api/post/new', { multipart: multipart(fields, picture) })
        expect(answer.status(), await answer.text()).toBe(201)
        return readPost(request, (await answer.json())._id)
      },
      async changePost(id, fields, picture) {
        const answer = await request.put(`/api/post/${id}`, { multipart: multipart(fields, picture) })
        expect(answer.status(), await answer.text()).toBe(200)
      },
      async makeNote(fields) {
        const answer = await request.post('/api/note/new', { data: fields })
        expect(answer.status(), await answer.text()).toBe(201)
        return (await answer.json()).data
      },
    })
    // Deletes what the test has created through the API or the screens.
    for (const kind of KINDS) {
      const ids = (await idsOf(database, kind)).filter((id) => !before[kind].includes(id))
      for (const action of ids.length === 0 ? [] : ['trash', 'purge']) {
        expect((await request.post(`/api/${kind}/trash`, { data: { ids, action } })).status()).toBe(200)
      }
    }
    await request.dispose()
  },

  member: async ({ database }, use) => {
    const tag = crypto.randomUUID().slice(0, 8)
    const account = { name: `Member ${tag}`, username: `member-${tag}`, email: `member-${tag}@example.org` }
    const password = 'a long enough password'
    const answer = await fetch(`${site.baseUrl}/api/user/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, password }),
    })
    expect(answer.status).toBe(201)
    const { _id } = (await answer.json()) as { _id: string }
    await use({ id: _id, ...account, password })
    await database.rows('DELETE FROM "User" WHERE "id" = $1', [_id])
  },
})

const KINDS = ['post', 'note'] as const

/** From the database, because the lists have all texts. */
async function idsOf(database: TestDatabase, kind: (typeof KINDS)[number]): Promise<string[]> {
  const table = { post: 'Post', note: 'Note' }[kind]
  const rows = await database.rows<{ id: string }>(`SELECT "id" FROM "${table}" WHERE "deletedAt" IS NULL`)
  return rows.map(({ id }) => id)
}

/** Signs the browser in like the sign-in screen: the cookie and the stored profile. */
export async function signInBrowser(page: Page, { email, password }: Credentials): Promise<void> {
  const answer = await page.context().request.post('/api/user/signin', { data: { email, password } })
  expect(answer.status(), await answer.text()).toBe(200)
  const { _id, userProfile } = await answer.json()
  await rememberSignIn(page, { id: _id, ...userProfile })
}

/** Stores the profile in the browser as a sign-in does, and lets pages wait for their scripts. */
async function rememberSignIn(page: Page, profile: { id: string; name: string; isAdmin: boolean }): Promise<void> {
  waitForScripts(page)
  await page.context().addInitScript((profile) => {
    // Once per tab: later the screens change the profile.
    if (sessionStorage.getItem('test-remembered')) return
    sessionStorage.setItem('test-remembered', 'yes')
    localStorage.setItem('profile', JSON.stringify(profile))
    localStorage.setItem('isAdmin', JSON.stringify(profile.isAdmin))
  }, profile)
}

/** Ends the browser's session on the server, as another device could; the screens are not notified. */
export async function endSession(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies()
  expect((await context.request.post('/api/user/logout')).status()).toBe(200)
  await context.addCookies(cookies)
}

export async function readPost(request: APIRequestContext, id: string): Promise<Stored> {
  const answer = await request.get(`/api/post/${id}`)
  expect(answer.status()).toBe(200)
  return answer.json()
}

export async function readNote(request: APIRequestContext, id: string): Promise<Stored> {
  const answer = await request.get(`/api/note/${id}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()).data
}

/** A list's rows with this title. */
export async function findByTitle(request: APIRequestContext, kind: 'post' | 'note', title: string): Promise<Stored[]> {
  const rows: Stored[] = await (await request.get(`/api/${kind}?status=all`)).json()
  return rows.filter((row) => row.title === title)
}

/** Refuses the browser's storage. */
async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    indexedDB.open = refuse
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (name, value) {
      return name.startsWith('colophon-journal') ? refuse() : setItem.call(this, name, value)
    }
  })
}

/** Refuses the browser's storage and the calls that keep what is typed. */
export async function keepNothing(page: Page): Promise<void> {
  await refuseStorage(page)
  await page.addInitScript(() => {
    // Here and not by a route, which never sees what is sent while a page is being left.
    const send = window.fetch
    window.fetch = async (input, init) => {
      const { url } = new Request(input, init)
      if (url.includes('/api/working-copy/')) throw new TypeError('Failed to fetch')
      return send(input, init)
    }
  })
}

/** Waits for the form's hydration, and until it is filled with what was written in it before. */
export async function hydrated(page: Page): Promise<void> {
  await untilHydrated(page, 'main form')
  await page.waitForFunction(() => document.querySelector('main form > fieldset:disabled') === null)
}

/** Pastes an image into the rich text. */
export async function pastePicture(field: Locator) {
  const base64 = (await png()).toString('base64')
  await field.evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    clipboardData.items.add(new File([bytes], 'a.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, base64)
}
