import { expectAccessibleInBothSchemes } from '../support/accessibility'
import { expect, expectMessage, test } from '../support/admin-screens'
import { ApiClient } from '../support/api-client'
import { site } from '../support/site'

test('an admin makes a token, sees it once, uses it and revokes it', async ({ page, newPerson }) => {
  const person = await newPerson('admin')
  await page.goto('/signin')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/user/security')
  const section = page.getByRole('region', { name: 'Tokens for programs' })
  await section.getByRole('button', { name: 'Make token' }).click()
  await expect(section.getByLabel('Name')).toBeFocused()
  await section.getByLabel('Name').fill('CI of the blog')
  await section.getByLabel('Write drafts and upload pictures').check()
  await section.getByLabel('Expires in').selectOption('7 days')
  await section.getByRole('button', { name: 'Make token' }).click()

  const token = await section.locator('code', { hasText: 'colophon_' }).textContent()
  const row = section.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(row).toContainText(`CI of the blog…${token?.slice(-4)}Expires soon`)
  await expect(row).toContainText('read, write')
  await expect(row).toContainText('never used')
  await expectAccessibleInBothSchemes(page)
  await section.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(String(token))).toHaveCount(0)

  const asProgram = () => new ApiClient(site.baseUrl).get('/api/token', { authorization: `Bearer ${token}` })
  expect((await asProgram()).status).toBe(200)
  await page.reload()
  await expect(row).toContainText('last used')
  await section.getByRole('button', { name: 'Revoke: CI of the blog' }).click()
  await expectMessage(page, 'Token revoked.')
  await expect(row).toHaveCount(0)
  expect((await asProgram()).status).toBe(401)
})

test('a sign-in that is no longer fresh is renewed on the spot, and nothing typed is lost', async ({
  page,
  newPerson,
  database,
}) => {
  const person = await newPerson('admin')
  await page
    .context()
    .addCookies([...person.client.cookies].map(([name, value]) => ({ name, value, url: site.baseUrl })))
  await database.rows(`UPDATE "Session" SET "createdAt" = now() - interval '1 hour' WHERE "userId" = $1`, [person.id])
  await page.goto('/user/security')
  const section = page.getByRole('region', { name: 'Tokens for programs' })
  await section.getByLabel('Name').fill('Assistant')
  await section.getByRole('button', { name: 'Make token' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Please sign in again before making a token.')
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(section.locator('code', { hasText: 'colophon_' })).toBeVisible()
  await expect(section.getByRole('list', { name: 'Tokens' })).toContainText('Assistant')
})
