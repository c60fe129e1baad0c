import type { Page } from '@playwright/test'
import { expect, expectDialog, hydrated, keepNothing, test } from '../support/writing'

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

/** Opens the form through a link, so that Back leads to a page of the site. */
async function openByLink(page: Page) {
  await page.goto('/')
  const { id } = await page.evaluate(() => JSON.parse(localStorage.getItem('profile') ?? '{}'))
  await page.goto(`/profile/${id}`)
  await page.getByRole('link', { name: 'Add Project' }).click()
  await page.waitForURL('/new')
  await hydrated(page)
  return `/profile/${id}`
}

test.describe('leaving a form that is kept nowhere', () => {
  test.beforeEach(async ({ ownerPage: page }) => keepNothing(page))

  test('by a link asks, and staying loses nothing', async ({ ownerPage: page }) => {
    await openByLink(page)
    await page.getByLabel('Title').fill('Half written')
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(question(page)).toBeVisible()
    await question(page).getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL('/new')
    await expect(page.getByLabel('Title')).toHaveValue('Half written')
  })

  test('by a link leaves once confirmed', async ({ ownerPage: page }) => {
    await openByLink(page)
    await page.getByLabel('Title').fill('Half written')
    await page.getByRole('link', { name: 'Home' }).click()
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('/')
    await page.goBack()
    await page.waitForURL('/new')
  })

  test("by the browser's Back asks too", async ({ ownerPage: page }) => {
    const profile = await openByLink(page)
    await page.getByLabel('Title').fill('Half written')
    await expect(page.getByRole('main').getByText(/^Saving…|^Not saved/)).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(question(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(page.getByLabel('Title')).toHaveValue('Half written')

    await page.evaluate(() => history.back())
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(profile)
  })

  test('by reloading lets the browser ask', async ({ ownerPage: page }) => {
    await openByLink(page)
    await page.getByLabel('Title').pressSequentially('Half')
    const asked = expectDialog(page, 'beforeunload', 'dismiss')
    await page.evaluate(() => location.reload())
    await asked
    await expect(page.getByLabel('Title')).toHaveValue('Half')
  })

  test('asks nothing while nothing is changed, nor once it is changed back', async ({ ownerPage: page }) => {
    const profile = await openByLink(page)
    await page.getByLabel('Title').fill('Half written')
    await page.getByLabel('Title').fill('')
    await page.evaluate(() => history.back())
    await page.waitForURL(profile)

    await page.getByRole('link', { name: 'Add Project' }).click()
    await page.waitForURL('/new')
    await hydrated(page)
    await page.getByRole('link', { name: 'Home' }).click()
    await page.waitForURL('/')
  })

  test('asks about a chosen picture', async ({ ownerPage: page }) => {
    await openByLink(page)
    await page.getByLabel('Image', { exact: true }).setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from('whatever'),
    })
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(question(page)).toBeVisible()
  })
})

test('leaving a form asks about a password that was typed, which is kept nowhere', async ({ ownerPage: page }) => {
  await page.goto('/user/update')
  await hydrated(page)
  await page.locator('#profile-password').fill('a new password')
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(question(page)).toBeVisible()
})
