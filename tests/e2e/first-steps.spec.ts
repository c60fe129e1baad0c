import { expectAccessibleInBothSchemes } from '../support/accessibility'
import { banner, expect, expectNoOverflow, PHONE, test } from '../support/admin-screens'
import { png } from '../support/pictures'
import { ADMIN } from '../support/site'

test('a new owner is led through the first steps, by keyboard, and what they save is on the site', async ({
  page,
  database,
}) => {
  // As many scans as there are steps.
  test.slow()
  const [before] = await database.rows<Record<string, unknown>>(
    'SELECT "ownerName", "titleLine", "signUpOpen" FROM "SiteSettings"',
  )
  await database.change(
    1,
    `UPDATE "SiteSettings" SET "untouched" = '{ownerName,titleLine,bio,codeUrl,networkUrl,contactEmail,contactNote,signUpOpen}'`,
  )
  try {
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/signin?next=/adminpanel')
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('main').getByRole('link', { name: 'First Steps' }).click()
    const step = (name: string) => page.getByRole('heading', { level: 2, name })
    await expect(step('Your name')).toBeVisible()
    // Its own address: going back to it finds it, whatever is next by then.
    await expect(page).toHaveURL('/welcome?step=name')
    const look = async () => {
      await expectAccessibleInBothSchemes(page)
      await expectNoOverflow(page)
    }
    await look()

    await page.getByLabel('Owner’s name').fill('')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Owner’s name')).toBeFocused()
    await expect(page.getByLabel('Owner’s name')).toHaveAccessibleDescription(/is required/)
    await page.getByLabel('Owner’s name').fill('Ada Lovelace')
    await page.getByLabel('Title line').fill('Analyst')
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Your picture' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await page.keyboard.press('Control+s')
    await expect(step('Your picture')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Your name (done)' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('Ada Lovelace')
    await page.goBack()
    await expect(step('Your name')).toBeVisible()
    await page.goForward()
    await expect(step('Your picture')).toBeVisible()

    const file = { name: 'me.png', mimeType: 'image/png', buffer: await png({ width: 40, height: 50 }) }
    await expect(page.getByLabel('Avatar')).toBeEnabled()
    await page.getByLabel('Avatar').setInputFiles(file)
    await page.getByLabel('Alt text').fill('Me, at a desk')
    await look()
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expect(step('Links and contact')).toBeFocused()
    await look()
    const code = page.getByLabel('Code-hosting link')
    await code.fill('codeberg.org/ada')
    // Completed when it is left.
    await page.keyboard.press('Tab')
    await expect(code).toHaveValue('https://codeberg.org/ada')
    await code.fill('')
    await page.getByRole('link', { name: 'Skip this step' }).press('Enter')
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(step('Your first project')).toBeFocused()
    await look()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^(Skip this step|Continue)$/ })
      .press('Enter')
    await expect(step('The examples')).toBeFocused()

    const examples = () =>
      database.rows('SELECT "id" FROM "Post" WHERE "isSample" AND "deletedAt" IS NULL').then((rows) => rows.length)
    const count = await examples()
    expect(count).toBeGreaterThan(0)
    await look()
    await page.getByRole('button', { name: 'Remove the examples' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Move to the trash' }).click()
    await expect(page.getByText('There are no examples on the site.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Continue' })).toBeFocused()
    await look()
    expect(await examples()).toBe(0)
    await banner(page, 'moved to the trash.').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Remove the examples' })).toBeVisible()
    expect(await examples()).toBe(count)

    await page.getByRole('link', { name: 'Skip this step' }).press('Enter')
    await expect(step('Who may register')).toBeFocused()
    await look()
    await page.getByLabel('Registration is open').press('Space')
    await page.getByRole('button', { name: 'Save and continue' }).press('Enter')
    await expect(step('That is all')).toBeFocused()
    expect(await database.rows('SELECT "signUpOpen", "untouched" FROM "SiteSettings"')).toEqual([
      { signUpOpen: !before?.signUpOpen, untouched: ['codeUrl', 'networkUrl', 'contactEmail', 'contactNote'] },
    ])
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace')
    await expect(page.getByRole('img', { name: 'Me, at a desk' })).toBeVisible()
    await page.goto('/adminpanel')
    await expect(page.getByRole('main').getByRole('link', { name: 'First Steps' })).toHaveCount(0)
    await page.goto('/settings')
    await page.getByRole('link', { name: 'First Steps' }).click()
    // What was skipped is next.
    await expect(step('Links and contact')).toBeVisible()
  } finally {
    const { ownerName, titleLine, signUpOpen } = before ?? {}
    const answer = await page.request.put('/api/settings', {
      data: { ownerName, titleLine, signUpOpen, avatarId: null },
    })
    expect(answer.status()).toBe(200)
  }
})
