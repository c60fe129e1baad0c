import { FLIGHT_QUERY } from '@/lib/platform/server/next-internals'
import { hold } from '../support/hold'
import { expect, expectSaid, hydrated, rememberProfile, stopClock, test } from '../support/screens'

test.describe('a path that is no screen', () => {
  test.use({ expectedErrors: /404/ })
  for (const path of [
    '/nowhere',
    '/nowhere/at/all',
    '/home/elsewhere',
    '/about/elsewhere',
    '/Projects',
    '/not-allowed',
  ]) {
    test(`answers 404 with its two lines: ${path}`, async ({ page }) => {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible()
      const line = "Sorry, the page you are looking for doesn't exist."
      await expect(page.getByText(line, { exact: true })).toBeVisible()
      await expect(page.getByRole('main').getByRole('search')).toBeVisible()
      await expect(page.getByRole('contentinfo')).toContainText(/© \d{4} \S/)
      await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
      await expect(page).toHaveURL('/')
    })
  }

  test('says whose site it is', async ({ page }) => {
    await page.goto('/nowhere')
    const line = await page.getByRole('contentinfo').getByRole('link', { name: /^© / }).textContent()
    await expect(page).toHaveTitle(`Page Not Found · ${line?.replace(/^© \d{4} /, '')}`)
  })
})

test.describe('an admin’s screen', () => {
  test.use({ expectedErrors: /403/ })

  test('is refused to visitors, with ways back and the way to sign in and return', async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/user/')) calls.push(request.url())
    })
    await page.goto('/myblog')
    expect((await page.goto('/new'))?.status()).toBe(403)
    const text = 'Not allowed to be here. Please, go back.'
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Home', exact: true })).toHaveAttribute('href', '/')
    await expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin?next=%2Fnew')
    await hydrated(page)
    await main.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/myblog')
    expect(calls, 'visitors are not asked about').toEqual([])
  })

  test('does not ask who is signed in to sign in', async ({ page }) => {
    await rememberProfile(page, { id: 'someone', name: 'Ada', isAdmin: false })
    await page.route('**/api/user/loggedIn', (route) =>
      route.fulfill({
        json: { message: 'Yes.', _id: 'someone', userProfile: { name: 'Ada Lovelace', isAdmin: false } },
      }),
    )
    await page.goto('/adminpanel')
    await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Ada Lovelace' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeHidden()
  })
})

test.describe('the notification banner', () => {
  test('shows the stored message for three seconds, then clears it', async ({ page }) => {
    await page.clock.install()
    await page.goto('/projects')
    await hydrated(page)
    await stopClock(page)
    await page.evaluate(() => sessionStorage.setItem('notification', 'Project created.'))
    await page.getByRole('link', { name: 'Home' }).click()
    const banner = page.getByRole('status').getByText('Project created.', { exact: true })
    await expect(banner).toBeVisible()
    await page.clock.runFor(2_900)
    await expect(banner).toBeVisible()
    await page.clock.runFor(200)
    await expect(banner).toBeHidden()
    expect(await page.evaluate(() => sessionStorage.getItem('notification'))).toBeNull()
  })

  test('shows a message that was stored before the page was loaded', async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem('notification', 'Welcome back.'))
    await page.goto('/')
    await expectSaid(page, 'Welcome back.')
  })
})

test.describe('a slow screen', () => {
  const screens = [
    { from: '/projects', link: 'Home', text: 'Loading Carousel...' },
    { from: '/', link: 'View Projects', text: 'Loading projects, please wait...' },
    { from: '/', link: 'My Blog', text: 'Loading, please wait!' },
    { from: '/projects', link: 'Read', text: 'Loading... Please wait' },
    { from: '/myblog', link: 'Read', text: 'Loading, please wait!' },
  ]
  for (const { from, link, text } of screens) {
    test(`shows "${text}" while loading, from ${from} by ${link}`, async ({ page }) => {
      await page.goto(from)
      await hydrated(page)
      const { held, release } = hold()
      await page.route(FLIGHT_QUERY, async (route) => {
        await held
        await route.continue()
      })
      await page.getByRole('link', { name: link, exact: true }).first().click()
      await expect(page.getByRole('status').getByText(text, { exact: true })).toBeVisible()
      release()
      await expect(page.getByRole('status').getByText(text, { exact: true })).toBeHidden()
      await expect(page).not.toHaveURL(from)
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
})

test('a link that is hovered has its page prepared, and the click fetches nothing; with Control it opens a tab', async ({
  page,
}) => {
  const requested: string[] = []
  const received: string[] = []
  page.on('request', (request) => void (FLIGHT_QUERY.test(request.url()) && requested.push(request.url())))
  page.on('response', async (response) => {
    if (FLIGHT_QUERY.test(response.url())) received.push(await response.text())
  })
  await page.goto('/')
  await hydrated(page)
  expect(requested).toEqual([])
  const link = page.getByRole('link', { name: 'View Projects', exact: true }).first()
  await link.hover()
  await expect.poll(() => received.some((text) => text.includes('Software Development Projects'))).toBe(true)
  const before = [...requested]
  const opened = page.context().waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  await (await opened).close()
  await expect(page).toHaveURL('/')
  await link.click()
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Software Development Projects' })).toBeVisible()
  expect(requested).toEqual(before)
})

test('the first Tab leads past the top bar', async ({ page }) => {
  await page.goto('/')
  // Its links go on in the page they have led to.
  await hydrated(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Projects', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Software Development Projects' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('link', { name: 'Go Back' }),
    'the start of the page, not the rest of the footer',
  ).toBeFocused()
})

test('a long name ends in an ellipsis in the top bar', async ({ page, owner }) => {
  await rememberProfile(page, { id: owner.id, name: 'Wolfeschlegelsteinhausenbergerdorff', isAdmin: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const name = page.getByRole('link', { name: /^Wolfe/ })
  // Of what is a flex container, browsers cut the text without one.
  await expect(name).toHaveCSS('display', 'block')
  await expect(name).toHaveCSS('text-overflow', 'ellipsis')
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  expect((await name.boundingBox())?.height).toBe(44)
})
