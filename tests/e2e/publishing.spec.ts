import type { Page } from '@playwright/test'
import { expectAccessible, overflow, SMALL } from '../support/screens'
import { expect, findByTitle, hydrated, test } from '../support/writing'

// Clocks there go forward on 29 March 2026 at 2:00 and back on 25 October at 3:00.
test.use({ timezoneId: 'Europe/Berlin' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) })

test('a note is a draft, gets a date by the writer’s clock, is published, and goes back to being a draft', async ({
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
  await button(page, 'Save draft').click()
  await page.waitForURL('/note/update/*')
  const id = page.url().split('/').at(-1) ?? ''
  const statusSeen = async () => (await visitor.get(`/note/${id}`)).status()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await expect(page.getByText('A draft: nobody else sees it.')).toBeVisible()

  // Whoever has a preview link sees it as a visitor will, until the link is revoked.
  await button(page, 'Create preview link').click()
  const link = page.getByRole('link', { name: /\/preview\// })
  const preview = (await link.getAttribute('href')) ?? ''
  expect(await (await visitor.get(preview)).text()).toContain(title)
  const tab = await page.context().newPage()
  await tab.goto(preview)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(tab.getByText('Preview of a draft.')).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Update note' })).toBeHidden()
  await expect(tab.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expectAccessible(tab)
  await tab.close()
  await page.getByRole('button', { name: /^Revoke preview link/ }).click()
  await expect(link).toBeHidden()
  expect((await visitor.get(preview)).status()).toBe(404)

  // Nothing but its button publishes.
  await hydrated(page)
  await page.getByPlaceholder('Brief explanation about the note').fill('Later')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  expect(await statusSeen()).toBe(404)

  await page.goto('/adminpanel-notes')
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Drafts' }).click()
  await page.waitForURL('/adminpanel-notes?status=draft')
  await expect(row(page, title)).toContainText('Draft')
  await row(page, title).getByRole('link', { name: 'Update' }).click()

  await button(page, 'Schedule…').click()
  const dialog = page.getByRole('dialog', { name: 'Schedule' })
  const field = dialog.getByLabel('Date and time')
  await expect(field).toBeFocused()
  await field.fill('2026-03-29T02:30')
  await expect(field).toHaveAccessibleDescription(/Europe\/Berlin leave this time out/)
  await field.fill('2099-07-01T09:00')
  await expect(dialog.getByRole('status')).toHaveText('Public from 1 July 2099 at 09:00 (Europe/Berlin, UTC+02:00) on.')
  await expectAccessible(page)
  expect(await overflow(page)).toBe(0)
  await field.press('Enter')
  await page.waitForURL('/adminpanel-notes')
  await expect(page.getByText('Scheduled for 1 July 2099 at 09:00 (Europe/Berlin, UTC+02:00).')).toBeVisible()
  await expect(row(page, title)).toContainText('Scheduled')
  expect(await statusSeen()).toBe(404)

  await row(page, title).getByRole('link', { name: 'Update' }).click()
  await button(page, 'Update Changes').click()
  await button(page, 'Keep the date').click()
  await page.waitForURL('/adminpanel-notes')
  expect(await statusSeen()).toBe(404)
  await row(page, title).getByRole('link', { name: 'Update' }).click()
  await button(page, 'Update Changes').click()
  await button(page, 'Publish now').click()
  await page.waitForURL(`/note/${id}`)
  expect(await statusSeen()).toBe(200)

  await page.goto(`/note/update/${id}`)
  await button(page, 'Change date…').click()
  const date = page.getByRole('dialog', { name: 'Change the date' })
  await date.getByLabel('Date and time').fill('2026-10-25T02:30')
  await date.getByRole('radio', { name: 'The second, UTC+01:00' }).check()
  await button(page, 'Change date').click()
  await page.waitForURL(`/note/${id}`)
  const [note] = await findByTitle(elsewhere.request, 'note', title)
  expect(note).toMatchObject({ createdAt: '2026-10-25T01:30:00.000Z' })

  await page.goto(`/note/update/${id}`)
  await button(page, 'Unpublish').click()
  await expect(page.getByText('A draft: nobody else sees it.')).toBeVisible()
  expect(await statusSeen()).toBe(404)
  await button(page, 'Update Changes').click()
  await page.waitForURL(`/note/${id}`)
  expect(await statusSeen()).toBe(200)
  await visitor.dispose()
})
