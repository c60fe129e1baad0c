import { FLIGHT_QUERY } from '@/lib/platform/server/next-internals'
import { hold } from '../support/hold'
import { expect, hydrated, rememberProfile, test } from '../support/screens'

test.describe('a path that is no screen', () => {
  test.use({ expectedErrors: /404/ })
  test('answers 404 with its two lines, and leads home', async ({ page }) => {
    for (const path of ['/nowhere/at/all', '/home/elsewhere', '/about/elsewhere', '/not-allowed']) {
      expect((await page.request.get(path)).status(), path).toBe(404)
    }
    expect((await page.goto('/nowhere'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible()
    await expect(page.getByText("Sorry, the page you are looking for doesn't exist.", { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('search')).toBeVisible()
    const line = await page.getByRole('contentinfo').getByRole('link', { name: /^© / }).textContent()
    await expect(page).toHaveTitle(`Page Not Found · ${line?.replace(/^© \d{4} /, '')}`)
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/')
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

test('a slow screen says what it loads, in the words of navigation-status.test.ts', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const { held, release } = hold()
  await page.route(FLIGHT_QUERY, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'View Projects', exact: true }).first().click()
  const loading = page.getByRole('status').getByText('Loading projects, please wait...', { exact: true })
  await expect(loading).toBeVisible()
  release()
  await expect(loading).toBeHidden()
  await expect(page).toHaveURL('/projects')
  await page.unrouteAll({ behavior: 'wait' })
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

test('a page that is prepared has its faces loaded once it is opened, and not before', async ({ page, owner }) => {
  const id = await owner.makeNote({ title: 'In italics', description: '<p><em>Some</em> and <code>code</code>.</p>' })
  const faces = page.locator('link[rel="preload"][as="font"]')
  await page.goto('/projects')
  await hydrated(page)
  const before = await faces.count()
  expect(before).toBeGreaterThan(0)
  await page.evaluate((path) => {
    const link = document.createElement('a')
    Object.assign(link, { href: path, textContent: 'To the note' })
    link.dataset.link = 'prefetched'
    document.querySelector('footer')?.append(link)
  }, `/note/${id}`)
  const prepared = page.waitForResponse((response) => FLIGHT_QUERY.test(response.url()))
  await page.getByRole('link', { name: 'To the note' }).hover()
  await (await prepared).finished()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await faces.count()).toBe(before)
  await page.getByRole('link', { name: 'To the note' }).click()
  await expect(page.getByRole('heading', { name: 'In italics' })).toBeVisible()
  await expect.poll(() => faces.count()).toBeGreaterThan(before)
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
