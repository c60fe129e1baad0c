import { expect } from '@playwright/test'
import { ApiClient, newPassword } from '../support/api-client'
import { type Person, signIn, test, trySignIn } from '../support/api-test'
import { readProfile } from '../support/content'
import { nextAuthSession } from '../support/next-auth'
import { expectAnswer, expectError, profileSavedShape } from '../support/shapes'
import { site } from '../support/site'

const MEBIBYTE = 1_048_576
const FRESH_SIGN_IN_SECONDS = 15 * 60

function profilePath(person: { id: string }): string {
  return `/api/user/profile/${person.id}`
}

async function save(client: ApiClient, person: Person, fields: Record<string, unknown>) {
  return expectAnswer(await client.put(profilePath(person), fields), 200, profileSavedShape).user
}

test.describe('reading a profile', () => {
  test('anyone may, but not the email', async ({ visitor, member, otherMember }) => {
    for (const client of [visitor, otherMember.client]) {
      expect(await readProfile(client, member.id)).toEqual({
        id: member.id,
        _id: member.id,
        name: member.name,
        username: member.username,
        email: '',
        password: '',
        about: '',
        isAdmin: false,
        version: expect.any(Number),
      })
    }
  })

  test('the person and an admin see the email too', async ({ member, admin }) => {
    expect((await readProfile(member.client, member.id)).email).toBe(member.email)
    expect((await readProfile(admin.client, member.id)).email).toBe(member.email)
  })

  test("an admin's email is hidden like anybody's, and the admin role is shown", async ({ visitor, admin }) => {
    expect(await readProfile(visitor, admin.id)).toMatchObject({ email: '', isAdmin: true })
  })

  test("the site's owner shows the email to all, or to none", async ({ visitor, member, otherMember, database }) => {
    const settings = await database.rows<{ ownerId: string | null; showEmail: boolean }>(
      'SELECT "ownerId", "showEmail" FROM "SiteSettings"',
    )
    const [before] = settings
    const set = (ownerId: string | null | undefined, showEmail: boolean | undefined) =>
      database.change(1, 'UPDATE "SiteSettings" SET "ownerId" = $1, "showEmail" = $2', [ownerId, showEmail])
    try {
      await set(member.id, true)
      expect((await readProfile(visitor, member.id)).email).toBe(member.email)
      expect((await readProfile(otherMember.client, member.id)).email).toBe(member.email)
      expect((await readProfile(visitor, otherMember.id)).email).toBe('')
      await set(member.id, false)
      expect((await readProfile(visitor, member.id)).email).toBe('')
    } finally {
      await set(before?.ownerId, before?.showEmail)
    }
  })

  test('an unknown profile is not found', async ({ visitor, admin }) => {
    const unknown = ['unknown', '0', '-1', crypto.randomUUID(), "'", '%00', '%25', 'x'.repeat(3_000), '☕']
    for (const client of [visitor, admin.client]) {
      for (const id of unknown) {
        expectError(await client.get(`/api/user/profile/${id === '☕' ? encodeURIComponent(id) : id}`), 404)
      }
    }
  })
})

