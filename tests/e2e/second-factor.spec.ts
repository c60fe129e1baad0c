import { expectAccessibleButForColours, expectAccessibleInBothSchemes } from '../support/accessibility'
import { DESK, expect, expectNoOverflow, PHONE, signInOn, test } from '../support/admin-screens'
import { ApiClient } from '../support/api-client'
import { signIn } from '../support/api-test'
import { codeOf, turnOnSecondFactor } from '../support/second-factor'
import { site } from '../support/site'

test('an admin cancels it and turns it on, signs in with a code where the fields are kept, and turns it off', async ({
  page,
  newPerson,
}) => {
  const person = await newPerson('admin')
  await signInOn(page, person)
  await signIn(new ApiClient(site.baseUrl), person)
  await page.setViewportSize(PHONE)
  await page.goto('/user/security')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  const section = page.getByRole('region', { name: 'Two-step sign-in' })
  const password = section.getByLabel('Password')
  for (const wrong of ['', 'not the password']) {
    await password.fill(wrong)
    await section.getByRole('button', { name: 'Turn on' }).click()
    await expect(password).toHaveAccessibleDescription(/./)
    await expect(password).toBeFocused()
  }
  await password.fill(person.password)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByRole('button', { name: 'Cancel' }).click()
  await expect(section.getByRole('heading')).toBeFocused()
  await expect(password).toHaveValue('')
  await expect(section.getByLabel('Code')).toHaveCount(0)

  // It begins with the password again.
  await password.fill(person.password)
  await section.getByRole('button', { name: 'Turn on' }).click()
  const picture = section.getByRole('img', { name: 'QR code of the key below' })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
  await expectAccessibleInBothSchemes(page)
  await expectNoOverflow(page)
  const key = (await section.locator('code').textContent()) ?? ''
  await expect(section.getByText('Scan this with your authenticator app')).toBeVisible()
  await expect(section.getByLabel('Code')).toBeFocused()
  await expect(section.getByText('The six digits from your authenticator app.')).toBeVisible()
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  await section.getByLabel('Code').fill('000000')
  await section.getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByText('The code is wrong. Is the clock of your phone right?')).toBeVisible()
  await expect(section.getByLabel('Code')).toBeFocused()
  await section.getByLabel('Code').fill(codeOf(key))
  await section.getByRole('button', { name: 'Confirm' }).click()
  const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  // The others were ended.
  await expect(sessions).toHaveCount(1)
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await section.getByRole('button', { name: 'Copy codes' }).click()
  await expect(section.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe((await codes.allTextContents()).join('\n'))
  await expectAccessibleInBothSchemes(page)
  await expectNoOverflow(page)
  await section.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section.getByRole('button', { name: 'Turn off' })).toBeVisible()

  await page.setViewportSize(DESK)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/signin')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
  await expect(page.getByText('Enter the code from your authenticator app.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByLabel('Password')).toHaveValue(person.password)
  await expectAccessibleButForColours(page)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(
    page.getByText('The code is wrong or has already been used. Is the clock of your phone right?'),
  ).toBeVisible()
  // The current code may have been used already.
  await page.getByLabel('Code').fill(codeOf(key, 1))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/user/security')
  await section.getByLabel('Password').fill(person.password)
  await section.getByLabel('Code').fill(recovery)
  await section.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible()
  await expect(section.getByLabel('Password')).toHaveValue('')
})

test('a form whose session has ended asks for the code beside it, and loses nothing', async ({ page, newPerson }) => {
  const person = await newPerson('admin')
  const { client, password } = person
  const { key } = await turnOnSecondFactor(client, password)
  await signInOn(page, person)
  await page.goto('/user/update')
  await page.getByLabel('Name', { exact: true }).fill('Ada the Second')
  await client.copy().post('/api/user/logout')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await dialog.getByLabel('Code').fill(codeOf(key))
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`/profile/${person.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada the Second')
})

test('a new email asks for the sign-in and then for a code, at the form, and loses nothing', async ({
  page,
  newPerson,
  database,
}) => {
  const person = await newPerson('admin')
  const { key, recoveryCodes } = await turnOnSecondFactor(person.client, person.password)
  await database.ageSessions(person.id, 60 * 60)
  await signInOn(page, person)
  await page.goto('/user/update')
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Update', exact: true }) })
  const code = form.getByRole('textbox', { name: 'Code', exact: true })
  const email = `moved-${person.email}`
  await form.getByLabel('Name', { exact: true }).fill('Ada Moved')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByRole('textbox', { name: 'Description Header' }).click()
  await page.keyboard.type('Written before the code.')
  await expect(code).toHaveCount(0)
  await form.getByRole('button', { name: 'Update', exact: true }).click()

  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await expect(dialog).toContainText('Please sign in again before changing the email.')
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await dialog.getByLabel('Code').fill(recoveryCodes[0] ?? '')
  await dialog.getByRole('button', { name: 'Sign In' }).click()

  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(/Enter the code from your authenticator app\.$/)
  await expect(form.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expectAccessibleButForColours(page)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await code.fill('000000')
  await form.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(code).toHaveAccessibleDescription(
    /The code is wrong or has already been used\. Is the clock of your phone right\?$/,
  )
  await expect(code).toBeFocused()
  await code.fill(codeOf(key))
  await form.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page).toHaveURL(`/profile/${person.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Moved')
  await expect(page.getByText('Written before the code.')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
})
