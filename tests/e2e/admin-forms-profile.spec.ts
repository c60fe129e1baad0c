import type { Page } from '@playwright/test'
import { ADMIN } from '../support/site'
import { expect, expectMessage, hydrated, signInBrowser, test } from '../support/writing'

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true })

test.describe('the own profile', () => {
  test('is beside Security, says at the field what is taken or not valid, is saved, and the bar shows the new name', async ({
    page,
    member,
  }) => {
    await signInBrowser(page, member)
    await page.goto('/user/security')
    await expect(page.getByRole('region', { name: 'Where you are signed in' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Update Profile' }).click()
    await page.waitForURL('/user/update')
    await expect(page.getByRole('main').getByRole('link', { name: 'Security' })).toHaveAttribute(
      'href',
      '/user/security',
    )
    await expect(page.getByText('Is admin? no', { exact: true })).toBeVisible()
    await expect(label(page, 'Username')).toHaveValue(member.username)
    await label(page, 'Email').fill(ADMIN.email)
    await update(page).click()
    await expect(label(page, 'Email')).toBeFocused()
    await expect(label(page, 'Email')).toHaveAccessibleDescription('This email is already registered.')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await label(page, 'Username').fill('a b')
    await update(page).click()
    await expect(label(page, 'Username')).toHaveAccessibleDescription(/can only have letters/)
    await label(page, 'Username').fill(member.username)
    await label(page, 'Email').fill(member.email)

    await label(page, 'Name').fill('Renamed Member')
    await page.getByRole('textbox', { name: 'Description Header' }).click()
    await page.keyboard.type('About me.')
    await update(page).click()
    await page.waitForURL(`/profile/${member.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renamed Member')
    await expect(page.getByText('About me.')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Renamed Member' })).toBeVisible()
    // The old password is still valid: the field was blank.
    await signInBrowser(page, member)
  })

  test('takes over what was saved elsewhere, and asks only about what was changed here too', async ({
    page,
    member,
    elsewhere,
  }) => {
    const save = async (data: Record<string, string>) =>
      expect((await elsewhere.request.put(`/api/user/profile/${member.id}`, { data })).status()).toBe(200)
    await signInBrowser(page, member)
    await page.goto('/user/update')
    await label(page, 'Name').fill('Mine')
    await save({ about: '<p>Theirs</p>' })
    await update(page).click()
    await page.waitForURL(`/profile/${member.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mine')
    await expect(page.getByText('Theirs', { exact: true })).toBeVisible()

    await page.goto('/user/update')
    await label(page, 'Name').fill('Mine again')
    await save({ name: 'Theirs' })
    await update(page).click()
    const dialog = page.getByRole('dialog', { name: 'Changed in the meantime' })
    const name = dialog.getByRole('group', { name: 'Name', exact: true })
    await expect(name.getByRole('radio', { name: 'What you wrote' })).toBeChecked()
    await name.getByRole('radio', { name: 'The saved version' }).check()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await page.waitForURL(`/profile/${member.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Theirs')
  })

  test('is kept on this device by Ctrl+S without its password, which ends every session and leads to the sign-in', async ({
    page,
    member,
    context,
  }) => {
    await signInBrowser(page, member)
    await page.goto('/user/update')
    await hydrated(page)
    const status = page.getByRole('main').getByRole('status')
    await label(page, 'Name').fill('Another name')
    await page.keyboard.press('Control+s')
    await expect(status.filter({ hasText: /^Kept on this device$/ })).toBeVisible()
    await label(page, 'Password').fill('quite another password')
    await page.keyboard.press('Control+s')
    await expect(status.filter({ hasText: /^Not saved$/ })).toBeVisible()
    await update(page).click()
    await page.waitForURL(/\/signin/)
    await expectMessage(page, 'Please sign in with the new password.')
    expect((await context.request.get('/api/user/loggedIn')).status()).toBe(401)
    await expect(page.getByRole('banner').getByText(member.name)).toBeHidden()

    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password').fill('quite another password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(`/profile/${member.id}`)
  })

  test('asks for the sign-in again, beside the form, when a new email or password comes late', async ({
    page,
    member,
    database,
  }) => {
    await signInBrowser(page, member)
    await database.ageSessions(member.id, 60 * 60)
    await page.goto('/user/update')
    await label(page, 'Email').fill(`new-${member.email}`)
    await update(page).click()
    const dialog = page.getByRole('dialog', { name: 'Sign In' })
    await expect(dialog).toContainText('Please sign in again before changing the email.')
    // Which of the two, and nothing to be typed but the password.
    await expect(dialog).toContainText(`${member.name} ${member.email}`)
    await expect(dialog.getByRole('textbox')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await expect(label(page, 'Email')).toHaveAccessibleDescription('Please sign in again before changing the email.')
    // Not for the one there is.
    await label(page, 'Email').fill(member.email)
    await update(page).click()
    await page.waitForURL(`/profile/${member.id}`)

    await page.goto('/user/update')
    await label(page, 'Name').fill('Late Member')
    await label(page, 'Password').fill('quite another password')
    await update(page).click()
    await expect(dialog).toContainText('Please sign in again before changing the password.')
    await dialog.getByLabel('Password').fill(member.password)
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(/\/signin/)
    await signInBrowser(page, { email: member.email, password: 'quite another password' })
  })
})
