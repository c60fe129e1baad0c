import { expectAccessible } from '../support/accessibility'
import { DESK, expect, expectNoOverflow, PHONE, test } from '../support/admin-screens'
import { ApiClient } from '../support/api-client'
import { type Person, signIn } from '../support/api-test'
import { site } from '../support/site'

async function signInElsewhere(person: Person): Promise<ApiClient> {
  const client = new ApiClient(site.baseUrl)
  await signIn(client, person)
  return client
}

const isSignedIn = async (client: ApiClient) => (await client.get('/api/user/loggedIn')).status === 200

test('a member finds the way from their profile, ends one session and then all others', async ({ page, newPerson }) => {
  const person = await newPerson()
  const [one, two, three] = [
    await signInElsewhere(person),
    await signInElsewhere(person),
    await signInElsewhere(person),
  ]
  await page.goto('/signin')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: person.name }).click()
  await page.getByRole('main').getByRole('link', { name: 'Security' }).click()

  const section = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(section.getByRole('listitem')).toHaveCount(5)
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
  await expect(page.getByRole('status').filter({ hasText: '3 other sessions ended.' })).toBeVisible()
  await expect(section.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0)
  expect(await Promise.all([one, two].map(isSignedIn))).toEqual([false, false])
})

test('signing out here leads to the sign-in', async ({ adminPage: page, newPerson, context }) => {
  const person = await newPerson()
  await context.clearCookies()
  await context.addCookies(
    [...person.client.cookies].map(([name, value]) => ({ name, value, url: person.client.origin })),
  )
  await page.goto('/user/security')
  await page.getByRole('button', { name: /^Sign out here/ }).click()
  await expect(page).toHaveURL('/signin')
  expect(await isSignedIn(person.client)).toBe(false)
})

for (const viewport of [PHONE, DESK]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the list holds together at ${viewport.width} pixels in ${colorScheme}`, async ({
      adminPage: page,
      admin,
    }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await signInElsewhere(admin)
      await page.goto('/user/security')
      await expect(page.getByRole('button', { name: 'End all other sessions' })).toBeVisible()
      await expectAccessible(page)
      await expectNoOverflow(page)
    })
  }
}

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
