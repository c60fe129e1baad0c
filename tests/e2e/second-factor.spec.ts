import { DESK, expect, expectAccessible, expectNoOverflow, PHONE, signInOn, test } from '../support/admin-screens'
import { codeOf, turnOnSecondFactor } from '../support/second-factor'

test('an admin turns it on, signs in with a code where the fields are kept, and turns it off', async ({
  page,
  newPerson,
}) => {
  const person = await newPerson('admin')
  await signInOn(page, person)
  await page.setViewportSize(PHONE)
  await page.goto('/user/update')
  const section = page.getByRole('region', { name: 'Second factor' })
  await section.getByLabel('Password').fill(person.password)
  await section.getByRole('button', { name: 'Turn on' }).click()
  const picture = section.getByRole('img', { name: 'QR code of the key below' })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
  await expectAccessible(page)
  await expectNoOverflow(page)
  const key = (await section.locator('code').textContent()) ?? ''
  await section.getByLabel('Code').fill('000000')
  await section.getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByText('The code is wrong. Is the clock of your phone right?')).toBeVisible()
  await section.getByLabel('Code').fill(codeOf(key, -1))
  await section.getByRole('button', { name: 'Confirm' }).click()
  const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await expectAccessible(page)
  await expectNoOverflow(page)
  await section.getByRole('button', { name: 'I have kept them' }).click()
  await expect(section.getByRole('button', { name: 'Turn off' })).toBeVisible()

  await page.setViewportSize(DESK)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/signin')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
  await expect(page.getByText('Enter the code of your authenticator app.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByLabel('Password')).toHaveValue(person.password)
  await expectAccessible(page)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('The code is wrong or was used before.')).toBeVisible()
  await page.getByLabel('Code').fill(codeOf(key))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/user/update')
  await section.getByLabel('Password').fill(person.password)
  await section.getByLabel('Code').fill(recovery)
  await section.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible()
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
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await dialog.getByLabel('Code').fill(codeOf(key))
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`/profile/${person.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada the Second')
})

test('a member without admin is offered none', async ({ page, member }) => {
  await signInOn(page, member)
  await page.goto('/user/update')
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Second factor' })).toHaveCount(0)
})
