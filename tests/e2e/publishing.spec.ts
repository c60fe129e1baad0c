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

/** In the panel: other tests leave more drafts, which come first, than one page shows. */
async function listOnly(page: Page, status: 'Drafts' | 'Scheduled') {
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: status }).click()
  await page.waitForURL(/\?status=/)
}

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

  await page.goto('/adminpanel-notes')
  await listOnly(page, 'Drafts')
  await expect(row(page, title)).toContainText('Draft')
  await row(page, title).getByRole('link', { name: 'Update' }).click()

  await hydrated(page)
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
  await listOnly(page, 'Scheduled')
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
  await listOnly(page, 'Scheduled')
  await row(page, title).getByRole('link', { name: 'Update' }).click()
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
  expect(await statusSeen()).toBe(200)
  expect(await findByTitle(elsewhere.request, 'note', 'In its own good time')).toMatchObject([
    { about: 'Not yet', createdAt: '2026-10-25T01:30:00.000Z' },
  ])
  await visitor.dispose()

  // What each of these has left can be compared, by keyboard too.
  await page.goto(`/note/update/${id}`)
  await page.getByRole('link', { name: 'Open history' }).click()
  await page.waitForURL(`/note/history/${id}`)
  const revisions = page.getByRole('region', { name: 'Revisions' }).getByRole('listitem')
  await expect(revisions.getByText('Published', { exact: true })).toHaveCount(2)
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison.getByRole('region', { name: 'Title' }).getByRole('insertion')).toHaveText('good')
  await expectAccessible(page)
  expect(await overflow(page)).toBe(0)
  await page.getByRole('radio', { name: /^To / }).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?from=\d+&to=\d+#comparison$/)
  await expect(comparison.getByRole('region', { name: 'Title' })).not.toContainText('good')

  // Going back is writing: the form holds what was, and the note says what it said.
  await page.getByRole('button', { name: /^Restore / }).click()
  await page.waitForURL((address) => address.pathname === `/note/update/${id}`)
  await expect(page.getByPlaceholder("Note's title")).toHaveValue(title)
  await expect(savedChanges(page)).toBeVisible()
  // Told until something else is typed, and not again.
  const restored = page.getByText(/^Revision of .* restored\. /)
  await expect(restored).toBeVisible()
  await page.getByPlaceholder("Note's title").press('End')
  await page.keyboard.type('!')
  await expect(restored).toHaveCount(0)
  await expect(savedChanges(page)).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(page.getByPlaceholder("Note's title")).toHaveValue(`${title}!`)
  await expect(restored).toHaveCount(0)
  expect(await findByTitle(elsewhere.request, 'note', 'In its own good time')).toMatchObject([{ _id: id }])
})

for (const { form, title, kind, panel } of [
  { form: '/new-note', title: "Note's title", kind: 'note', panel: '/adminpanel-notes' },
  { form: '/new', title: 'Title', kind: 'post', panel: '/adminpanel' },
] as const) {
  test(`a ${kind} has its address before it is published, its history and the trash in the bar’s menu`, async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const name = `Waiting for its address ${kind}`
    const taken = { title: 'Taken', description: '<p>Text</p>' }
    const { slug } = await (kind === 'note' ? elsewhere.makeNote(taken) : elsewhere.makePost(taken))
    await page.goto(form)
    await hydrated(page)
    const field = kind === 'note' ? page.getByPlaceholder(title) : page.getByLabel(title, { exact: true })
    await field.fill(name)
    if (kind === 'post') await page.getByLabel('Description').fill('What it does.')
    await expect(saved(page)).toBeVisible()

    await choose(page, 'Address…')
    const dialog = page.getByRole('dialog', { name: 'Address' })
    const address = dialog.getByLabel('Address', { exact: true })
    await expect(address).toHaveValue(`waiting-for-its-address-${kind}`)
    await expectAccessible(page, 'dialog[open]')
    await address.fill(String(slug))
    await address.press('Enter')
    await expect(address).toHaveAccessibleDescription(/Another (note|project) has this address/)
    await address.fill('Not an address!')
    await address.press('Enter')
    await expect(address).toHaveAccessibleDescription(/letters, digits and single hyphens/)
    await address.fill(`chosen-${kind}`)
    await dialog.getByRole('button', { name: 'Save address' }).click()
    await expectMessage(page, `Its address ends with “chosen-${kind}” now.`)
    await expect(dialog).toHaveCount(0)

    // Another title leaves it, and so does a reload.
    await field.fill(`${name}, still`)
    await expect(saved(page)).toBeVisible()
    await page.reload()
    await hydrated(page)
    await choose(page, 'Address…')
    await expect(address).toHaveValue(`chosen-${kind}`)
    await page.keyboard.press('Escape')
    await button(page, 'Publish').click()
    await page.waitForURL((url) => !url.pathname.includes('update'))
    expect((await page.goto(`/${kind}/chosen-${kind}`))?.status()).toBe(200)

    const [row] = await findByTitle(elsewhere.request, kind, `${name}, still`)
    await page.goto(`/${kind}/update/${row?._id}`)
    await hydrated(page)
    await button(page, 'More actions').click()
    await page.locator('[popover]').getByRole('link', { name: 'History' }).click()
    await page.waitForURL(`/${kind}/history/${row?._id}`)
    await page.goBack()
    await hydrated(page)
    await choose(page, 'Move to trash…')
    await page.getByRole('dialog', { name: 'Move to trash?' }).getByRole('button', { name: 'Move to trash' }).click()
    await page.waitForURL(panel)
    await expectMessage(page, 'moved to the trash')
    expect((await elsewhere.request.get(`/${kind}/chosen-${kind}`)).status()).toBe(404)
  })
}

