import { expectAccessibleInBothSchemes } from '../support/accessibility'
import { expect, expectNoOverflow, expectSaid, PHONE, test } from '../support/admin-screens'
import { ADMIN } from '../support/site'

test('a new owner finds what is left to do, each with where it is done, and removes the examples', async ({
  page,
  database,
}) => {
  const [before] = await database.rows<{ untouched: string[] }>('SELECT "untouched" FROM "SiteSettings"')
  const setUntouched = (names: string[]) =>
    database.change(1, `UPDATE "SiteSettings" SET "untouched" = '{${names.join()}}'`)
  await setUntouched(['ownerName', 'titleLine', 'codeUrl', 'signUpOpen'])
  try {
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/signin?next=/adminpanel')
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('main').getByRole('link', { name: 'First Steps' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'First Steps' })).toBeVisible()
    const steps = () => page.getByRole('heading', { level: 2 })
    const titles = ['Your name', 'Your picture', 'Links and contact', 'Your first project', 'The examples']
    // Some are done, which is said behind them.
    titles.push('What addresses look like', 'Who may register')
    await expect(steps()).toHaveText(titles.map((title) => new RegExp(`^${title}`)))
    await expectAccessibleInBothSchemes(page)
    await expectNoOverflow(page)

    const examples = () =>
      database.rows('SELECT "id" FROM "Post" WHERE "isSample" AND "deletedAt" IS NULL').then((rows) => rows.length)
    const count = await examples()
    expect(count).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Remove the examples' }).press('Enter')
    await expect(page.getByText('There are no examples on the site.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The examples (done)' })).toBeVisible()
    expect(await examples()).toBe(0)
    await expectSaid(page, 'moved to the trash.')
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(page.getByRole('button', { name: 'Remove the examples' })).toBeVisible()
    expect(await examples()).toBe(count)

    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: /^Your name/ }) })
      .getByRole('link', { name: 'Site Settings' })
      .click()
    await expect(page).toHaveURL(/\/settings#settings-ownerName$/)
    await expect(page.getByLabel('Owner’s name')).toBeInViewport()
    await setUntouched([])
    await page.getByRole('link', { name: 'First Steps' }).click()
    for (const done of ['Your name (done)', 'Links and contact (done)', 'Who may register (done)']) {
      await expect(page.getByRole('heading', { name: done })).toBeVisible()
    }
    await page.goto('/adminpanel')
    await expect(page.getByRole('main').getByRole('link', { name: 'First Steps' })).toHaveCount(0)
  } finally {
    await setUntouched(before?.untouched ?? [])
  }
})
