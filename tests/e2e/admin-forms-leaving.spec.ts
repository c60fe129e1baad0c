import type { Page } from '@playwright/test'
import { png } from '../support/pictures'
import { expect, expectDialog, hydrated, keepNothing, test } from '../support/writing'

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

/** Opens the form through a link, so that Back leads to a page of the site. */
async function openByLink(page: Page, profile: string) {
  await page.goto(profile)
  await page.getByRole('link', { name: 'Add Project' }).click()
  await page.waitForURL('/new')
  await hydrated(page)
}

test.describe('leaving a form that is kept nowhere', () => {
  let profile: string
  test.beforeEach(async ({ ownerPage: page, ownerSession }) => {
    profile = `/profile/${ownerSession.id}`
    await keepNothing(page)
  })

  test('by a link or by reloading asks, staying loses nothing, and once confirmed it is left', async ({
    ownerPage: page,
  }) => {
    const title = page.getByLabel('Title')
    const home = page.getByRole('link', { name: 'Home' })
    await openByLink(page, profile)
    // A chosen picture is enough.
    await expect(page.getByLabel('Image', { exact: true })).toBeEnabled()
    await page.getByLabel('Image', { exact: true }).setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: await png(),
    })
    await home.click()
    await question(page).getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Remove picture' }).click()

    await title.pressSequentially('Half')
    const requested = expectDialog(page, 'beforeunload', 'dismiss')
    await page.evaluate(() => location.reload())
    await requested
    await expect(title).toHaveValue('Half')

    await home.click()
    await expect(question(page)).toBeVisible()
    await question(page).getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(/\/new\?copy=/)
    await expect(title).toHaveValue('Half')

    await home.click()
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('/')
    await page.goBack()
    await page.waitForURL(/\/new\?copy=/)
  })

  test("by the browser's Back asks too, but not while nothing is changed, nor once it is changed back", async ({
    ownerPage: page,
  }) => {
    await openByLink(page, profile)
    await page.getByLabel('Title').fill('Half written')
    await page.getByLabel('Title').fill('')
    await page.evaluate(() => history.back())
    await page.waitForURL(profile)
    await page.getByRole('link', { name: 'Add Project' }).click()
    await page.waitForURL('/new')
    await hydrated(page)
    await page.getByRole('link', { name: 'Home' }).click()
    await page.waitForURL('/')

    await openByLink(page, profile)
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
})

test('leaving a form asks about a password that was typed, which is kept nowhere', async ({ ownerPage: page }) => {
  await page.goto('/user/update')
  await hydrated(page)
  await page.locator('#profile-password').fill('a new password')
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(question(page)).toBeVisible()
})