test('“Date…” changes the date, and nothing else', async ({ ownerPage: page, elsewhere }) => {
  const title = 'Dated anew'
  const { _id } = await elsewhere.makeNote({ title, about: 'As it is public', description: '<p>Text</p>' })
  await page.goto(`/note/update/${_id}`)
  await hydrated(page)
  const about = page.getByPlaceholder('Brief explanation about the note')
  await about.fill('Half a sentence that is not meant')
  await choose(page, 'Date…')
  await page.getByRole('dialog', { name: 'Date', exact: true }).getByLabel('Date and time').fill('2021-03-04T12:00')
  await button(page, 'Change date').click()
  await expectMessage(page, 'Date changed to 4 March 2021 at 12:00 (Europe/Berlin, UTC+01:00).')
  expect(await findByTitle(elsewhere.request, 'note', title)).toMatchObject([
    { about: 'As it is public', createdAt: '2021-03-04T11:00:00.000Z' },
  ])
  // What was written is still there to go on with.
  await page.goto(`/note/update/${_id}`)
  await expect(about).toHaveValue('Half a sentence that is not meant')
})

test('what is unpublished keeps its date: by Undo, and when it is published again', async ({
  ownerPage: page,
  elsewhere,
  playwright,
  baseURL,
}) => {
  const visitor = await playwright.request.newContext({ baseURL })
  const title = 'Taken back and given again'
  const { _id } = await elsewhere.makeNote({ title, about: 'About', description: '<p>Text</p>' })
  const publishAt = '2021-03-04T11:00:00.000Z'
  expect((await elsewhere.request.put(`/api/note/${_id}`, { data: { publishAt } })).status()).toBe(200)
  const statusSeen = async () => (await visitor.get(`/note/${_id}`)).status()
  const dates = async () => (await findByTitle(elsewhere.request, 'note', title)).map(({ createdAt }) => createdAt)

  await page.goto(`/note/update/${_id}`)
  await hydrated(page)
  await choose(page, 'Unpublish')
  await expect(page.getByRole('status').getByText('Unpublished.')).toBeVisible()
  expect(await statusSeen()).toBe(404)
  const reported = page.getByRole('paragraph').filter({ hasText: 'Unpublished.' })
  await reported.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').getByText('Unpublished.')).toBeHidden()
  await expect.poll(statusSeen).toBe(200)
  expect(await dates()).toEqual([publishAt])

  await choose(page, 'Unpublish')
  await expect(page.getByRole('status').getByText('Unpublished.')).toBeVisible()
  await page.reload()
  await hydrated(page)
  await button(page, 'Publish').click()
  await page.waitForURL(`/note/${_id}`)
  await expectMessage(page, 'Published.')
  expect(await dates()).toEqual([publishAt])
  await visitor.dispose()
})
