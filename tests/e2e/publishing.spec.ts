import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility'
import type { TestDatabase } from '../support/database'
import { expectMessage, overflow, SMALL } from '../support/screens'
import { expect, findByTitle, hydrated, test } from '../support/writing'

// The site's clocks, in Berlin, go forward on 29 March 2026 at 2:00 and back on 25 October at 3:00; the writer is away.
test.use({ timezoneId: 'America/New_York' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page, text: RegExp) => page.getByRole('main').getByRole('status').filter({ hasText: text })
const saved = (page: Page) => status(page, /^Saved$/)
/** Beside what is or will be public. */
const savedChanges = (page: Page) => status(page, /^Saved\. Changes not published/)

async function choose(page: Page, entry: string) {
  await button(page, 'More actions').click()
  await expect(button(page, entry)).toBeInViewport({ ratio: 1 })
  await button(page, entry).click()
}

const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) })

const setTimeZone = (database: TestDatabase, name: string) =>
  database.change(1, 'UPDATE "SiteSettings" SET "timeZone" = $1', [name])

test.beforeAll(({ database }) => setTimeZone(database, 'Europe/Berlin'))
test.afterAll(({ database }) => setTimeZone(database, 'UTC'))

test('a note is a draft, gets a date by the site’s clock, is published, and goes back to being a draft', async ({
  ownerPage: page,
  elsewhere,
  playwright,
  baseURL,
}) => {
  const visitor = await playwright.request.newContext({ baseURL })
  const title = 'In its own time'
  await page.setViewportSize(SMALL)
  await page.goto('/new-note')
  await page.getByPlaceholder("Note's title").fill(title)
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await page.waitForURL('/note/update/*')
  const id = page.url().split('/').at(-1) ?? ''
  const about = page.getByPlaceholder('Brief explanation about the note')
  const statusSeen = async () => (await visitor.get(`/note/${id}`)).status()
  await expect(page.getByRole('main').getByText('Draft', { exact: true })).toBeVisible()
  await expect(button(page, 'Publish')).toBeVisible()

  // Whoever has a preview link sees it as a visitor will, until the link is revoked.
  await hydrated(page)
  await choose(page, 'Preview links…')
  await button(page, 'Create preview link').click()
  const link = page.getByRole('link', { name: /\/preview\// })
  const preview = (await link.getAttribute('href')) ?? ''
  expect(await (await visitor.get(preview)).text()).toContain(title)
  await expectAccessible(page, 'dialog[open]')
  expect(await overflow(page)).toBe(0)
  const tab = await page.context().newPage()
  await tab.goto(preview)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(tab.getByText('Preview of a draft.')).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Update note' })).toBeHidden()
  await expect(tab.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expectAccessible(tab)

  // What is written is the draft, and in its preview.
  await button(page, 'Close').click()
  await expect(button(page, 'More actions')).toBeFocused()
  await about.fill('Only written')
  await page.keyboard.press('Control+s')
  await expect(saved(page)).toBeVisible()
  await expect.poll(async () => (await visitor.get(preview)).text()).toContain('Only written')
  await choose(page, 'Preview links…')
  await page.getByRole('button', { name: /^Revoke preview link/ }).press('Enter')
  await expect(link).toBeHidden()
  await expect(page.getByRole('button', { name: 'Create preview link' })).toBeFocused()
  await expect(page.getByText('Preview link revoked.')).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await visitor.get(preview)).status()).toBe(404)
  // Rendered by the browser alone, with the site's styles all the same.
  await tab.reload()
  await expect(tab.getByRole('heading', { name: 'Page Not Found' })).toHaveCSS('font-family', /Newsreader/)
  await tab.close()
  expect(await statusSeen()).toBe(404)

  await about.fill('With its date')
  await choose(page, 'Date…')
  const dialog = page.getByRole('dialog', { name: 'Date', exact: true })
  const field = dialog.getByLabel('Date and time')
  await expect(field).toBeFocused()
  const schedule = dialog.getByRole('button', { name: 'Schedule', exact: true })
  await field.fill('2099-07-01T09:00')
  await expect(schedule).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText('Public from 1 July 2099 at 09:00 (Europe/Berlin, UTC+02:00).')
  await expectAccessible(page, 'dialog[open]')
  expect(await overflow(page)).toBe(0)
  await field.press('Enter')
  await page.waitForURL('/adminpanel-notes')
  await expectMessage(page, 'Scheduled for 1 July 2099 at 09:00 (Europe/Berlin, UTC+02:00).')
  // Other tests leave more drafts, which come first, than one page shows.
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Scheduled' }).click()
  await page.waitForURL(/\?status=/)
  await expect(row(page, title)).toContainText('Scheduled')
  expect(await statusSeen()).toBe(404)

  await row(page, title).getByRole('link', { name: 'Update' }).click()
  await expect(about).toHaveValue('With its date')
  await hydrated(page)
  await choose(page, 'Date…')
  await expect(field).toHaveValue('2099-07-01T09:00')
  await button(page, 'Cancel').click()
  await about.fill('Written after that')
  await expect(savedChanges(page)).toBeVisible()
  await button(page, 'Update Changes').click()
  await page.waitForURL('/adminpanel-notes')
  expect(await statusSeen()).toBe(404)
  await page.goto(`/note/update/${id}`)
  await hydrated(page)
  await expect(about).toHaveValue('Written after that')
  // What is written beside it waits, also when its time has come.
  await about.fill('Not yet')
  await expect(savedChanges(page)).toContainText('Unless you press “Update Changes”, the text goes out without them.')
  await choose(page, 'Publish now')
  await expect(page.getByRole('main').getByText('Published', { exact: true })).toBeVisible()
  expect(await statusSeen()).toBe(200)
  expect(await (await visitor.get(`/note/${id}`)).text()).toContain('Written after that')
  await expect(savedChanges(page)).toBeVisible()

  await choose(page, 'Date…')
  const date = page.getByRole('dialog', { name: 'Date', exact: true })
  await date.getByLabel('Date and time').fill('2026-10-25T02:30')
  await date.getByRole('radio', { name: 'The second, UTC+01:00' }).check()
  await button(page, 'Change date').click()
  await expectMessage(page, 'Date changed to 25 October 2026')
  const [note] = await findByTitle(elsewhere.request, 'note', title)
  expect(note).toMatchObject({ createdAt: '2026-10-25T01:30:00.000Z', about: 'Written after that' })

  await choose(page, 'Unpublish')
  await expect(button(page, 'More actions')).toBeFocused()
  await expect(page.getByRole('status').getByText('Unpublished.')).toBeVisible()
  expect(await statusSeen()).toBe(404)
  await page.getByPlaceholder("Note's title").fill('In its own good time')
  await button(page, 'Publish').click()
  await page.waitForURL(`/note/${id}`)
  await expectMessage(page, 'Published.')
  expect(await statusSeen()).toBe(200)
  expect(await findByTitle(elsewhere.request, 'note', 'In its own good time')).toMatchObject([
    { about: 'Not yet', createdAt: '2026-10-25T01:30:00.000Z' },
  ])
  await visitor.dispose()
})

test('a project has its address before it is published, its history and the trash in the bar’s menu', async ({
  ownerPage: page,
  elsewhere,
}) => {
  const name = 'Waiting for its address'
  const { slug } = await elsewhere.makePost({ title: 'Taken', description: 'Text' })
  await page.goto('/new')
  await hydrated(page)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill(name)
  await page.getByLabel('Description').fill('What it does.')
  await expect(saved(page)).toBeVisible()

  await choose(page, 'Address…')
  const dialog = page.getByRole('dialog', { name: 'Address' })
  const address = dialog.getByLabel('Address', { exact: true })
  await expect(address).toHaveValue('waiting-for-its-address')
  await expectAccessible(page, 'dialog[open]')
  await address.fill(String(slug))
  await address.press('Enter')
  await expect(address).toHaveAccessibleDescription(/Another project has this address/)
  await address.fill('Not an address!')
  await address.press('Enter')
  await expect(address).toHaveAccessibleDescription(/letters, digits and single hyphens/)
  await address.fill('chosen-address')
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expectMessage(page, 'Its address ends with “chosen-address” now.')
  await expect(dialog).toHaveCount(0)

  // Another title leaves it, and so does a reload.
  await title.fill(`${name}, still`)
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await hydrated(page)
  await choose(page, 'Address…')
  await expect(address).toHaveValue('chosen-address')
  await page.keyboard.press('Escape')
  await button(page, 'Publish').click()
  await page.waitForURL((url) => !url.pathname.includes('update'))
  expect((await page.goto('/post/chosen-address'))?.status()).toBe(200)

  const [post] = await findByTitle(elsewhere.request, 'post', `${name}, still`)
  await page.goto(`/post/update/${post?._id}`)
  await hydrated(page)
  await button(page, 'More actions').click()
  await page.locator('[popover]').getByRole('link', { name: 'History' }).click()
  await page.waitForURL(`/post/history/${post?._id}`)
  await page.goBack()
  await hydrated(page)
  await choose(page, 'Move to trash…')
  await page.getByRole('dialog', { name: 'Move to trash?' }).getByRole('button', { name: 'Move to trash' }).click()
  await page.waitForURL('/adminpanel')
  await expectMessage(page, 'moved to the trash')
  expect((await elsewhere.request.get('/post/chosen-address')).status()).toBe(404)
})
