import { type APIRequestContext, type BrowserContext, type Dialog, expect, type Page } from '@playwright/test'
import { TestDatabase } from './database'
import { test as base } from './server-log'
import { makeSession, type Session } from './session'
import { ADMIN, site } from './site'

export { expect }

type DialogType = 'alert' | 'beforeunload' | 'confirm' | 'prompt'
type Expected = { type: DialogType; answer: 'accept' | 'dismiss'; onShown: () => void }

const expectedOn = new WeakMap<Page, Expected[]>()
/** What the banner of a page has said, and nobody has asked for. */
const messagesOn = new WeakMap<Page, string[]>()

type Fixtures = {
  watchedDialogs: undefined
  watchedBanner: undefined
  /** Whether a page of this test may break the policy for scripts, as what was slipped in does. */
  breaksPolicy: boolean
  watchedPolicy: undefined
  /** The owner, with a session of the test's own. */
  ownerSession: Session
  /** What a request context begins with in another session of the owner's: a page may end its own. */
  ownerState: Awaited<ReturnType<APIRequestContext['storageState']>>
}

/**
 * The base of every browser test: an unexpected dialog fails it, and a script that the policy refuses. Without a
 * listener Playwright would dismiss each dialog unnoticed, including "leave this page".
 */
export const test = base.extend<Fixtures, { sessionDatabase: TestDatabase }>({
  sessionDatabase: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const database = new TestDatabase(site.databaseUrl)
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],

  ownerSession: async ({ sessionDatabase }, use) => {
    await use(await makeSession(sessionDatabase, ADMIN.email))
  },

  ownerState: async ({ sessionDatabase }, use) => {
    const { cookie } = await makeSession(sessionDatabase, ADMIN.email)
    await use({ cookies: [cookie], origins: [] })
  },

  watchedDialogs: [
    async ({ browser }, use) => {
      const surprises: string[] = []
      const watch = (context: BrowserContext) => {
        context.on('dialog', (dialog) => {
          if (!answerExpected(dialog))
            surprises.push(`${dialog.type()} "${dialog.message()}" on ${dialog.page()?.url()}`)
        })
      }
      browser.contexts().forEach(watch)
      browser.on('context', watch)
      await use(undefined)
      browser.off('context', watch)
      expect(surprises, 'dialogs of the browser that the test did not expect').toEqual([])
    },
    { auto: true },
  ],

  watchedBanner: [
    async ({ context }, use) => {
      await context.exposeBinding('testBanner', ({ page }, message: string) => {
        messagesOn.set(page, [...(messagesOn.get(page) ?? []), message])
      })
      await context.addInitScript(() => {
        let last = ''
        new MutationObserver(() => {
          const message = document.querySelector('.notification p')?.textContent ?? ''
          if (message !== '' && message !== last) Reflect.get(window, 'testBanner')(message)
          last = message
        }).observe(document, { subtree: true, childList: true, characterData: true })
      })
      await use(undefined)
    },
    { auto: true },
  ],

  breaksPolicy: [false, { option: true }],

  watchedPolicy: [
    async ({ context, breaksPolicy }, use) => {
      const faults: string[] = []
      context.on('console', (message) => {
        if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text())
      })
      await use(undefined)
      expect(breaksPolicy ? [] : faults, 'scripts that the policy refused').toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Whether the dialog was expected. Unexpected ones are answered too, so that the test continues and fails with its
 * name.
 */
function answerExpected(dialog: Dialog): boolean {
  const page = dialog.page()
  const expected = (page && expectedOn.get(page)) ?? []
  const index = expected.findIndex(({ type }) => type === dialog.type())
  const [found] = index === -1 ? [] : expected.splice(index, 1)
  const answer = found?.answer ?? (dialog.type() === 'beforeunload' ? 'accept' : 'dismiss')
  // The page may have been closed with its dialog.
  dialog[answer]().catch(() => {})
  found?.onShown()
  return found !== undefined
}

/**
 * Expects a dialog on `page` and answers it. Resolves when it was shown; call before the action that triggers it and
 * await after.
 */
export function expectDialog(page: Page, type: DialogType, answer: 'accept' | 'dismiss'): Promise<void> {
  return new Promise((onShown) => {
    expectedOn.set(page, [...(expectedOn.get(page) ?? []), { type, answer, onShown }])
  })
}

/**
 * Waits until the banner has said this, since it was last asked for. It says it for three seconds, in which a busy
 * machine looks too late.
 */
export async function expectMessage(page: Page, words: string): Promise<void> {
  const messages = () => messagesOn.get(page) ?? []
  await expect.poll(messages, `the banner says “${words}”`).toContainEqual(expect.stringContaining(words))
  messagesOn.set(page, messages().slice(messages().findIndex((message) => message.includes(words)) + 1))
}
