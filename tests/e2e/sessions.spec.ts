import type { Page } from '@playwright/test'
import { expect, expectMessage, test } from '../support/admin-screens'
import { ApiClient } from '../support/api-client'
import { type Person, signIn } from '../support/api-test'
import { makePost } from '../support/content'
import { site } from '../support/site'

async function signInElsewhere(person: Person): Promise<ApiClient> {
  const client = new ApiClient(site.baseUrl)
  await signIn(client, person)
  return client
}

const NOT_ALLOWED = 'Not allowed to be here. Please, go back.'

/** Signs in on the screen for it: the browser remembers what a later change does not tell it. */
async function signInHere(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
}

const isSignedIn = async (client: ApiClient) => (await client.get('/api/user/loggedIn')).status === 200

test('a member finds the way from their profile, ends one session, all others and then their own', async ({
  page,
  newPerson,
}) => {
  const person = await newPerson()
  const [one, two, three] = [
    await signInElsewhere(person),
    await signInElsewhere(person),
    await signInElsewhere(person),
  ]
  await signInHere(page, person)
  await page.getByRole('link', { name: person.name }).click()
  await page.getByRole('main').getByRole('link', { name: 'Security' }).click()

  const section = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(section.getByRole('listitem')).toHaveCount(5)
  // For admins alone.
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toHaveCount(0)
  await expect(section.getByRole('listitem').first()).toContainText('This one')
  await expect(section.getByRole('listitem').first()).toContainText(/^Chrome/)
  await section
    .getByRole('button', { name: /^End session/ })
    .first()
    .click()
  await expect(section.getByRole('listitem')).toHaveCount(4)
  // The newest other session is listed first.
  expect(await Promise.all([one, two, three].map(isSignedIn))).toEqual([true, true, false])

  await section.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expectMessage(page, '3 other sessions ended.')
  await expect(section.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0)
  expect(await Promise.all([one, two].map(isSignedIn))).toEqual([false, false])

  await section.getByRole('button', { name: /^Sign out here/ }).click()
  await expect(page).toHaveURL('/signin')
  expect((await page.request.get('/api/user/loggedIn')).status()).toBe(401)
})

test('nobody but its owner is offered to change a profile, and how it is signed in to', async ({
  page,
  member,
  otherMember,
}) => {
  await page.addInitScript((profile) => localStorage.setItem('profile', JSON.stringify(profile)), {
    id: member.id,
    name: member.name,
    isAdmin: false,
  })
  await page.goto(`/profile/${member.id}`)
  for (const name of ['Update Profile', 'Security']) await expect(page.getByRole('link', { name })).toBeVisible()
  await page.goto(`/profile/${otherMember.id}`)
  await expect(page.getByRole('heading', { level: 1, name: otherMember.name })).toBeVisible()
  for (const name of ['Update Profile', 'Security']) await expect(page.getByRole('link', { name })).toBeHidden()
})

test.describe('what a browser remembers of who is signed in', () => {
  const banner = (page: Page) => page.getByRole('banner')
  const change = async (admin: Person, action: string, { id }: Person) =>
    expect((await admin.client.post('/api/user/members', { ids: [id], action })).status).toBe(200)
  const forgets = (page: Page) => expect.poll(() => page.evaluate(() => localStorage.getItem('profile'))).toBeNull()
  const rename = async ({ id, client }: Person, name: string) =>
    expect((await client.put(`/api/user/profile/${id}`, { name })).status).toBe(200)

  test('who is made an admin opens the Admin Panel once signed in again, and who is none any more sees no Options', async ({
    page,
    admin,
    newPerson,
  }) => {
    const person = await newPerson()
    await signInHere(page, person)
    await change(admin, 'promote', person)
    await signInHere(page, person)
    await banner(page).getByRole('link', { name: person.name }).click()
    await page.getByRole('main').getByRole('link', { name: 'Admin Panel', exact: true }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await expect(page).toHaveURL('/adminpanel')

    const id = await makePost(admin.client, { title: 'Seen by a former admin' })
    await change(admin, 'demote', person)
    await page.goto('/adminpanel')
    await forgets(page)
    await expect(page.getByText(NOT_ALLOWED)).toBeVisible()
    await page.goto(`/post/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Seen by a former admin' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Options' })).toBeHidden()
  })

  test('a screen that stays refused is loaded again only once', async ({ page, newPerson }) => {
    const person = await newPerson()
    await signInHere(page, person)
    await page.route('**/api/user/loggedIn', (route) =>
      route.fulfill({ json: { message: 'Yes.', _id: person.id, userProfile: { name: person.name, isAdmin: true } } }),
    )
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    const answered = (times: number) => {
      let left = times
      return page.waitForResponse((answer) => answer.url().endsWith('/api/user/loggedIn') && --left === 0)
    }
    const twice = answered(2)
    await page.goto('/adminpanel')
    await twice
    // Each visit asks once, and another address has a reload of its own.
    const again = answered(2)
    await page.goto('/adminpanel-notes')
    await again
    const once = answered(1)
    await page.reload()
    await once
    await expect(page.getByText(NOT_ALLOWED)).toBeVisible()
    await page.goto('/')
    expect(loads, 'two, two, the reload and home').toBe(6)
  })

  test('whose session was ended elsewhere is shown as signed out where a screen is refused', async ({
    page,
    admin,
    newPerson,
  }) => {
    const person = await newPerson()
    await signInHere(page, person)
    await change(admin, 'end-sessions', person)
    expect((await page.goto('/user/security'))?.status()).toBe(403)
    await forgets(page)
    await expect(banner(page).getByRole('button', { name: 'Logout' })).toBeHidden()
    await expect(banner(page).getByRole('link', { name: person.name })).toBeHidden()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await page.reload()
    await expect(page.getByText(NOT_ALLOWED)).toBeVisible()
    await expect(banner(page).getByRole('button', { name: 'Logout' })).toBeHidden()
  })

  test('a name that was changed elsewhere is in the bar once the own profile was opened', async ({
    page,
    newPerson,
  }) => {
    const person = await newPerson()
    await signInHere(page, person)
    const name = `${person.name} the Second`
    await rename(person, name)
    await banner(page).getByRole('link', { name: person.name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(banner(page).getByRole('link', { name, exact: true })).toBeVisible()

    // Not the other way round: this page is older than the name.
    const other = await page.context().newPage()
    await other.goto(`/profile/${person.id}`)
    await rename(person, `${person.name} the Third`)
    await other.reload()
    await expect(banner(page).getByRole('link', { name: `${person.name} the Third` })).toBeVisible()
    await expect(banner(other).getByRole('link', { name: `${person.name} the Third` })).toBeVisible()
  })
})
