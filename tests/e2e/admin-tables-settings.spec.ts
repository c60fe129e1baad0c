import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleButForColours } from '../support/accessibility'
import { test as base, expect, expectMessage } from '../support/admin-screens'
import { newAccount } from '../support/api-test'
import { expectDialog } from '../support/browser-test'
import type { TestDatabase } from '../support/database'
import { png } from '../support/pictures'

type Avatar = { url: string; alt: string }

/** The stored settings, from the database: the API only has a call that changes them. */
async function readSettings(database: TestDatabase): Promise<Record<string, unknown> & { avatar: Avatar | null }> {
  const [row] = await database.rows<Record<string, unknown>>('SELECT * FROM "SiteSettings"')
  const [avatar = null] = await database.rows<Avatar>('SELECT "url", "alt" FROM "Media" WHERE "id" = $1', [
    row?.avatarId,
  ])
  return { ...row, avatar }
}

/** Restores the settings after each test. */
const test = base.extend<{ retainedSettings: undefined }>({
  retainedSettings: [
    async ({ admin, database }, use) => {
      const [before] = await database.rows<Record<string, unknown>>(
        `SELECT "ownerName", "titleLine", "bio", "contactNote", "codeUrl", "networkUrl", "competencies", "accent",
         "signUpOpen", "showEmail", "aboutProfileId", "contactEmail", "profileLinks", "colophon", "accentDark", "scheme",
         "fonts", "icon", "hero", "homeSections", "blogSubtitle", "sharePortrait" FROM "SiteSettings"`,
      )
      await use(undefined)
      expect((await admin.client.put('/api/settings', { ...before, avatarId: null })).status).toBe(200)
    },
    { auto: true },
  ],
})

/** Saves and waits for the reload. */
async function save(page: Page, button = page.getByRole('button', { name: 'Save settings' })): Promise<void> {
  const loaded = page.waitForEvent('load')
  await button.click()
  await loaded
  await expectMessage(page, 'Settings updated.')
}

test('the owner’s texts and links change at the next load of the public pages', async ({ adminPage: page }) => {
  await page.goto('/settings')
  await expect(page).toHaveTitle(/Site Settings/)
  await page.getByLabel('Owner’s name').fill('Ada Lovelace')
  await page.getByLabel('Title line').fill('Analyst of engines')
  await page.getByLabel('Short bio').fill('It weaves algebraical patterns.')
  await page.getByLabel('Contact note').fill('Write me a letter.')
  await page.getByLabel('GitHub or GitLab').fill('https://codeberg.org/ada')
  await page.getByLabel('LinkedIn').fill('https://www.xing.com/ada')
  await page.getByLabel('Contact email').fill('ada@ada.example')
  await page.getByLabel('Colophon').fill('Set by hand.')
  await page.getByRole('button', { name: 'Add link' }).click()
  await expect(page.getByLabel('Link 1, address')).toBeFocused()
  await page.keyboard.type('https://ada.example/@ada')
  const linkName = page.getByLabel('Link 1, name')
  expect((await linkName.boundingBox())?.width).toBeGreaterThan(100)
  await linkName.fill('n'.repeat(61))
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(linkName).toBeFocused()
  await expect(linkName).toHaveAccessibleDescription('Name of a link can have at most 60 characters.')
  await linkName.fill('')
  await save(page)
  await expect(page.getByLabel('Owner’s name')).toHaveValue('Ada Lovelace')

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Lovelace')
  for (const text of ['Analyst of engines', 'It weaves algebraical patterns.', 'Write me a letter.']) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(page.locator('a[href="https://codeberg.org/ada"]').first()).toBeVisible()
  await expect(page.locator('a[href="https://www.xing.com/ada"]').first()).toBeVisible()
  const contact = page.getByRole('region', { name: 'Contact' })
  await expect(contact.getByRole('link', { name: 'ada@ada.example' })).toHaveAttribute('href', 'mailto:ada@ada.example')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Ada Lovelace')
  await expect(footer).toContainText('Set by hand.')
  for (const [path, position] of [
    ['/', contact],
    ['/projects', footer],
    ['/about', page.getByRole('article')],
  ] as const) {
    await page.goto(path)
    await expect(position.getByRole('link', { name: 'Mastodon' })).toHaveAttribute('rel', /\bme\b/)
  }
})