test.describe('saving a profile', () => {
  test('changes the fields sent, keeps the others, and returns the current profile', async ({ newPerson, visitor }) => {
    const person = await newPerson()
    const before = await readProfile(person.client, person.id)
    const saved = await save(person.client, person, { name: ' Ada  ', about: '<p>I make <em>tea</em>.</p>' })
    expect(saved).toEqual({
      ...before,
      name: 'Ada',
      about: '<p>I make <em>tea</em>.</p>',
      version: saved.version,
    })
    expect(saved.version).toBeGreaterThan(before.version)
    expect(await readProfile(person.client, person.id)).toEqual(saved)
    expect(await readProfile(visitor, person.id)).toEqual({ ...saved, email: '' })
  })

  test('with all fields, as the form sends it, changes all of them', async ({ newPerson }) => {
    const person = await newPerson()
    const tag = crypto.randomUUID().slice(0, 8)
    const fields = { name: `New ${tag}`, username: `new-${tag}`, email: `new-${tag}@example.org`, about: '<p>a</p>' }
    const saved = await save(person.client, person, { ...fields, password: '' })
    expect(saved).toMatchObject(fields)
    expect((await person.client.get('/api/user/loggedIn')).status).toBe(200)
    expect(await signIn(new ApiClient(site.baseUrl), { email: fields.email, password: person.password })).toBe(
      person.id,
    )
  })

  test('with nothing to change changes nothing', async ({ newPerson }) => {
    const person = await newPerson()
    const before = await readProfile(person.client, person.id)
    const saved = await save(person.client, person, {})
    expect({ ...saved, version: 0 }).toEqual({ ...before, version: 0 })
  })

  test('never makes an admin, nor changes an id', async ({ newPerson }) => {
    const person = await newPerson()
    const before = await readProfile(person.client, person.id)
    const saved = await save(person.client, person, { isAdmin: true, _id: 'x', id: 'x', createdAt: 'x', role: 'admin' })
    expect({ ...saved, version: 0 }).toEqual({ ...before, version: 0 })
    expectError(await person.client.post('/api/note/new', { title: 'x', about: '', description: '' }), 403)
  })

  test('an admin saves anybody, by the same rules', async ({ newPerson, admin }) => {
    const person = await newPerson()
    const saved = await save(admin.client, person, { name: 'By an admin', isAdmin: true })
    expect(saved).toMatchObject({ name: 'By an admin', email: person.email, isAdmin: false })
    expectError(await admin.client.put(profilePath(person), { username: 'x' }), 422, 'username')
    expectError(await admin.client.put('/api/user/profile/unknown', { name: 'x' }), 404)
    expectError(await admin.client.put(`/api/user/profile/${crypto.randomUUID()}`, { name: 'x' }), 404)
  })

  test('a visitor and another user are refused and change nothing', async ({ visitor, member, otherMember, admin }) => {
    const before = await readProfile(admin.client, member.id)
    expectError(await visitor.put(profilePath(member), { name: 'Taken over' }), 401)
    expectError(await otherMember.client.put(profilePath(member), { name: 'Taken over' }), 403)
    expectError(await otherMember.client.put(profilePath(admin), { password: newPassword() }), 403)
    expect(await readProfile(admin.client, member.id)).toEqual(before)
    expect(await signIn(visitor, admin)).toBe(admin.id)
  })

  test("another user's email or user name is taken, in any case; the user's own is not", async ({
    newPerson,
    member,
  }) => {
    const person = await newPerson()
    const before = await readProfile(person.client, person.id)
    for (const email of [member.email, member.email.toUpperCase()]) {
      expectError(await person.client.put(profilePath(person), { name: 'x', email }), 409, 'email')
    }
    for (const username of [member.username, member.username.toUpperCase()]) {
      expectError(await person.client.put(profilePath(person), { name: 'x', username }), 409, 'username')
    }
    expect(await readProfile(person.client, person.id)).toEqual(before)
    const saved = await save(person.client, person, { email: person.email.toUpperCase(), username: person.username })
    expect(saved.email.toLowerCase()).toBe(person.email)
  })

  // All limits: lib/user/input.test.ts.
  test('name and user name of the longest kind pass, longer ones fail with 422 and change nothing', async ({
    newPerson,
  }) => {
    const person = await newPerson()
    const fields = { name: '茶'.repeat(100), username: crypto.randomUUID().padEnd(40, '.') }
    expect(await save(person.client, person, fields)).toMatchObject(fields)
    const wrong = { name: 'Never saved', username: 'a'.repeat(41) }
    expectError(await person.client.put(profilePath(person), wrong), 422, 'username')
    expect(await readProfile(person.client, person.id)).toMatchObject(fields)
  })

  test('an about text of exactly 1 MiB passes for an admin, and of 64 KiB for a member', async ({ newPerson }) => {
    for (const [role, bytes] of [
      ['admin', MEBIBYTE],
      ['user', 64 * 1024],
    ] as const) {
      const person = await newPerson(role)
      const about = `<p>${'x'.repeat(bytes - 7)}</p>`
      expect((await save(person.client, person, { about })).about).toBe(about)
      expect((await readProfile(person.client, person.id)).about).toBe(about)
      const longer = await person.client.put(profilePath(person), { about: `<p>${'x'.repeat(bytes - 6)}</p>` })
      expectError(longer, 422, 'about')
    }
  })

  test('of a member is read no further than its about text needs, however it is escaped', async ({ newPerson }) => {
    const person = await newPerson()
    const about = `<p>${'"'.repeat(64 * 1024 - 7)}</p>`
    const headers = { 'content-type': 'application/json' }
    const put = (body: string) => person.client.send('PUT', profilePath(person), { headers, body })
    const escaped = JSON.stringify({ about })
    expect(expectAnswer(await put(escaped.padEnd(256 * 1024)), 200, profileSavedShape).user.about).toBe(about)
    expectError(await put(escaped.padEnd(256 * 1024 + 1)), 413)
  })

  test('an about text is sanitised before it is stored', async ({ newPerson, visitor }) => {
    const person = await newPerson()
    const about =
      '<p onclick="x()">I <script>steal()</script>make <a href="javascript:x()">tea</a></p><iframe src="/"></iframe>'
    await save(person.client, person, { about })
    const read = (await readProfile(visitor, person.id)).about
    expect(read).toContain('make')
    expect(read).not.toMatch(/script|onclick|javascript|iframe|steal/i)
  })
})

