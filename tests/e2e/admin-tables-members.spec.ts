import { expect, expectMessage, rowTitles, signInOn, test } from '../support/admin-screens'
import { newAccount, type Person, signIn } from '../support/api-test'
import { ADMIN } from '../support/site'

test('members are listed with what an admin needs to know, one’s own row marked, and found by it', async ({
  adminPage: page,
  admin,
  newPerson,
  visitor,
}) => {
  const person = await newPerson()
  await page.goto(`/adminpanel-members?filter=${person.username}`)
  await expect(page).toHaveTitle(/Members/)
  const row = page.getByRole('row').filter({ hasText: person.name })
  await expect(row).toContainText(person.username)
  await expect(row).toContainText(person.email)
  await expect(row).toContainText(new Date().toISOString().slice(0, 10))
  await expect(row.getByText('You', { exact: true })).toHaveCount(0)

  await page.getByLabel('Filter by name, username or email').fill(admin.email)
  const own = page.getByRole('row').filter({ hasText: admin.name })
  await expect(own.getByText('You', { exact: true })).toBeVisible()
  // What would end one's own access takes choosing the row first.
  await expect(own.getByRole('button')).toHaveCount(0)

  // Of one word: no column is pushed out of the window by it.
  const name = `Émilie ${'Châtelet'.repeat(10)}`
  const account = { ...newAccount(), name }
  expect((await visitor.post('/api/user/signup', account)).status).toBe(201)
  for (const words of [account.username, account.email.toUpperCase()]) {
    await page.getByLabel('Filter by name, username or email').fill(words)
    await expect(rowTitles(page)).toHaveText([name])
  }
  const remove = page.getByRole('button', { name: `Delete ${name}` })
  await expect(remove).toBeInViewport({ ratio: 1 })
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, `${name} was deleted.`)
  await expect(rowTitles(page)).toHaveCount(0)
})

test('an admin is made and unmade, and the change counts at once', async ({ adminPage: page, newPerson }) => {
  const person = await newPerson()
  const mayWrite = async () => (await person.client.post('/api/note/trash', { ids: ['x'], action: 'restore' })).status
  expect(await mayWrite()).toBe(403)
  await page.goto(`/adminpanel-members?filter=${person.username}`)
  const make = page.getByRole('button', { name: `Make admin: ${person.name}`, exact: true })
  const unmake = page.getByRole('button', { name: `Remove admin rights: ${person.name}`, exact: true })
  await make.click()
  const question = page.getByRole('dialog', { name: `Make ${person.name} an admin?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await mayWrite()).toBe(403)
  await make.click()
  await question.getByRole('button', { name: 'Make admin' }).click()
  await expectMessage(page, `${person.name} is now an admin.`)
  await expect(unmake).toBeVisible()
  expect(await mayWrite()).toBe(401)
  await signIn(person.client, person)
  expect(await mayWrite()).toBe(200)

  await unmake.click()
  const demotion = page.getByRole('dialog', { name: `Remove admin rights from ${person.name}?` })
  await demotion.getByRole('button', { name: 'Cancel' }).click()
  expect(await mayWrite()).toBe(200)
  await unmake.click()
  await demotion.getByRole('button', { name: 'Remove admin rights' }).click()
  await expect(make).toBeVisible()
  expect(await mayWrite()).toBe(401)
})

test('several members are signed out at once, and an account is deleted only after asking', async ({
  adminPage: page,
  newPerson,
}) => {
  const people = [await newPerson(), await newPerson()]
  await page.goto('/adminpanel-members?size=50')
  for (const { name } of people) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'End sessions' }).click()
  await expectMessage(page, '2 members are signed out everywhere.')
  for (const { client } of people) expect((await client.get('/api/user/loggedIn')).status).toBe(401)

  const [person] = people as [Person, Person]
  await page.goto(`/adminpanel-members?filter=${person.username}`)
  await page.getByRole('button', { name: `Delete ${person.name}` }).click()
  const question = page.getByRole('dialog', { name: `Delete ${person.name}?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowTitles(page)).toContainText([person.name])
  await page.getByRole('button', { name: `Delete ${person.name}` }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  // The row disappears before the response arrives.
  await expectMessage(page, `${person.name} was deleted.`)
  await expect(page.getByText(`No members match “${person.username}”.`)).toBeVisible()
  expect((await person.client.get(`/api/user/profile/${person.id}`)).status).toBe(404)
})

test('the last admin cannot be unmade, and is told so', async ({ adminPage: page, admin, database }) => {
  const owner = await database.rows<{ id: string }>('SELECT "id" FROM "User" WHERE "email" = $1', [ADMIN.email])
  const [{ id } = { id: '' }] = owner
  await database.setAdmin(id, false)
  try {
    await page.goto(`/adminpanel-members?filter=${admin.username}`)
    await page.getByRole('checkbox', { name: `Select ${admin.name}` }).check()
    const chosen = page.getByRole('region', { name: 'Selected rows' })
    await chosen.getByRole('button', { name: 'Remove admin rights' }).click()
    const question = page.getByRole('dialog', { name: `Remove admin rights from ${admin.name}?` })
    await expect(question).toContainText('This is your own account')
    await question.getByRole('button', { name: 'Remove admin rights' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'The last admin cannot be removed.' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: admin.name })).toContainText('Yes')
    expect((await admin.client.get('/api/user/loggedIn')).status).toBe(200)
  } finally {
    await database.setAdmin(id, true)
  }
})

test('who ends their own sessions is asked, and leads to the sign-in', async ({ page, newPerson }) => {
  const person = await newPerson('admin')
  await signInOn(page, person)
  await page.goto(`/adminpanel-members?filter=${person.username}`)
  await page.getByRole('checkbox', { name: `Select ${person.name}` }).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'End sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click()
  await expect(page).toHaveURL('/signin')
  expect((await person.client.get('/api/user/loggedIn')).status).toBe(401)
})
