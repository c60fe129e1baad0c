import { expect } from '@playwright/test'
import { Secret } from 'otpauth'
import { ApiClient, newPassword } from '../support/api-client'
import { type Person, signIn, test, trySignIn } from '../support/api-test'
import { readProfile } from '../support/content'
import { csrfToken } from '../support/next-auth'
import { begunShape, codeOf, confirmedShape, SECOND_FACTOR_PATH, turnOnSecondFactor } from '../support/second-factor'
import { expectAnswer, expectError, messageShape, profileSavedShape } from '../support/shapes'
import { site } from '../support/site'

const PATH = SECOND_FACTOR_PATH

const turnOn = ({ client, password }: Person) => turnOnSecondFactor(client, password)

const signInWith = (client: ApiClient, { email, password }: Person, code?: string) =>
  client.post('/api/user/signin', { email, password, ...(code === undefined ? {} : { code }) })

test('an admin enables it: a QR code and a key, a code, then ten recovery codes', async ({ newPerson }) => {
  const person = await newPerson('admin')
  const elsewhere = new ApiClient(site.baseUrl)
  await signIn(elsewhere, person)
  const begun = expectAnswer(
    await person.client.post(PATH, { action: 'begin', password: person.password }),
    200,
    begunShape,
  )
  expect(begun.qr).toMatch(/^data:image\/svg\+xml;base64,/)
  // Started, but not enabled.
  expect((await signInWith(new ApiClient(site.baseUrl), person)).status).toBe(200)
  expectError(await person.client.post(PATH, { action: 'confirm', code: '000000' }), 422, 'code')
  const { recoveryCodes } = expectAnswer(
    await person.client.post(PATH, { action: 'confirm', code: codeOf(begun.key) }),
    200,
    confirmedShape,
  )
  expect(new Set(recoveryCodes).size).toBe(10)
  expect((await elsewhere.get('/api/user/loggedIn')).status).toBe(401)
  expect((await person.client.get('/api/user/loggedIn')).status).toBe(200)
  expectError(await person.client.post(PATH, { action: 'begin', password: person.password }), 409)
})

test('the sign-in then requires a code, says so, and accepts it', async ({ newPerson, visitor }) => {
  const person = await newPerson('admin')
  const { key } = await turnOn(person)
  const requested = await signInWith(visitor, person)
  expectError(requested, 401)
  expect(requested.json()).toMatchObject({ secondFactor: true, message: 'Enter the code from your authenticator app.' })
  expect(requested.setCookies).toEqual([])
  const wrong = await signInWith(visitor, person, '123')
  expectError(wrong, 401)
  expect(wrong.json()).toMatchObject({ secondFactor: true })
  expectAnswer(await signInWith(visitor, person, codeOf(key)), 200, messageShape)
  expect((await visitor.get('/api/user/loggedIn')).status).toBe(200)
})

test('a wrong password is answered as without it, whatever the code', async ({ newPerson, member, visitor }) => {
  const person = await newPerson('admin')
  const { key } = await turnOn(person)
  const other = await signInWith(visitor, { ...member, password: newPassword() })
  for (const code of [undefined, codeOf(key)]) {
    expect((await signInWith(visitor, { ...person, password: newPassword() }, code)).json()).toEqual(other.json())
  }
})

