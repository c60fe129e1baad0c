import { hold } from '../support/hold'
import { ADMIN } from '../support/site'
import { expect, hydrated, signInBrowser, test } from '../support/writing'

const NOT_ALLOWED = 'Not allowed to be here. Please, go back.'

const WRITING = ['/new', '/new-note', '/post/update/1', '/note/update/1', '/user/update', '/user/security', '/welcome']
/** For whoever is signed in. */
const OWN = ['/user/update', '/user/security']

test('the writing screens are for admins alone, whatever the cookie says', async ({ page, member, elsewhere }) => {
  const refused = async (paths: string[]) => {
    for (const path of paths) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(403)
      await expect(page.getByText(NOT_ALLOWED), path).toBeVisible()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('main').locator('form'), path).toHaveCount(0)
    }
  }
  await refused(WRITING)
  await signInBrowser(page, member)
  await refused(WRITING.filter((path) => !OWN.includes(path)))

  const change = (action: string) =>
    elsewhere.request
      .post('/api/user/members', { data: { ids: [member.id], action } })
      .then((answer) => answer.status())
  expect(await change('promote')).toBe(200)
  await signInBrowser(page, member)
  expect((await page.goto('/new'))?.status()).toBe(200)
  expect(await change('demote')).toBe(200)
  await refused(['/new', '/new-note', '/user/update'])
})

test('the writing screens are cached by nobody and listed nowhere, and say what is missing', async ({
  ownerPage: page,
}) => {
  for (const path of ['/new', '/new-note', '/user/update', '/user/security', '/welcome']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    expect(answer?.headers()['cache-control'], path).toContain('no-store')
    await expect(page.locator('meta[name=robots]'), path).toHaveAttribute('content', /noindex/)
  }
  expect((await page.goto('/post/update/nothing'))?.status()).toBe(404)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Post not found')
  expect((await page.goto('/note/update/01900000-0000-7000-8000-000000000000'))?.status()).toBe(404)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Note not found')
})

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
