import type { Page } from '@playwright/test'
import { expect, findByTitle, readNote, test } from '../support/writing'

/** The text area of the loaded editor. */
const text = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })

async function write(page: Page, words: string) {
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}

async function writeLines(page: Page, count: number) {
  for (let line = 1; line <= count; line += 1) {
    await page.keyboard.insertText(`Line ${line}`)
    await page.keyboard.press('Enter')
  }
}

test.describe('a new note', () => {
  test('is a draft from its first letter, and its bar stays in sight while one writes', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    await page.setViewportSize({ width: 1366, height: 650 })
    await page.goto('/new-note')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Note')
    const title = page.getByPlaceholder("Note's title", { exact: true })
    await expect(title).toBeFocused()
    // A laptop's window shows what one writes without scrolling: the tools are one row there.
    await expect(text(page).locator('p').first()).toBeInViewport({ ratio: 1 })
    await title.fill('A long draft')
    await text(page).click()
    await writeLines(page, 40)
    await expect(page.getByRole('button', { name: 'Submit' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('main').getByText('Draft', { exact: true })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
    await expect(text(page)).toBeFocused()
    const drafts = () => findByTitle(elsewhere.request, 'note', 'A long draft')
    const whole = { status: 'draft', description: expect.stringContaining('<p>Line 40</p>') }
    await expect.poll(drafts).toMatchObject([whole])
    const [note] = await drafts()
    await page.reload()
    await page.waitForURL(`/note/update/${note?._id}`)
    await expect(page.getByRole('button', { name: 'Publish' })).toBeInViewport({ ratio: 1 })
  })
})

test.describe('a note that is edited', () => {
  test('comes with its fields, and deleted meanwhile is restored and saved, or goes on as a new one', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const { request } = elsewhere
    const note = await elsewhere.makeNote({ title: 'In the trash', about: 'Summary', description: '<p>Before.</p>' })
    await page.goto(`/note/update/${note._id}`)
    await expect(page.getByRole('link', { name: 'Go Back' })).toHaveAttribute('href', `/note/${note._id}`)
    await expect(page.getByPlaceholder("Note's title")).toHaveValue('In the trash')
    await expect(page.getByPlaceholder('Brief explanation about the note')).toHaveValue('Summary')
    await write(page, ' After.')
    expect((await request.delete(`/api/note/${note._id}`)).status()).toBe(200)
    const save = page.getByRole('button', { name: 'Update Changes' })
    await save.click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('Note not found. It may be in the trash.')
    await alert.getByRole('button', { name: 'Restore it and save' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
    expect((await readNote(request, note._id)).description).toBe('<p>Before. After.</p>')

    await write(page, ' Later.')
    for (const action of ['trash', 'purge']) {
      expect((await request.post('/api/note/trash', { data: { ids: [note._id], action } })).status()).toBe(200)
    }
    await save.click()
    await alert.getByRole('button', { name: 'Restore it and save' }).click()
    await expect(alert).toContainText('Note not found. It was deleted permanently.')
    await alert.getByRole('button', { name: 'Continue as a new one' }).click()
    await page.waitForURL((address) => !address.pathname.endsWith(note._id))
    await expect(text(page)).toHaveText('Before. After. Later.')
  })
})
