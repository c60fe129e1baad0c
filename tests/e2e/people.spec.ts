import { expect, hydrated, rememberProfile, test, WIDE, watchMovement } from '../support/screens'

const TILES = [
  ['Add Project', '/new'],
  ['Admin Panel', '/adminpanel'],
  ['Add Note', '/new-note'],
  ['Notes Panel', '/adminpanel-notes'],
  ['Update Profile', '/user/update'],
] as const

test('the about page shows the owner’s own words, is dark in each scheme, and goes back home', async ({
  page,
  owner,
}) => {
  const { user } = await (await owner.request.get(`/api/user/profile/${owner.id}`)).json()
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(user.name)
  await expect(page.getByRole('article').getByRole('paragraph').first()).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const background = await page
      .getByRole('main')
      .evaluate((main) => getComputedStyle(main.firstElementChild ?? main).backgroundColor)
    expect(brightness(background)).toBeLessThan(40)
    expect(brightness(await colourOf(page, 'h1', 'color'))).toBeGreaterThan(200)
  }
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/')
})

test.describe('a profile', () => {
  test('shows everyone name, admin mark, username, about and that they have no privileges, the email nobody', async ({
    page,
    owner,
  }) => {
    const { user } = await (await owner.request.get(`/api/user/profile/${owner.id}`)).json()
    await page.goto(`/profile/${owner.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${user.name} (Admin)`)
    await expect(page.getByRole('term').filter({ hasText: 'Username' })).toBeVisible()
    await expect(page.getByText(user.username, { exact: true })).toBeVisible()
    await expect(page.getByRole('term').filter({ hasText: 'Email' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(user.email)
    await expect(page.getByRole('heading', { name: 'About', exact: true })).toBeVisible()
    await expect(page.getByText('Admin Privileges: None', { exact: true })).toBeVisible()
    for (const [name] of TILES) await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
    await rememberProfile(page, { id: 'someone', name: 'Ada', isAdmin: false })
    await page.reload()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Ada' })).toBeVisible()
    await expect(page.getByText('Admin Privileges: None', { exact: true })).toBeVisible()
  })

  test('shows an admin the tiles, also one who has become it since the sign-in', async ({ page, owner }) => {
    await rememberProfile(page, { id: owner.id, name: 'Ada', isAdmin: false })
    await page.goto(`/profile/${owner.id}`)
    for (const [name, href] of TILES) {
      await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    }
    await expect(page.getByText('Admin Privileges: None')).toBeHidden()
  })

  test.describe('when its fetch fails', () => {
    test.use({ expectedErrors: /500|^Failed to fetch user/ })
    test('says so in the console', async ({ page, owner }) => {
      await rememberProfile(page, { id: owner.id, name: 'Ada', isAdmin: true })
      await page.route('**/api/user/profile/*', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }))
      const announced = page.waitForEvent('console', (message) => message.text().startsWith('Failed to fetch user'))
      await page.goto(`/profile/${owner.id}`)
      await announced
    })
  })

  test.describe('that is not there', () => {
    test.use({ expectedErrors: /404/ })
    test('answers 404', async ({ page }) => {
      expect((await page.goto('/profile/nobody'))?.status()).toBe(404)
      await expect(page.getByRole('main').getByRole('alert')).toHaveText('User not found')
    })
  })
})

test.describe('the top bar', () => {
  test('has only Home for visitors on wide screens, and four links on small ones', async ({ page }) => {
    await page.setViewportSize(WIDE)
    await page.goto('/projects')
    const links = page.getByRole('banner').getByRole('link')
    await expect(links).toHaveText(['Home'])
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
    expect(await colourOf(page, 'header >> nth=0', 'backgroundColor')).toBe('rgb(0, 0, 0)')

    await page.setViewportSize({ width: 390, height: 800 })
    await expect(links).toHaveText(['Home', 'Projects', 'My Blog', 'About Me'])
    await links.nth(2).click()
    await expect(page).toHaveURL('/myblog')
    await expect(links.nth(2)).toHaveAttribute('aria-current', 'page')
    await links.nth(3).click()
    await expect(page).toHaveURL('/about')
    await links.nth(0).click()
    await expect(page).toHaveURL('/')
  })

  test('has Home, the own name and Logout for who is signed in, at every width and before any script has run', async ({
    page,
  }) => {
    await rememberProfile(page, { id: 'ada-1', name: 'Ada Lovelace', isAdmin: false })
    await page.goto('/projects')
    const banner = page.getByRole('banner')
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(banner.getByRole('link')).toHaveText(['Home', 'Ada Lovelace'])
      await expect(banner.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/profile/ada-1')
      await expect(banner.getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
    }
    await page.route(/\/_next\/static\/.*\.js/, (route) => route.abort())
    await page.goto('/')
    await expect(banner.getByRole('link')).toHaveText(['Home', 'Ada Lovelace'])
  })

  test.use({ expectedErrors: /ERR_FAILED/ })
})

test.describe('the footer', () => {
  test.use({ expectedErrors: /404/ })

  test('names owner and year, and leads on from every page, signed in not to the sign-in', async ({ page }) => {
    await page.goto('/')
    const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    const own = page.getByRole('contentinfo').getByRole('link').first()
    await expect(own).toHaveText(`© ${new Date().getFullYear()} ${name}`)
    await expect(own).toHaveAttribute('href', /^https:\/\/github\.com\//)
    for (const path of ['/', '/about', '/nowhere']) {
      await page.goto(path)
      const ways = page.getByRole('contentinfo').getByRole('navigation').getByRole('link')
      await expect(ways).toHaveText([
        ...['Projects', 'My Blog', 'Technologies', 'About Me', 'Subscribe', 'Sign In', 'Back to top'],
      ])
    }
    await rememberProfile(page, { id: 'someone', name: 'Ada', isAdmin: false })
    await page.goto('/')
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Projects' })).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Sign In' })).toBeHidden()
  })

  test('lets one choose the theme, and keeps it', async ({ page }) => {
    const moved = await watchMovement(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/about')
    await hydrated(page)
    await page.getByRole('button', { name: 'Theme: system' }).click()
    await page.getByRole('button', { name: 'Theme: light' }).click()
    await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
    expect(brightness(await colourOf(page, 'html', 'backgroundColor'))).toBeLessThan(40)
    await expect.poll(moved, 'one fades into the other').toContain('::view-transition-new(root)')
    await page.reload()
    expect(brightness(await colourOf(page, 'html', 'backgroundColor'))).toBeLessThan(40)
    await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
    expect(await moved(), 'nothing fades while a page loads').toEqual([])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.evaluate(() => {
      const { moved } = window as unknown as { moved: string[] }
      addEventListener('transitionrun', ({ propertyName }) => moved.push(propertyName))
    })
    await page.getByRole('button', { name: 'Theme: dark' }).click()
    await expect(page.getByRole('button', { name: 'Theme: system' })).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await moved(), 'with reduced motion').toEqual([])
  })
})

function colourOf(page: import('@playwright/test').Page, selector: string, property: 'color' | 'backgroundColor') {
  return page.locator(selector).evaluate((element, name) => getComputedStyle(element)[name], property)
}

/** The brightness of an rgb() colour, from 0 to 255. */
function brightness(colour: string): number {
  const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  return Math.max(...parts)
}
