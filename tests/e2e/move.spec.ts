import type { Locator, Page } from '@playwright/test'
import { expectAccessibleButForColours, expectAccessibleInBothSchemes } from '../support/accessibility'
import { DESK, expect, expectNoOverflow, PHONE, rowTitles, test } from '../support/admin-screens'
import { blogZip } from '../support/blog-zip'
import { makeNote } from '../support/content'
import { png } from '../support/pictures'

// What a process of its own does comes after everything else on a busy machine.
const WORK = { timeout: 180_000 }
/** More than a page of a report has. */
const STEPS_MAX = 300

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** On a page whose scripts run: choosing a file does not wait until the field is enabled. */
async function choose(page: Page, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  const field = page.getByLabel('File', { exact: true })
  await expect(field).toBeEnabled()
  await field.setInputFiles(file)
}

/** Presses a button by the keys alone. */
async function press(page: Page, name: string): Promise<void> {
  await expect(button(page, name)).toBeEnabled()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  for (let step = 0; step < STEPS_MAX && (await focused()) !== name; step += 1) await page.keyboard.press('Tab')
  await expect(button(page, name)).toBeFocused()
  await page.keyboard.press('Enter')
}

test('a blog is looked at and brought by the keys, is stopped and goes on without its page, and is taken back', async ({
  adminPage: page,
  visitor,
  database,
}) => {
  await page.goto('/move')
  await button(page, 'Look at it').click()
  await expect(page.getByText('Choose a file first.')).toBeVisible()
  const buffer = await blogZip(60, { 'pots/1.png': await png() })
  await choose(page, { name: 'blog.zip', mimeType: 'application/zip', buffer })
  await page.getByLabel('File', { exact: true }).focus()
  await press(page, 'Look at it')
  await expect(heading(page, 'What would be brought')).toBeVisible(WORK)
  await expect(page.getByText('blog.zip, read as jekyll.')).toBeVisible()
  await expect(rowTitles(page)).toHaveCount(50)
  await expect(page.getByRole('article')).toContainText('[Picture: Pot 1]')
  await page.getByRole('link', { name: 'With losses: 59' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Lost:')
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await expectAccessibleButForColours(page)
  await page.setViewportSize(DESK)
  await expectNoOverflow(page)
  await expectAccessibleInBothSchemes(page)

  // Meanwhile no note is written: it would be done before anybody has looked.
  await database.whileLocked('Note', async () => {
    await press(page, 'Bring it')
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expect(page.getByText('It goes on when this page is closed.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await press(page, 'Stop')
    await expect(page.getByText('The import was stopped.')).toBeVisible(WORK)
  })
  const resumed = page.waitForResponse((answer) => {
    return answer.url().includes('/api/move/') && answer.request().postDataJSON()?.action === 'bring'
  })
  await button(page, 'Go on').click()
  const answer = await resumed
  expect(answer.status()).toBe(200)
  // A page that is left in the middle of an answer reads half of it.
  await answer.finished()
  // It goes on when the page is closed.
  await page.goto('/')
  await page.goto('/move')
  await expect(page.getByText('60 made, 0 changed.')).toBeVisible(WORK)
  await expect(heading(page, 'What was brought')).toBeVisible()
  const { headers } = await visitor.get('/2020/01/01/post-60.html')
  const { pathname } = new URL(String(headers.location), visitor.origin)
  expect((await visitor.get(pathname)).text).toContain('Words of 60.')
  await expect(page.getByRole('link', { name: 'Made: 60' })).toBeVisible()
  await press(page, 'Undo the last import')
  await expect(page.getByRole('dialog')).toBeVisible()
  await press(page, 'Undo it')
  await expect(page.getByText('60 removed, 0 as before, 0 left.')).toBeVisible(WORK)
  expect((await visitor.get(pathname)).status).toBe(404)
})

test('the ZIP that is downloaded can be brought again', async ({ adminPage: page, admin }) => {
  const { title } = await makeNote(admin.client, { title: 'There and back' })
  await page.goto('/move')
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download the ZIP').click()])
  expect(download.suggestedFilename()).toMatch(/^colophon-\d{4}-\d\d-\d\d\.zip$/)
  await choose(page, await download.path())
  await button(page, 'Look at it').click()
  await expect(page.getByText(', read as colophon.')).toBeVisible(WORK)
  await expect(page.getByRole('row', { name: title })).toContainText('It is here already.')
})