test.describe('changing a password', () => {
  test('ends every session of the person at once, and only the new password signs in', async ({
    newPerson,
    member,
  }) => {
    const person = await newPerson()
    const elsewhere = new ApiClient(site.baseUrl)
    await signIn(elsewhere, person)
    const here = person.client.copy()
    const password = `  ${newPassword()} `
    await save(person.client, person, { password })

    for (const client of [here, elsewhere]) {
      const stolen = client.copy()
      expectError(await client.get('/api/user/loggedIn'), 401)
      expectError(await stolen.put(profilePath(person), { name: 'x' }), 401)
      expect(await nextAuthSession(stolen)).toEqual({})
    }
    const visitor = new ApiClient(site.baseUrl)
    expectError(await trySignIn(visitor, person), 401)
    expectError(await trySignIn(visitor, { ...person, password: password.trim() }), 401)
    expect(await signIn(visitor, { ...person, password })).toBe(person.id)
    expect((await member.client.get('/api/user/loggedIn')).status).toBe(200)
  })

  test('by an admin ends the sessions of the person, not of the admin', async ({ newPerson, admin }) => {
    const person = await newPerson('admin')
    const password = newPassword()
    await save(admin.client, person, { password })
    expectError(await person.client.post('/api/note/new', { title: 'x', about: '', description: '' }), 401)
    expect((await admin.client.get('/api/user/loggedIn')).status).toBe(200)
    expect(await signIn(new ApiClient(site.baseUrl), { ...person, password })).toBe(person.id)
  })

  test('a blank password keeps the old one and the sessions', async ({ newPerson }) => {
    const person = await newPerson()
    await save(person.client, person, { name: 'Same password', password: '' })
    expect((await person.client.get('/api/user/loggedIn')).status).toBe(200)
    expect(await signIn(new ApiClient(site.baseUrl), person)).toBe(person.id)
  })

  test('requires a sign-in not older than 15 minutes; other fields do not', async ({ newPerson, database }) => {
    const person = await newPerson()
    await database.ageSessions(person.id, FRESH_SIGN_IN_SECONDS + 5)
    const password = newPassword()
    expectError(await person.client.put(profilePath(person), { name: 'Not saved', password }), 403, 'password')
    expect((await readProfile(person.client, person.id)).name).toBe(person.name)
    expect((await save(person.client, person, { name: 'Saved' })).name).toBe('Saved')
    await signIn(person.client, person)
    await save(person.client, person, { password })
  })

  test('fourteen minutes after the sign-in is soon enough', async ({ newPerson, database }) => {
    const person = await newPerson()
    await database.ageSessions(person.id, FRESH_SIGN_IN_SECONDS - 60)
    await save(person.client, person, { password: newPassword() })
  })
})

test.describe('changing an email', () => {
  const newEmail = () => `moved-${crypto.randomUUID().slice(0, 8)}@example.org`

  test('requires a sign-in not older than 15 minutes; the unchanged email, in any case, does not', async ({
    newPerson,
    visitor,
    database,
  }) => {
    const person = await newPerson()
    await database.ageSessions(person.id, FRESH_SIGN_IN_SECONDS + 5)
    const email = newEmail()
    const refused = await person.client.put(profilePath(person), { name: 'Not saved', email })
    expect(expectError(refused, 403, 'email').message).toBe('Please sign in again before changing the email.')
    expect(await readProfile(person.client, person.id)).toMatchObject({ name: person.name, email: person.email })
    for (const same of [person.email, ` ${person.email.toUpperCase()}`]) {
      expect((await save(person.client, person, { name: 'Saved', email: same })).email).toBe(person.email)
    }
    await signIn(person.client, person)
    expect((await save(person.client, person, { email })).email).toBe(email)
    expect(await signIn(visitor, { ...person, email })).toBe(person.id)
  })

  test('together with the password names both fields', async ({ newPerson, database }) => {
    const person = await newPerson()
    await database.ageSessions(person.id, FRESH_SIGN_IN_SECONDS + 5)
    const fields = { email: newEmail(), password: newPassword() }
    const { issues } = expectError(await person.client.put(profilePath(person), fields), 403)
    expect(issues?.map(({ path }) => path).sort()).toEqual(['email', 'password'])
  })

  test("of somebody else requires the admin's own sign-in to be as recent", async ({ newPerson, member, database }) => {
    const admin = await newPerson('admin')
    await database.ageSessions(admin.id, FRESH_SIGN_IN_SECONDS + 5)
    expectError(await admin.client.put(profilePath(member), { email: newEmail() }), 403, 'email')
    expectError(await admin.client.put(profilePath(member), { password: newPassword() }), 403, 'password')
    expect(await save(admin.client, member, { name: member.name, email: member.email })).toMatchObject({
      email: member.email,
    })
  })

  test('asks nobody for a code who has no second factor', async ({ newPerson }) => {
    const person = await newPerson()
    const email = newEmail()
    expect((await save(person.client, person, { email, code: '' })).email).toBe(email)
  })
})
