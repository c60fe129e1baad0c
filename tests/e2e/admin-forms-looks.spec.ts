import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility'
import { png } from '../support/pictures'
import { overflow, SMALL, WIDE } from '../support/screens'
import { ADMIN } from '../support/site'
import { endSession, expect, findByTitle, hydrated, keepNothing, test } from '../support/writing'

/** A4 without margins. */
const PAPER = { width: 794, height: 1123 } as const

const edges = (element: Element) => element.getBoundingClientRect().toJSON() as DOMRect

/** Presses Tab until `name` has the focus; fails when it is not reachable. */
async function tabTo(page: Page, name: string) {
  for (let step = 0; step < 60; step += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return element?.labels?.[0]?.textContent ?? element?.textContent ?? ''
    })
    if (focused.trim() === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`"${name}" is not reached by Tab`)
}

/** Checks accessibility and overflow on a light phone and a dark desktop. */
async function checkAppearances(page: Page, part?: string) {
  for (const [viewport, colorScheme] of [
    [SMALL, 'light'],
    [WIDE, 'dark'],
  ] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    await page.setViewportSize(viewport)
    await expectAccessible(page, part)
    expect(await overflow(page)).toBe(0)
  }
}

test.describe('the writing screens', () => {
  test('have all of their text on paper, and no field that is for a file alone', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const line = 'const heap = buffer.subarray(8, 40).toString()'
    const code = `<pre><code class="language-javascript">${`${line}; `.repeat(3)}</code></pre>`
    const note = await elsewhere.makeNote({ title: 'Printed', description: code })
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(PAPER)
    await page.goto(`/note/update/${note._id}`)
    await hydrated(page)
    const right = async (selector: string) => (await page.locator(selector).evaluate(edges)).right
    expect(await right('.editor-text pre')).toBeLessThanOrEqual(await right('.editor'))
    expect(await page.locator('.editor-text pre').evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0)
    await page.goto('/new')
    await expect(page.getByText('Description', { exact: true })).toBeVisible()
    await expect(page.getByText('Image', { exact: true })).toBeHidden()
  })

  test('with errors, a question before leaving, two versions and a sign-in are accessible and fit', async ({
    ownerPage: page,
    elsewhere,
    context,
  }) => {
    const title = page.getByLabel('Title', { exact: true })
    const update = page.getByRole('button', { name: 'Update Changes' })
    await keepNothing(page)
    const post = await elsewhere.makePost({ title: 'Seen', description: 'Text' }, await png())
    await page.goto(`/post/update/${post._id}`)
    await hydrated(page)
    await title.fill('')
    await update.click()
    await expect(page.getByText('Title is required.')).toBeVisible()
    await checkAppearances(page)

    await title.fill('Mine')
    await page.getByRole('link', { name: 'Home' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(question).toBeVisible()
    await checkAppearances(page, 'dialog[open]')
    await question.getByRole('button', { name: 'Stay' }).click()

    await elsewhere.changePost(post._id, { title: 'Theirs', description: 'Long text. '.repeat(300) })
    await update.click()
    const choice = page.getByRole('dialog', { name: 'Changed in the meantime' })
    await expect(choice).toBeVisible()
    await checkAppearances(page, 'dialog[open]')

    await endSession(context)
    await choice.getByRole('button', { name: 'Save this choice' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
    await checkAppearances(page, 'dialog[open]')
  })

  test('a project is written, and the sign-in beside it answered, by keyboard alone', async ({
    ownerPage: page,
    context,
    elsewhere,
  }) => {
    await page.goto('/new')
    await hydrated(page)
    for (const [field, words] of [
      ['Title', 'By keyboard'],
      ['Repository', 'https://example.org/code'],
      ['Technologies', 'Zig'],
      ['Description', 'Typed.'],
    ] as const) {
      await tabTo(page, field)
      await page.keyboard.type(words)
    }
    await endSession(context)
    await tabTo(page, 'Submit')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
    await tabTo(page, 'Password')
    await page.keyboard.type(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('/projects')
    const [post] = await findByTitle(elsewhere.request, 'post', 'By keyboard')
    expect(post).toMatchObject({ tech: 'Zig', description: 'Typed.', repo: 'https://example.org/code' })
  })
})