test('a code is accepted once, also of two concurrent attempts', async ({ newPerson }) => {
  const person = await newPerson('admin')
  const { key } = await turnOn(person)
  const code = codeOf(key)
  const both = await Promise.all([1, 2].map(() => signInWith(new ApiClient(site.baseUrl), person, code)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  expectError(await signInWith(new ApiClient(site.baseUrl), person, code), 401)
})

test('a recovery code signs in once, however it is typed', async ({ newPerson, visitor }) => {
  const person = await newPerson('admin')
  const { recoveryCodes } = await turnOn(person)
  const [first = '', second = ''] = recoveryCodes
  expectAnswer(await signInWith(visitor, person, ` ${first.toUpperCase().replaceAll('-', ' ')} `), 200, messageShape)
  expectError(await signInWith(visitor, person, first), 401)
  expectAnswer(await signInWith(visitor, person, second), 200, messageShape)
})

test('codes are tried ten times, then wait; the password alone does not start the count again', async ({
  newPerson,
  visitor,
  database,
}) => {
  const person = await newPerson('admin')
  const { key } = await turnOn(person)
  for (let n = 0; n < 10; n += 1) {
    expectError(await signInWith(visitor, person, '000 000'), 401)
    if (n < 9) expectError(await signInWith(visitor, person), 401)
  }
  expectError(await signInWith(visitor, person, '000 000'), [401, 429])
  // The first wait is a second, which a busy machine outlasts.
  await database.ageAttempts(-60)
  const refused = await signInWith(visitor, person, codeOf(key))
  expectError(refused, 429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await database.ageAttempts(15 * 60)
  expectAnswer(await signInWith(visitor, person, codeOf(key)), 200, messageShape)
})

test('who holds a session and the password cannot start the count again by beginning anew', async ({
  newPerson,
  database,
}) => {
  const person = await newPerson('admin')
  const { client, password } = person
  const { key } = await turnOn(person)
  for (let n = 0; n < 10; n += 1) {
    expectError(await client.post(PATH, { action: 'disable', password, code: '000000' }), 422, 'code')
    expectError(await client.post(PATH, { action: 'begin', password }), 409)
  }
  expectError(await client.post(PATH, { action: 'disable', password, code: '000000' }), [422, 429])
  await database.ageAttempts(-60)
  expectError(await client.post(PATH, { action: 'disable', password, code: codeOf(key) }), 429)
  await database.ageAttempts(15 * 60)
  expectAnswer(await client.post(PATH, { action: 'disable', password, code: codeOf(key) }), 200, messageShape)
})

test("next-auth's path requires the code too", async ({ newPerson, visitor }) => {
  const person = await newPerson('admin')
  const { key } = await turnOn(person)
  const send = async (code: string) => {
    const { email, password } = person
    const form = new URLSearchParams({ email, password, code, csrfToken: await csrfToken(visitor), json: 'true' })
    return visitor.send('POST', '/api/auth/callback/credentials', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
  }
  await send('')
  expect((await visitor.get('/api/user/loggedIn')).status).toBe(401)
  await send(codeOf(key))
  expect((await visitor.get('/api/user/loggedIn')).status).toBe(200)
})

test('disabling it requires the password and a code; then the password is enough', async ({ newPerson, visitor }) => {
  const person = await newPerson('admin')
  const { client, password } = person
  const { key } = await turnOn(person)
  expectError(
    await client.post(PATH, { action: 'disable', password: newPassword(), code: codeOf(key) }),
    422,
    'password',
  )
  expectError(await client.post(PATH, { action: 'disable', password, code: '000000' }), 422, 'code')
  expectError(await client.post(PATH, { action: 'disable', password }), 422, 'code')
  expectError(await signInWith(visitor, person), 401)
  expectAnswer(await client.post(PATH, { action: 'disable', password, code: codeOf(key) }), 200, messageShape)
  expectAnswer(await signInWith(visitor, person), 200, messageShape)
  expectError(await client.post(PATH, { action: 'disable', password, code: codeOf(key, 1) }), 409)
})

test('it is for admins, with their password, from this site alone', async ({ newPerson, member, visitor }) => {
  const { client, password } = await newPerson('admin')
  expectError(await visitor.post(PATH, { action: 'begin', password }), 401)
  expectError(await member.client.post(PATH, { action: 'begin', password: member.password }), 403)
  expectError(await client.post(PATH, { action: 'begin', password: newPassword() }), 422, 'password')
  expectError(await client.post(PATH, { action: 'begin', password }, { origin: 'https://evil.example' }), 403)
  expectError(await client.post(PATH, { action: 'confirm', code: '000000' }), 409)
  expectError(await client.post(PATH, { action: 'else' }), 422)
})

test('who has the password and fails with codes makes a browser wait that is new, not one that has signed in', async ({
  newPerson,
  visitor,
  database,
}) => {
  const person = await newPerson('admin')
  const { key } = await turnOn(person)
  for (let n = 0; n < 11; n += 1) await signInWith(visitor, person, '000000')
  await database.ageAttempts(-60)
  expectError(await signInWith(visitor, person, codeOf(key)), 429)
  expectAnswer(await signInWith(person.client, person, codeOf(key)), 200, messageShape)
})

test('a code is what it looks like, however it was typed', async ({ newPerson, visitor }) => {
  const wide = (code: string) => [...code].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
  for (const typed of [
    (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
    (code: string) => `\u200b${code.slice(0, 3)}\u00a0${code.slice(3)}`,
    wide,
  ]) {
    const person = await newPerson('admin')
    const { key } = await turnOn(person)
    expectAnswer(await signInWith(visitor, person, typed(codeOf(key))), 200, messageShape)
  }
  const person = await newPerson('admin')
  const { recoveryCodes } = await turnOn(person)
  const recovery = `\u200b${wide(recoveryCodes[0]?.toUpperCase() ?? '')}`
  expectAnswer(await signInWith(visitor, person, recovery), 200, messageShape)
})

test.describe('another email or password', () => {
  const newEmail = () => `moved-${crypto.randomUUID().slice(0, 8)}@example.org`
  const pathOf = ({ id }: { id: string }) => `/api/user/profile/${id}`

  test('requires a code, says so, and accepts it; everything else does not', async ({ newPerson }) => {
    const person = await newPerson('admin')
    const { client } = person
    const { key, recoveryCodes } = await turnOn(person)
    const email = newEmail()
    for (const [fields, message] of [
      [{ email }, 'Enter the code from your authenticator app.'],
      [{ email, code: ' ' }, 'Enter the code from your authenticator app.'],
      [{ email, code: '000000' }, 'The code is wrong or has already been used. Is the clock of your phone right?'],
      [{ password: newPassword() }, 'Enter the code from your authenticator app.'],
    ] as const) {
      const refused = await client.put(pathOf(person), { name: 'Not saved', ...fields })
      expect(expectError(refused, 422, 'code').message).toBe(message)
      expect(refused.json()).toMatchObject({ secondFactor: true })
    }
    expect(await readProfile(client, person.id)).toMatchObject({ name: person.name, email: person.email })
    const same = { name: 'Saved', email: person.email.toUpperCase(), password: '' }
    expectAnswer(await client.put(pathOf(person), same), 200, profileSavedShape)
    const code = codeOf(key)
    const moved = expectAnswer(await client.put(pathOf(person), { email, code }), 200, profileSavedShape)
    expect(moved.user.email).toBe(email)
    expectError(await client.put(pathOf(person), { email: newEmail(), code }), 422, 'code')
    const fields = { password: newPassword(), code: recoveryCodes[0] }
    expectAnswer(await client.put(pathOf(person), fields), 200, profileSavedShape)
  })

  test('that is refused for another reason does not use up the code', async ({ newPerson, member }) => {
    const person = await newPerson('admin')
    const { client } = person
    const { recoveryCodes } = await turnOn(person)
    const [code] = recoveryCodes
    const { version } = await readProfile(client, person.id)
    await client.put(pathOf(person), { name: 'Moved on' })
    expectError(await client.put(pathOf(person), { email: newEmail(), version, code }), 409)
    expectError(await client.put(pathOf(person), { email: member.email, code }), 409, 'email')
    expectError(await client.put(pathOf(person), { email: newEmail(), username: '', code }), 422, 'username')
    expectAnswer(await client.put(pathOf(person), { email: newEmail(), code }), 200, profileSavedShape)
  })

  test('with a future version requires a code as well', async ({ newPerson }) => {
    const person = await newPerson('admin')
    await turnOn(person)
    const { version } = await readProfile(person.client, person.id)
    expectError(await person.client.put(pathOf(person), { email: newEmail(), version: version + 1 }), 422, 'code')
  })

  test("of somebody else requires the admin's own code", async ({ newPerson }) => {
    const admin = await newPerson('admin')
    const other = await newPerson('admin')
    const { key } = await turnOn(admin)
    const theirs = await turnOn(other)
    const email = newEmail()
    expectError(await admin.client.put(pathOf(other), { email }), 422, 'code')
    expectError(await admin.client.put(pathOf(other), { email, code: theirs.recoveryCodes[0] }), 422, 'code')
    expectAnswer(await admin.client.put(pathOf(other), { email, code: codeOf(key) }), 200, profileSavedShape)
  })

  test('cannot be forced by trying codes', async ({ newPerson, database }) => {
    const person = await newPerson('admin')
    const { key } = await turnOn(person)
    const attempt = (code: string) => person.client.put(pathOf(person), { email: newEmail(), code })
    for (let n = 0; n < 11; n += 1) expectError(await attempt('000000'), 422, 'code')
    await database.ageAttempts(-60)
    expectError(await attempt(codeOf(key)), 429)
  })
})

test('neither key nor recovery codes can be read in the database', async ({ newPerson, database }) => {
  const person = await newPerson('admin')
  const { key, recoveryCodes } = await turnOn(person)
  const rows = JSON.stringify([
    await database.rows('SELECT * FROM "SecondFactor"'),
    await database.rows('SELECT * FROM "AuditEvent"'),
  ])
  const bytes = Buffer.from(Secret.fromBase32(key).bytes)
  for (const text of [key, bytes.toString('hex'), bytes.toString('base64url'), ...recoveryCodes]) {
    expect(rows).not.toContain(text)
  }
})

test('without it a sign-in ignores a code', async ({ member, visitor }) => {
  expectAnswer(await signInWith(visitor, member, '123456'), 200, messageShape)
  expect((await trySignIn(visitor, member)).status).toBe(200)
})
