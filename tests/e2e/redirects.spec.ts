import { expectAccessible } from '../support/accessibility'
import { expect, expectMessage, newTag, rowTitles, test } from '../support/admin-screens'
import { makeNote } from '../support/content'

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const SCREEN = '/adminpanel-redirects'

/** A word of its own, in letters alone. */
const newWord = () => `w${crypto.randomUUID().replace(/[^a-f]/g, '')}x`

test('what readers asked for in vain is led on in two presses, from the overview', async ({
  adminPage: page,
  admin,
  visitor,
}) => {
  const word = newWord()
  const { _id } = await makeNote(admin.client, { title: `About ${word}` })
  const missing = `/2019/05/${word}`
  for (let at = 0; at < 12; at += 1) expect((await visitor.get(`${missing}?at=${at}`, BROWSER)).status).toBe(404)
  for (let at = 0; at < 12; at += 1) await visitor.get(`/find?q=${word}nowhere`, BROWSER)
  // Counted within seconds; this screen does not wait for that.
  await page.goto(SCREEN)
  await page.goto('/overview')
  const needs = page.getByRole('region', { name: 'Needs your attention' })
  await expect(needs).toContainText('Addresses that readers did not find this week: ')
  await needs.getByRole('link', { name: 'Redirect them' }).click()
  const asked = page.getByRole('region', { name: 'Pages not found' })
  const row = asked.getByRole('listitem').filter({ hasText: missing })
  await expect(row).toContainText('12 times, last on')
  await expect(row).toContainText(`Nearest: About ${word}`)
  await expect(page.getByRole('region', { name: 'Searches without a result' })).toContainText(`${word}nowhere`)
  await expectAccessible(page)
  await row.getByRole('button', { name: `Lead on ${missing}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Lead on' })
  await expect(dialog.getByLabel('Leads to')).toHaveValue(`/note/${_id}`)
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, `${missing} leads to /note/${_id}.`)
  await expect(row).toHaveCount(0)
  await page.goto(missing)
  await expect(page).toHaveURL(`/note/${_id}`)
})

test('redirects are added by the keys, refused at their field, found, deleted and brought back', async ({
  adminPage: page,
  visitor,
}) => {
  const tag = newTag()
  await page.goto(`${SCREEN}?filter=${tag}`)
  await page.getByRole('button', { name: 'Add redirect' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add redirect' })
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await page.keyboard.type(`/${tag}/*`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://evil.example/')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter the path of a page of this site, such as /projects.')).toBeVisible()
  await expect(dialog.getByLabel('Leads to')).toBeFocused()
  await dialog.getByLabel('Leads to').fill('/projects')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expectMessage(page, `/${tag}/* leads to /projects.`)
  await expect(rowTitles(page)).toHaveText([`/${tag}/*`])
  await expect(page.getByRole('row').filter({ hasText: tag })).toContainText('By hand')

  await page.getByRole('button', { name: `Delete /${tag}/*` }).click()
  await expectMessage(page, `The redirect of /${tag}/* is deleted.`)
  await expect(rowTitles(page)).toHaveCount(0)
  expect((await visitor.get(`/${tag}/a`)).status).toBe(404)
  await page.keyboard.press('Control+Z')
  await expect(rowTitles(page)).toHaveText([`/${tag}/*`])
  expect((await visitor.get(`/${tag}/a`)).headers.location).toBe('/projects')
})

test('redirects come from a file, which says what is refused, and go into one', async ({
  adminPage: page,
  visitor,
}) => {
  const tag = newTag()
  await page.goto(`${SCREEN}?filter=${tag}&sort=title&direction=asc`)
  const lines = ['source,target', `"/${tag}/a",/projects`, `/${tag}/b;`, `/${tag}/c,/nowhere-${tag}`]
  let isSeen = () => {}
  const seen = new Promise<void>((resolve) => {
    isSeen = resolve
  })
  let tries = 0
  await page.route('**/api/redirect', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    tries += 1
    if (tries === 2) return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { message: 'Wait.' } })
    if (tries === 3) await seen
    return route.continue()
  })
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await expect(page.getByText('1 of 3 redirects sent. The next follows in 1 second.')).toBeVisible()
  isSeen()
  const refused = `2 redirects added. /${tag}/c: No page of this site has this address.`
  await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible()
  await expect(rowTitles(page)).toHaveText([`/${tag}/a`, `/${tag}/b`])
  expect((await visitor.get(`/${tag}/b`)).status).toBe(410)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('redirects.csv')
})
