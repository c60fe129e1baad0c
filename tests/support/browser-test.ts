import { type BrowserContext, test as base, type Dialog, expect, type Page } from '@playwright/test'

export { expect }

type DialogType = 'alert' | 'beforeunload' | 'confirm' | 'prompt'
type Expected = { type: DialogType; answer: 'accept' | 'dismiss'; onShown: () => void }

const expectedOn = new WeakMap<Page, Expected[]>()

/**
 * The test every browser test is built on: a dialog of the browser that the test did not expect fails it. Without a
 * listener Playwright would answer each by itself, "leave this page" included, and nobody would see it.
 */
export const test = base.extend<{ watchedDialogs: undefined }>({
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
})

/** Whether it was expected. One that was not is answered too, so that the test goes on to where it fails with its name. */
function answerExpected(dialog: Dialog): boolean {
  const page = dialog.page()
  const expected = (page && expectedOn.get(page)) ?? []
  const place = expected.findIndex(({ type }) => type === dialog.type())
  const [found] = place === -1 ? [] : expected.splice(place, 1)
  const answer = found?.answer ?? (dialog.type() === 'beforeunload' ? 'accept' : 'dismiss')
  // The page may be gone with its dialog.
  dialog[answer]().catch(() => {})
  found?.onShown()
  return found !== undefined
}

/**
 * Says that `page` is about to show a dialog of the browser and how it is answered. Resolves once it was shown; call it
 * before what leads to it, and await it after.
 */
export function expectDialog(page: Page, type: DialogType, answer: 'accept' | 'dismiss'): Promise<void> {
  return new Promise((onShown) => {
    expectedOn.set(page, [...(expectedOn.get(page) ?? []), { type, answer, onShown }])
  })
}
