import { hold } from '../support/hold'
import { ADMIN } from '../support/site'
import { expect, hydrated, test } from '../support/writing'

const NOT_ALLOWED = 'Not allowed to be here. Please, go back.'

test('the new-project screen asks who is signed in, says so when nobody is, and has what was typed after a sign-in', async ({
  ownerPage: page,
}) => {
  const { held, release } = hold()
  await page.route('**/api/user/loggedIn', async (route) => {
    await held
    await route.fulfill({ status: 401, json: { message: 'Please sign in first.', error: 'Please sign in first.' } })
  })
  const call = page.waitForRequest((request) => request.url().endsWith('/api/user/loggedIn'))
  await page.goto('/new')
  expect((await call).method()).toBe('GET')
  await expect(page.getByRole('heading', { name: 'New Post' })).toBeVisible()
  await hydrated(page)
  await page.getByLabel('Title').fill('Typed early')
  release()
  await expect(page.getByRole('alert').getByText(NOT_ALLOWED)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'New Post' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeHidden()

  await page.unroute('**/api/user/loggedIn')
  await page.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Typed early')
  await expect(page.getByText(NOT_ALLOWED)).toBeHidden()
})
