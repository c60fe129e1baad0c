import { expect } from '@playwright/test'
import { type ApiAnswer, ApiClient, newPassword, readCookie, SESSION_COOKIE } from '../support/api-client'
import { newAccount, signIn, test, trySignIn } from '../support/api-test'
import type { TestDatabase } from '../support/database'
import { nextAuthSignIn } from '../support/next-auth'
import { expectAnswer, expectError, sessionShape } from '../support/shapes'
import { site } from '../support/site'

// The arithmetic: lib/auth/server/auth-rate-limit.test.ts.

test.use({ sharesAddress: true })

/** Ten failures are free; the eleventh starts the first delay. */
const FAILURES_UNTIL_WAIT = 11
/** The limit of right sign-ins moves by it too, and delays nobody before ten minutes of it are used up. */
const LONG_WAIT_SECONDS = 200
const DEVICE_COOKIE = 'colophon.device'

async function failTimes(client: ApiClient, email: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expectError(await trySignIn(client, { email, password: newPassword() }), 401)
  }
}

/** Fails until there is a delay, and makes it a long one, so that a slow machine does not matter. */
async function failUntilLongWait(client: ApiClient, email: string, database: TestDatabase): Promise<void> {
  await failTimes(client, email, FAILURES_UNTIL_WAIT)
  await database.ageAttempts(-LONG_WAIT_SECONDS)
}

/** Asserts 429 and returns Retry-After in seconds. */
function expectTooMany(answer: ApiAnswer): number {
  expectError(answer, 429)
  expect(String(answer.headers['retry-after'])).toMatch(/^[1-9]\d*$/)
  return Number(answer.headers['retry-after'])
}

test('after eleven failures even the right password must wait, and after the wait it signs in', async ({
  newPerson,
  visitor,
  member,
  database,
}) => {
  const person = await newPerson()
  await failTimes(visitor, person.email, FAILURES_UNTIL_WAIT - 1)
  // A success starts the count again.
  await signIn(visitor.copy(), person)
  await failUntilLongWait(visitor, person.email, database)
  const seconds = expectTooMany(await trySignIn(visitor, person))
  expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)
  expect((await nextAuthSignIn(visitor, person)).status).not.toBe(200)
  expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)
  // Neither another account nor a session that is open has to.
  expect(await signIn(visitor.copy(), member)).toBe(member.id)
  expectAnswer(await person.client.get('/api/user/loggedIn'), 200, sessionShape)

  await database.ageAttempts(seconds)
  expect(await signIn(visitor.copy(), person)).toBe(person.id)
  expect((await nextAuthSignIn(visitor, person)).status).toBe(200)
})

test('of one account all spellings of the email count as one, on both paths, whatever address headers claim', async ({
  newPerson,
  visitor,
  database,
}) => {
  const { id, password } = await newPerson()
  const email = `dot-iiii-${id}@example.test`
  await database.change(1, 'UPDATE "User" SET email = $2 WHERE id = $1', [id, email])
  const claim = (time: number) => ({
    'x-forwarded-for': `203.0.113.${time}`,
    'x-real-ip': `203.0.113.${time}`,
    'cf-connecting-ip': `203.0.113.${time}`,
    forwarded: `for=203.0.113.${time}`,
  })
  // PostgreSQL takes the last for another letter than JavaScript does.
  const spellings = [email, email.toUpperCase(), `  ${email}`, email.replaceAll('i', '\u0130')]
  for (let time = 0; time < FAILURES_UNTIL_WAIT; time += 1) {
    const wrong = { email: spellings[time % spellings.length] ?? email, password: newPassword() }
    if (time % 3 > 0) expectError(await trySignIn(visitor, wrong, claim(time)), 401)
    else expect((await nextAuthSignIn(visitor, wrong, { headers: claim(time) })).status).toBe(401)
  }
  await database.ageAttempts(-LONG_WAIT_SECONDS)
  for (const spelling of spellings) expectTooMany(await trySignIn(visitor, { email: spelling, password }, claim(99)))
})

