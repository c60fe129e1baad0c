import { expect } from '@playwright/test'
import { newAccount, signIn, test } from '../support/api-test'
import { readProfile } from '../support/content'
import { expectAnswer, expectError, madeShape } from '../support/shapes'

const signUpPath = '/api/user/signup'

test.afterAll(async ({ database }) => {
  await database.rows(`DELETE FROM "User" WHERE name LIKE 'Sign-up %'`)
})

function account(fields: Record<string, unknown> = {}) {
  const made = newAccount()
  return { ...made, name: `Sign-up ${made.name}`, ...fields }
}

/** A valid address of exactly `length` characters. */
function emailOf(length: number): string {
  const unique = crypto.randomUUID().replaceAll('-', '')
  const local = unique.padEnd(64, 'a')
  const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}.`
  return `${local}@${domain}${'d'.repeat(length - 65 - domain.length - 4)}.org`
}

test('signing up creates an ordinary account and does not sign in', async ({ visitor }) => {
  const fields = account()
  const answer = await visitor.post(signUpPath, fields)
  const { _id } = expectAnswer(answer, 201, madeShape)
  expect(answer.setCookies.filter((line) => line.includes('session'))).toEqual([])
  expectError(await visitor.get('/api/user/loggedIn'), 401)

  expect(await readProfile(visitor, _id)).toMatchObject({
    _id,
    name: fields.name,
    username: fields.username,
    email: '',
    about: '',
    isAdmin: false,
  })
  expect(await signIn(visitor, fields)).toBe(_id)
  expect((await readProfile(visitor, _id)).email).toBe(fields.email)
})

test('nobody becomes an admin by signing up, whatever the body says', async ({ visitor }) => {
  const fields = account({ isAdmin: true, role: 'admin', id: 'mine', _id: 'mine', version: 7, about: '<p>x</p>' })
  const body = JSON.stringify(fields).replace(/^\{/, '{"__proto__":{"isAdmin":true},')
  const headers = { 'content-type': 'application/json', 'x-admin': 'true', isadmin: 'true' }
  const { _id } = expectAnswer(await visitor.send('POST', signUpPath, { headers, body }), 201, madeShape)
  expect(_id).not.toBe('mine')
  await signIn(visitor, fields)
  expect(await readProfile(visitor, _id)).toMatchObject({ isAdmin: false, about: '' })
})

test('white space around name, user name and email is trimmed, in a password it is kept', async ({ visitor }) => {
  const fields = account()
  const padded = {
    name: `  ${fields.name}\t`,
    username: ` ${fields.username} `,
    email: `\n${fields.email}  `,
    password: `  ${fields.password} `,
  }
  const { _id } = expectAnswer(await visitor.post(signUpPath, padded), 201, madeShape)
  expectError(await visitor.post('/api/user/signin', fields), 401)
  await signIn(visitor, { email: fields.email, password: padded.password })
  expect(await readProfile(visitor, _id)).toMatchObject({
    name: fields.name,
    username: fields.username,
    email: fields.email,
  })
})

test('a name loses what would reorder the rows it stands in, and keeps what its letters need', async ({ visitor }) => {
  const fields = account()
  const name = `${fields.name} می\u200Cخواهم 👩\u200D💻`
  const { _id } = expectAnswer(
    await visitor.post(signUpPath, { ...fields, name: `\u202E${name}\u2069\u0007\u200D` }),
    201,
    madeShape,
  )
  expect((await readProfile(visitor, _id)).name).toBe(name)
})

test.describe('what is taken', () => {
  test('an email is taken in any case, and the answer names it', async ({ visitor, member }) => {
    for (const email of [member.email, member.email.toUpperCase(), ` ${member.email} `]) {
      expectError(await visitor.post(signUpPath, account({ email })), 409, 'email')
    }
  })

  test('a user name is taken in any case, and the answer names it', async ({ visitor, member }) => {
    for (const username of [member.username, member.username.toUpperCase()]) {
      expectError(await visitor.post(signUpPath, account({ username })), 409, 'username')
    }
  })

  test('both are named when both are taken', async ({ visitor, member, otherMember }) => {
    const fields = account({ email: member.email, username: otherMember.username })
    const { issues } = expectError(await visitor.post(signUpPath, fields), 409)
    expect(issues?.map((issue) => issue.path).sort()).toEqual(['email', 'username'])
  })

  test('of 10 sign-ups with one email at once exactly one succeeds', async ({ visitor }) => {
    const { email } = account()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        visitor.post(signUpPath, account({ email: index % 2 === 0 ? email : email.toUpperCase() })),
      ),
    )
    const refused = answers.filter((answer) => answer.status !== 201)
    expect(refused).toHaveLength(9)
    for (const answer of refused) expectError(answer, 409, 'email')
  })
})

// All of them: lib/user/input.test.ts.
test.describe('limits', () => {
  test('the longest email and password pass, and sign in', async ({ visitor }) => {
    const made = account({ email: emailOf(254), password: '茶🍵'.repeat(64) })
    const { _id } = expectAnswer(await visitor.post(signUpPath, made), 201, madeShape)
    expect(await signIn(visitor, made)).toBe(_id)
    expect(await readProfile(visitor, _id)).toMatchObject({ username: made.username, email: made.email })
  })

  test('a longer email fails with 422 and makes no account', async ({ visitor, database }) => {
    const before = await database.rows('SELECT count(*) FROM "User"')
    expectError(await visitor.post(signUpPath, account({ email: emailOf(255) })), 422, 'email')
    expect(await database.rows('SELECT count(*) FROM "User"')).toEqual(before)
  })

  test('all wrong fields are named at once', async ({ visitor }) => {
    const paths = expectError(await visitor.post(signUpPath, {}), 422).issues?.map((issue) => issue.path)
    expect([...new Set(paths)].sort()).toEqual(['email', 'name', 'password', 'username'])
  })

  test('nothing of a long password is cut off: its first 127 characters do not sign in', async ({ visitor }) => {
    const fields = account({ password: `${'b'.repeat(127)}c` })
    expectAnswer(await visitor.post(signUpPath, fields), 201, madeShape)
    for (const password of ['b'.repeat(127), 'b'.repeat(72), `${'b'.repeat(127)}d`]) {
      expectError(await visitor.post('/api/user/signin', { email: fields.email, password }), 401)
    }
  })
})

test('sign-ups from one address are limited, say when to come back, and then go on', async ({ visitor, database }) => {
  let signedUp = 0
  let refusal = await visitor.post(signUpPath, account())
  while (refusal.status === 201 && signedUp < 100) {
    signedUp += 1
    refusal = await visitor.post(signUpPath, account())
  }
  expectError(refusal, 429)
  expect(signedUp).toBe(60)
  const retryAfter = Number(refusal.headers['retry-after'])
  expect(retryAfter).toBeGreaterThanOrEqual(1)
  expect(retryAfter).toBeLessThanOrEqual(60)
  expectError(await visitor.post(signUpPath, account(), { 'x-forwarded-for': '203.0.113.9' }), 429)

  await database.ageAttempts(retryAfter)
  expectAnswer(await visitor.post(signUpPath, account()), 201, madeShape)
})
