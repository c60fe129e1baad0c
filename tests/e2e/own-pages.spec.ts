import { expectAccessible } from '../support/accessibility'
import { overflow, SMALL } from '../support/screens'
import { expect, test } from '../support/writing'

test('an imprint begins with headings, is in the footer of every page, and leads on once it is renamed', async ({
  ownerPage: page,
  database,
  browser,
  baseURL,
}) => {
  await page.setViewportSize(SMALL)
  await page.goto('/new-page')
  await page.getByRole('button', { name: 'Imprint', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Imprint')
  const text = page.getByRole('textbox', { name: 'Description', exact: true })
  await expect(text.getByRole('heading', { level: 2 }).first()).toHaveText('Name')
  await expect(page.getByRole('button', { name: 'Privacy', exact: true })).toBeHidden()
  await text.locator('p').first().click()
  await page.keyboard.type('Ada Lovelace')
  await page.getByRole('textbox', { name: 'Footer position' }).fill('1')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.waitForURL('/imprint')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imprint')
  await expect(page.getByRole('main')).toContainText('Ada Lovelace')
  await expectAccessible(page)

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const visitor = await context.newPage()
  await visitor.goto('/nowhere-at-all')
  const link = visitor.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Imprint' })
  await link.focus()
  await visitor.keyboard.press('Enter')
  await visitor.waitForURL('/imprint')
  await expect(visitor.getByRole('main')).toContainText('Ada Lovelace')

  await page.getByRole('link', { name: 'Update page' }).click()
  await page.waitForURL('/page/update/*')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Address…' }).click()
  const address = page.getByRole('dialog').getByRole('textbox', { name: 'Address' })
  await address.fill('projects')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByRole('dialog')).toContainText('This site has, or will have, something of its own')
  await address.fill('legal')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await visitor.goto('/imprint')
  await visitor.waitForURL('/legal')
  await context.close()

  await page.goto('/adminpanel-pages')
  const row = page.getByRole('row', { name: /Imprint/ })
  await expect(row).toContainText('/legal')
  await database.change(1, 'DELETE FROM "Page" WHERE "slug" = $1', ['legal'])
})