test('a colour that cannot be read is refused at its field, and the nearest that can is offered', async ({
  adminPage: page,
  database,
}) => {
  await page.goto('/settings')
  const accent = page.getByLabel('Accent colour', { exact: true })
  await page.getByLabel('Title line').fill('What was typed')
  await accent.fill('#ffd400')
  await expect(page.getByText(/^Light mode contrast: \d+\.\d:1, too low$/)).toBeVisible()
  await expect(page.getByText(/^Dark mode contrast: \d+\.\d:1$/)).toBeVisible()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Accent colour is too light')).toBeVisible()
  await expect(accent).toBeFocused()
  await expect(accent).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Title line')).toHaveValue('What was typed')

  // Also where it says "Not saved", whatever part of the form is in sight.
  const offered = await page.getByRole('button', { name: /^Use #/ }).textContent()
  await page.getByRole('button', { name: `Take ${offered?.slice('Use '.length)}` }).click()
  await expect(page.getByText(/too low/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Take|Use) #/ })).toHaveCount(0)
  const chosen = await accent.inputValue()
  await save(page)
  for (const path of ['/', '/projects', '/settings']) {
    await page.goto(path)
    const shown = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--accent-light'),
    )
    expect(shown.trim(), path).toBe(chosen)
  }
  await accent.fill('#036')
  await save(page)
  expect((await readSettings(database)).accent).toBe('#003366')
})

test('the look is seen before it is saved, and is the site’s afterwards', async ({ adminPage: page, database }) => {
  const preview = page.frameLocator('iframe[title="Preview of the home page"]')
  const sections = () => preview.getByRole('heading', { level: 2 }).allTextContents()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/settings')
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(sections).toEqual(['Latest Projects', 'Competencies', 'Latest Notes'])

  const notes = page.getByRole('checkbox', { name: 'Latest notes' })
  await notes.uncheck()
  await expect.poll(sections).toEqual(['Latest Projects', 'Competencies'])
  await notes.check()
  await page.getByRole('checkbox', { name: 'Competencies' }).press('Space')
  await expect(page.getByRole('checkbox', { name: 'Competencies' })).toBeFocused()
  await page.getByLabel('Owner’s name').fill('Ada Byron')
  await page.getByLabel('Dark mode accent', { exact: true }).fill('#ffd400')
  await page.getByLabel('Theme', { exact: true }).selectOption('dark')
  await page.getByLabel('Fonts').selectOption('grotesk')
  await page.getByLabel('Subtitle of the blog').fill('On engines')
  const title = preview.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Ada Byron')
  await expect(title).toHaveCSS('font-family', /^"Bricolage Grotesque"/)
  await expect(preview.getByRole('link', { name: 'View Projects' })).toHaveCSS('background-color', 'rgb(255, 212, 0)')
  await expect.poll(sections).toEqual(['Latest Projects', 'Latest Notes'])
  // The share image too, in what was chosen and not in what the page has.
  const shared = page.locator('figure', { hasText: 'Share image' })
  const sharedName = shared.getByText('Ada Byron', { exact: true })
  await expect(sharedName).toHaveCSS('font-family', /^"Bricolage Grotesque"/)
  await expect(shared.locator('.share-sample')).toHaveCSS('background-color', 'rgb(18, 19, 22)')
  await expect(sharedName).toHaveCSS('color', 'rgb(236, 235, 230)')
  // A link of the preview leads nowhere: what was typed would be left.
  await preview.getByRole('link', { name: 'About Me' }).click()
  await expect(page).toHaveURL('/settings')
  await expectAccessibleButForColours(page)
  expect((await readSettings(database)).fonts).toBe('book')

  // Without room beside the form it is behind a button.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Preview' })).toBeVisible()
  await expect(title).toHaveText('Ada Byron')
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Escape')

  await save(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"Bricolage Grotesque"/)
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Latest Projects', 'Latest Notes'])
  const files = await page
    .locator('link[rel="preload"][as="font"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(files.map((file) => file?.replace(/^\/fonts\/|\..*$/g, ''))).toEqual(['bricolage-grotesque', 'hanken-grotesk'])
  // Until a visitor chooses, the scheme is the owner's.
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await paper()).toBe('rgb(18, 19, 22)')
  for (const [theme, colour] of [
    ['system', 'rgb(252, 252, 250)'],
    ['light', 'rgb(252, 252, 250)'],
    ['dark', 'rgb(18, 19, 22)'],
  ] as const) {
    await page.getByRole('button', { name: /^Theme:/ }).click()
    await expect(page.getByRole('button', { name: `Theme: ${theme}` })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: `Theme: ${theme}` })).toBeVisible()
    expect(await paper()).toBe(colour)
  }
  await page.goto('/myblog')
  await expect(page.getByText('On engines', { exact: true })).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/settings')
  await expect(sharedName).toHaveCSS('font-family', /^"Bricolage Grotesque"/)
  await page.getByLabel('Fonts').selectOption('book')
  await page.getByLabel('Theme', { exact: true }).selectOption('light')
  await expect(sharedName).toHaveCSS('font-family', /^Newsreader/)
  await expect(shared.locator('.share-sample')).toHaveCSS('background-color', 'rgb(252, 252, 250)')
})

