import { expect, expectMessage, hydrated, test } from '../support/screens'
import { ADMIN } from '../support/site'

test.describe('sign-in', () => {
  test('has fields a password manager can fill, stores the profile, shows it at home, leads to the overview, and signs out again', async ({
    page,
  }) => {
    // Home, instead of to another site: more of these are in lib/routes/paths.test.ts.
    await page.goto(`/signin?next=${encodeURIComponent('/\\evil.example')}`)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Credentials')
    const email = page.getByLabel('Email', { exact: true })
    await expect(email).toHaveAttribute('autocomplete', 'username')
    expect(await email.evaluate((field) => field.tagName)).toBe('INPUT')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
    await email.fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    let answer = { message: '', _id: '', userProfile: { name: '', isAdmin: false } }
    await page.route('**/api/user/signin', async (route) => {
      const response = await route.fetch()
      answer = await response.json()
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/')
    const { message, _id, userProfile } = answer
    await expect(page.getByRole('banner').getByRole('link', { name: userProfile.name })).toBeVisible()
    await page.getByRole('status').getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page).toHaveURL('/overview')
    await expect(page.getByRole('status').getByRole('link', { name: 'Overview', exact: true })).toBeHidden()
    await expectMessage(page, message)
    const stored = await page.evaluate(() => ({
      profile: JSON.parse(localStorage.getItem('profile') ?? 'null'),
      isAdmin: localStorage.getItem('isAdmin'),
    }))
    expect(stored).toEqual({ profile: { id: _id, ...userProfile }, isAdmin: 'true' })

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/signin')
    expect(await page.evaluate(() => localStorage.getItem('profile'))).toBeNull()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeHidden()
    expect((await page.request.get('/api/user/loggedIn')).status()).toBe(401)
  })

  test.describe('out, that fails', () => {
    test.use({ expectedErrors: /503|ERR_FAILED/ })
    test('says why, and leaves one signed in, where one was sent away from', async ({ page }) => {
      await page.goto('/signin?next=%2Fmyblog%3Fx%3D1')
      await hydrated(page)
      await page.getByLabel('Email', { exact: true }).fill(ADMIN.email)
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/myblog?x=1')
      await hydrated(page)
      const logout = page.getByRole('banner').getByRole('button', { name: 'Logout' })
      await page.route('**/api/user/logout', (route) =>
        route.fulfill({ status: 503, json: { message: 'In a moment.' } }),
      )
      await logout.click()
      await expect(page.getByText('In a moment.')).toBeVisible()
      await page.unroute('**/api/user/logout')
      await page.route('**/api/user/logout', (route) => route.abort())
      await logout.click()
      await expect(page.getByText('The server cannot be reached.')).toBeVisible()
      await expect(logout).toBeVisible()
    })
  })
})

test.describe('before the scripts of the screen run', () => {
  test.use({ javaScriptEnabled: false })

  test('the forms of a visitor keep what is typed and send nothing yet', async ({ page }) => {
    for (const [path, title, button] of [
      ['/signin', 'Credentials', 'Sign In'],
      ['/signup', 'New user information', 'Complete registration'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await page.getByLabel('Email', { exact: true }).fill('someone@example.org')
      await expect(page.getByRole('button', { name: button, exact: true })).toBeDisabled()
      const need = page.getByText('This form needs JavaScript.')
      await expect(need).toHaveCount(1)
      const [above, field] = [await need.boundingBox(), await page.locator('form input').first().boundingBox()]
      expect(above?.y).toBeLessThan(field?.y ?? 0)
    }
  })
})
