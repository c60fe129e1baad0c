import { DEMO_CV } from '@/prisma/seed/profile'
import { expectAccessibleInBothSchemes } from '../support/accessibility'
import { expect, expectMessage, expectNoOverflow, PHONE, test } from '../support/admin-screens'
import { ADMIN } from '../support/site'

type Owner = { username: string; about: string; colophon: string; document: string }

test('a new owner finds what is left to do, each with where it is done, and removes what came with the site', async ({
  page,
  database,
}) => {
  await database.change(
    1,
    'INSERT INTO "Cv" ("document", "updatedAt") VALUES ($1, now()) ON CONFLICT ("id") DO UPDATE SET "document" = $1',
    [JSON.stringify(DEMO_CV)],
  )
  const ownerNow = async () => {
    const [row] = await database.rows<Owner>(
      'SELECT "username", "about", "colophon", "document" FROM "Cv", "SiteSettings" JOIN "User" ON "User"."id" = "ownerId"',
    )
    return row
  }
  const before = await ownerNow()
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/signin?next=/adminpanel')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('main').getByRole('link', { name: 'First Steps' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'First Steps' })).toBeVisible()
  const steps = () => page.getByRole('heading', { level: 2 })
  const titles = ['Your name', 'Your About page', 'Your picture', 'Links and contact', 'Your first project']
  // Some are done, which is said behind them.
  titles.push('Its story and pictures', 'Your CV', 'The examples', 'What addresses look like', 'Who may register')
  await expect(steps()).toHaveText(titles.map((title) => new RegExp(`^${title}`)))
  const notice = page.getByText('Still as they came')
  await expect(notice).toContainText('About page')
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
  expect(await ownerNow()).toMatchObject({
    username: 'owner',
    document: '',
    colophon: expect.stringMatching(/^Set in /),
  })
  await expect(notice).not.toContainText(/colophon|the CV/)
  await expectMessage(page, 'moved to the trash.')
  await page.getByRole('button', { name: 'Undo removing the examples' }).click()
  await expect(page.getByRole('button', { name: 'Remove the examples' })).toBeVisible()
  expect(await examples()).toBe(count)
  expect(await ownerNow()).toEqual(before)

  await page.getByRole('button', { name: 'Start empty' }).click()
  await expect(page.getByRole('heading', { name: 'Your About page (done)' })).toBeVisible()
  await expect(notice).not.toContainText('About page')
  expect(await ownerNow()).toMatchObject({ about: '' })
  await page.getByRole('button', { name: 'Undo emptying the About page' }).click()
  await expect(page.getByRole('button', { name: 'Start empty' })).toBeVisible()
  expect(await ownerNow()).toEqual(before)

  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^Your name/ }) })
    .getByRole('link', { name: 'Site Settings' })
    .click()
  await expect(page).toHaveURL(/\/settings#settings-ownerName$/)
  await expect(page.getByLabel('Owner’s name')).toBeInViewport()
})