test('the avatar is sent, described, shown on the home page and removed', async ({
  adminPage: page,
  admin,
  database,
}) => {
  await page.goto('/settings')
  // setInputFiles does not wait until the field is enabled.
  await expect(page.getByLabel('Avatar')).toBeEnabled()
  await page.getByLabel('Avatar').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await png() })
  await expect(page.getByAltText('Preview')).toBeVisible()
  await page.getByLabel('Alt text').fill('A woman at an engine')
  await save(page)
  const { avatar } = await readSettings(database)
  expect(avatar?.alt).toBe('A woman at an engine')
  await expect(page.getByAltText('Preview')).toHaveAttribute('src', avatar?.url ?? 'none')
  await page.goto('/')
  await expect(page.getByAltText('A woman at an engine')).toBeVisible()

  await page.goto('/settings')
  await page.getByLabel('Alt text').fill('Somebody')
  await save(page)
  expect((await readSettings(database)).avatar).toEqual({ ...avatar, alt: 'Somebody' })
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await save(page)
  expect((await readSettings(database)).avatar).toBeNull()
  expect((await admin.client.get(avatar?.url ?? '')).status).toBe(404)
})

test('sign-up is closed, and the about page shows another profile', async ({
  adminPage: page,
  admin,
  database,
  visitor,
}) => {
  await page.goto('/settings')
  await page.getByLabel('Registration is open').uncheck()
  await page.getByLabel('The about page shows').selectOption({ label: `${admin.name} (${admin.username})` })
  await save(page)
  expect((await visitor.post('/api/user/signup', newAccount())).status).toBe(403)
  expect((await readSettings(database)).aboutProfileId).toBe(admin.id)
  await expect(page.getByLabel('Registration is open')).not.toBeChecked()
})

test('what someone else saved meanwhile is loaded again beside what was typed, and nothing is overwritten silently', async ({
  adminPage: page,
  admin,
  database,
}) => {
  await page.goto('/settings')
  await page.getByLabel('Short bio').fill('My bio')
  const theirs = { bio: 'Their bio', titleLine: 'Their title', competencies: [{ title: 'Theirs', items: ['x'] }] }
  expect((await admin.client.put('/api/settings', theirs)).status).toBe(200)
  await page.getByRole('button', { name: 'Save settings' }).click()

  const dialog = page.getByRole('dialog', { name: 'Changed in the meantime' })
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'Load them again' }).click()
  await expect(page.getByLabel('Title line')).toHaveValue('Their title')
  await expect(page.getByRole('textbox', { name: 'Competencies' })).toHaveValue('Theirs: x')
  await expect(page.getByLabel('Short bio')).toHaveValue('My bio')
  expect((await readSettings(database)).bio).toBe('Their bio')

  await save(page)
  expect(await readSettings(database)).toMatchObject({ ...theirs, bio: 'My bio' })
})

test('nothing is stored before it is saved, nor by Enter: leaving asks, Ctrl+S saves, and then nothing is asked', async ({
  adminPage: page,
  database,
}) => {
  const title = page.getByLabel('Title line')
  const state = page.getByRole('main').getByRole('status')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname !== '/api/view') requests.push(`${request.method()} ${pathname}`)
  })
  await page.goto('/settings')
  const before = await title.inputValue()
  await title.fill('Half a line')
  await expect(state.filter({ hasText: /^Not saved$/ })).toBeVisible()
  const requested = expectDialog(page, 'beforeunload', 'accept')
  await page.reload()
  await requested
  await expect(title).toHaveValue(before)
  expect(await database.rows(`SELECT 1 FROM "WorkingCopy" WHERE "kind" = 'settings'`)).toEqual([])
  await expect(title).toBeEnabled()
  await title.fill('Changed')
  await expect(state.filter({ hasText: /^Not saved$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Members' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await title.fill(before)
  await expect(state.filter({ hasText: /^Not saved$/ })).toBeHidden()
  await title.fill('Not sent')
  await title.press('Enter')
  await expect(title).not.toBeFocused()
  await title.press('Control+Enter')
  await title.fill('Saved by a key ')
  await title.press('Control+s')
  await expect(state.filter({ hasText: /^Saved/ })).toBeVisible()
  // All since the screen was opened: a request of Enter may be late.
  expect(requests).toEqual(['PUT /api/settings'])
  expect((await readSettings(database)).titleLine).toBe('Saved by a key')
  // The form does not take its own save for somebody else’s change.
  await title.fill('Saved by its button')
  await save(page)
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page).toHaveURL('/adminpanel-members')
})

test.describe('before the scripts of the screen run', () => {
  test.use({ javaScriptEnabled: false })

  test('nothing can be typed, as it would be undone', async ({ adminPage: page }) => {
    await page.goto('/settings')
    await expect(page.getByLabel('Short bio')).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeDisabled()
  })
})