test('an unknown email is limited like a known one', async ({ visitor, database }) => {
  const { email } = newAccount()
  await failUntilLongWait(visitor, email, database)
  expectTooMany(await trySignIn(visitor, { email, password: newPassword() }))
})

test('an account has at most 50 sessions: one more ends the oldest', async ({ newPerson, visitor, database }) => {
  const person = await newPerson()
  // As 48 more sign-ins do.
  await database.change(
    48,
    `INSERT INTO "Session" ("id", "tokenHash", "userId", "expiresAt")
     SELECT gen_random_uuid(), gen_random_uuid(), "userId", "expiresAt"
     FROM "Session", generate_series(1, 48) WHERE "userId" = $1`,
    [person.id],
  )
  await signIn(visitor, person)
  expectAnswer(await person.client.get('/api/user/loggedIn'), 200, sessionShape)
  await signIn(visitor, person)
  expectError(await person.client.get('/api/user/loggedIn'), 401)
  expectAnswer(await visitor.get('/api/user/loggedIn'), 200, sessionShape)
  expect(await database.rows('SELECT 1 FROM "Session" WHERE "userId" = $1', [person.id])).toHaveLength(50)
})

test.describe('a browser that has signed in before', () => {
  const SIGN_IN_PATHS = { 'our path': trySignIn, "next-auth's": nextAuthSignIn }
  for (const [path, trySignInThere] of Object.entries(SIGN_IN_PATHS)) {
    test(`is given a cookie on ${path} that no script reads and no other site sends, and only there`, async ({
      newPerson,
      visitor,
    }) => {
      const person = await newPerson()
      const failed = await trySignInThere(visitor, { ...person, password: newPassword() })
      expect(failed.setCookies.filter((line) => line.includes(DEVICE_COOKIE))).toEqual([])
      const answer = await trySignInThere(visitor, person)
      expect(answer.status).toBe(200)
      const cookies = answer.setCookies.map(readCookie).filter(({ name }) => name === DEVICE_COOKIE)
      expect(cookies).toHaveLength(1)
      const attributes = cookies[0]?.attributes
      expect(attributes?.has('httponly')).toBe(true)
      expect(attributes?.get('samesite')?.toLowerCase()).toBe('lax')
      expect(attributes?.has('secure')).toBe(site.baseUrl.startsWith('https:'))
      expect(attributes?.has('domain')).toBe(false)
      expect(Number(attributes?.get('max-age'))).toBe(180 * 24 * 60 * 60)
      for (const secret of [person.id, person.email]) expect(cookies[0]?.value).not.toContain(secret)
    })

    test(`is let in on ${path} while others fail at its account from the same address, and others are not`, async ({
      newPerson,
      visitor,
      address,
      member,
      database,
    }) => {
      const person = await newPerson()
      await failUntilLongWait(visitor, person.email, database)
      expectTooMany(await trySignIn(visitor, person))
      // Another account's cookie and a manipulated one do not count.
      const deviceOf = ({ client }: { client: ApiClient }) => client.cookies.get(DEVICE_COOKIE) ?? ''
      const forged = deviceOf(person).replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
      for (const cookie of [deviceOf(member), forged, person.client.cookies.get(SESSION_COOKIE) ?? '']) {
        expect(cookie).not.toBe('')
        const stranger = new ApiClient(site.baseUrl, address)
        stranger.cookies.set(DEVICE_COOKIE, cookie)
        expectTooMany(await trySignIn(stranger, person))
      }

      await person.client.post('/api/user/logout')
      expect((await trySignInThere(person.client, person)).status).toBe(200)
    })
  }

  test('keeps its cookie for several accounts', async ({ newPerson, visitor, address, database }) => {
    const people = [await newPerson(), await newPerson()]
    const shared = new ApiClient(site.baseUrl, address)
    for (const person of people) await signIn(shared, person)
    for (const person of people) {
      await failUntilLongWait(visitor, person.email, database)
      expectTooMany(await trySignIn(visitor, person))
      await signIn(shared, person)
    }
  })
})
