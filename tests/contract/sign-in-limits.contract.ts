import { expect } from '@playwright/test'
import { type ApiAnswer, ApiClient, newPassword, readCookie, SESSION_COOKIE } from '../support/api-client'
import { newAccount, signIn, test, trySignIn } from '../support/api-test'
import type { TestDatabase } from '../support/database'
import { nextAuthSignIn } from '../support/next-auth'
import { expectAnswer, expectError, sessionShape } from '../support/shapes'
import { site } from '../support/site'

test.use({ sharesAddress: true })

/** Ten failures are free; the eleventh starts the first delay. */
const FAILURES_UNTIL_WAIT = 11
const LONGEST_DELAY_SECONDS = 15 * 60
const DEVICE_COOKIE = 'colophon.device'

async function failTimes(client: ApiClient, email: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expectError(await trySignIn(client, { email, password: newPassword() }), 401)
  }
}

/** Fails until the delay is half a minute, so that a slow machine does not matter. */
async function failUntilLongWait(client: ApiClient, email: string, database: TestDatabase): Promise<void> {
  await failTimes(client, email, FAILURES_UNTIL_WAIT)
  for (let round = 0; round < 5; round += 1) {
    await database.ageAttempts(expectTooMany(await trySignIn(client, { email, password: newPassword() })))
    await failTimes(client, email, 1)
  }
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
  database,
}) => {
  const person = await newPerson()
  await failTimes(visitor, person.email, FAILURES_UNTIL_WAIT)
  const refused = await trySignIn(visitor, person)
  const seconds = expectTooMany(refused)
  expect(seconds).toBeLessThanOrEqual(2)
  expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)

  await database.ageAttempts(seconds)
  expect(await signIn(visitor, person)).toBe(person.id)
})

test('ten failures are free, and a success starts the count again', async ({ newPerson, visitor }) => {
  const person = await newPerson()
  for (let round = 0; round < 2; round += 1) {
    await failTimes(visitor, person.email, FAILURES_UNTIL_WAIT - 1)
    await signIn(visitor, person)
  }
})

test('only failures count: thirty sign-ins in a row all pass', async ({ newPerson, visitor }) => {
  const person = await newPerson()
  for (let time = 0; time < 30; time += 1) await signIn(visitor, person)
})

test('the wait grows with each failure, and never beyond 15 minutes', async ({ newPerson, visitor, database }) => {
  const person = await newPerson()
  await failTimes(visitor, person.email, FAILURES_UNTIL_WAIT)
  const waits: number[] = []
  for (let round = 0; round < 12; round += 1) {
    const seconds = expectTooMany(await trySignIn(visitor, person))
    waits.push(seconds)
    await database.ageAttempts(seconds)
    await failTimes(visitor, person.email, 1)
  }
  for (const [index, seconds] of waits.entries()) {
    expect(seconds).toBeLessThanOrEqual(LONGEST_DELAY_SECONDS)
    expect(seconds).toBeGreaterThanOrEqual(waits[index - 1] ?? 1)
  }
  expect(waits.at(-1)).toBeGreaterThanOrEqual(LONGEST_DELAY_SECONDS - 1)
  await database.ageAttempts(LONGEST_DELAY_SECONDS)
  expect(await signIn(visitor, person)).toBe(person.id)
})

test('a refused attempt does not lengthen the delay', async ({ newPerson, visitor, database }) => {
  const person = await newPerson()
  await failUntilLongWait(visitor, person.email, database)
  const wait = expectTooMany(await trySignIn(visitor, person))
  for (let time = 0; time < 10; time += 1) {
    expect(expectTooMany(await trySignIn(visitor, { ...person, password: newPassword() }))).toBeLessThanOrEqual(wait)
  }
})

test('of thirty wrong passwords at once no more are looked at than of thirty one after the other', async ({
  newPerson,
  visitor,
}) => {
  const person = await newPerson()
  const begun = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => trySignIn(visitor, { email: person.email, password: newPassword() })),
  )
  const checked = answers.filter((answer) => answer.status === 401)
  expect(checked.length).toBeGreaterThanOrEqual(1)
  // They are looked at two at a time; on a slow machine the first delays, of one second, two, four, end meanwhile.
  const delaysOver = Math.floor(Math.log2(1 + (performance.now() - begun) / 1_000))
  expect(checked.length).toBeLessThanOrEqual(FAILURES_UNTIL_WAIT + delaysOver)
  for (const answer of answers.filter((answer) => answer.status !== 401)) expectTooMany(answer)
})

test('an unknown email is limited like a known one', async ({ visitor }) => {
  const { email } = newAccount()
  await failTimes(visitor, email, FAILURES_UNTIL_WAIT)
  expectTooMany(await trySignIn(visitor, { email, password: newPassword() }))
})

test('the case of the email and spaces around it do not make another account to try', async ({
  newPerson,
  visitor,
}) => {
  const { email } = await newPerson()
  for (let time = 0; time < FAILURES_UNTIL_WAIT; time += 1) {
    const written = time % 2 === 0 ? email.toUpperCase() : `${' '.repeat(time)}${email}`
    expectError(await trySignIn(visitor, { email: written, password: newPassword() }), 401)
  }
  expectTooMany(await trySignIn(visitor, { email, password: newPassword() }))
})

test('nor does a letter that PostgreSQL takes for another than JavaScript does', async ({
  newPerson,
  visitor,
  database,
}) => {
  const { id } = await newPerson()
  const email = `dot-iiii-${id}@example.test`
  await database.change(1, 'UPDATE "User" SET email = $2 WHERE id = $1', [id, email])
  for (let time = 0; time < FAILURES_UNTIL_WAIT; time += 1) {
    const spelling = email.replace(
      'iiii',
      time.toString(2).padStart(4, '0').replaceAll('0', 'i').replaceAll('1', '\u0130'),
    )
    expectError(await trySignIn(visitor, { email: spelling, password: newPassword() }), 401)
  }
  expectTooMany(await trySignIn(visitor, { email, password: newPassword() }))
  expectTooMany(await trySignIn(visitor, { email: email.replaceAll('i', '\u0130'), password: newPassword() }))
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

test('headers that claim another address change nothing', async ({ newPerson, visitor }) => {
  const person = await newPerson()
  const claim = (time: number) => ({
    'x-forwarded-for': `203.0.113.${time}`,
    'x-real-ip': `203.0.113.${time}`,
    'cf-connecting-ip': `203.0.113.${time}`,
    forwarded: `for=203.0.113.${time}`,
  })
  for (let time = 0; time < FAILURES_UNTIL_WAIT; time += 1) {
    const answer = await trySignIn(visitor, { email: person.email, password: newPassword() }, claim(time))
    expectError(answer, 401)
  }
  expectTooMany(await trySignIn(visitor, person, claim(99)))
})

test('failures of many accounts at once from one address do not count as those of one', async ({ visitor }) => {
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => trySignIn(visitor, { email: newAccount().email, password: newPassword() })),
    )
    for (const answer of answers) expectError(answer, 401)
  }
})

test('one account that must wait does not make another wait', async ({ newPerson, visitor, member }) => {
  const person = await newPerson()
  await failTimes(visitor, person.email, FAILURES_UNTIL_WAIT)
  expectTooMany(await trySignIn(visitor, person))
  expect(await signIn(visitor, member)).toBe(member.id)
})

test('a session that is open stays open while its account must wait', async ({ newPerson, visitor }) => {
  const person = await newPerson()
  await failTimes(visitor, person.email, FAILURES_UNTIL_WAIT)
  expectTooMany(await trySignIn(visitor, person))
  expectAnswer(await person.client.get('/api/user/loggedIn'), 200, sessionShape)
})

test("failures on next-auth's path count on ours", async ({ newPerson, visitor }) => {
  const person = await newPerson()
  for (let time = 0; time < FAILURES_UNTIL_WAIT; time += 1) {
    const answer = await nextAuthSignIn(visitor, { email: person.email, password: newPassword() })
    expect(answer.status).toBe(401)
  }
  expectTooMany(await trySignIn(visitor, person))
})

test("failures on our path count on next-auth's", async ({ newPerson, visitor, database }) => {
  const person = await newPerson()
  await failTimes(visitor, person.email, FAILURES_UNTIL_WAIT)
  const refused = await nextAuthSignIn(visitor, person)
  expect(refused.status).not.toBe(200)
  expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)
  await database.ageAttempts(2)
  expect((await nextAuthSignIn(visitor, person)).status).toBe(200)
})

test('one address that tries many accounts must wait, however many it has, but not for those signed in to from there', async ({
  newPerson,
  visitor,
  address,
  database,
}) => {
  const person = await newPerson()
  const tryTen = () =>
    Promise.all(
      Array.from({ length: 10 }, () => trySignIn(visitor, { email: newAccount().email, password: newPassword() })),
    )
  let tries = 0
  let answer: ApiAnswer | undefined
  while (!answer && tries < 300) {
    const answers = await tryTen()
    tries += answers.filter(({ status }) => status === 401).length
    answer = answers.find(({ status }) => status !== 401)
  }
  if (!answer) throw new Error(`${tries} tries from one address were all looked at`)
  const seconds = expectTooMany(answer)
  expect(seconds).toBeLessThanOrEqual(LONGEST_DELAY_SECONDS)
  expect(tries).toBeGreaterThan(FAILURES_UNTIL_WAIT)
  expect(await signIn(new ApiClient(site.baseUrl, address), person)).toBe(person.id)
  // Of ten at once a later one may have made the wait longer than this answer says.
  await database.ageAttempts(LONGEST_DELAY_SECONDS)
  const next = await trySignIn(visitor, { email: newAccount().email, password: newPassword() })
  expectError(next, 401)
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

  test('may be wrong ten times without anybody waiting for it, and then waits as others do', async ({
    newPerson,
    visitor,
    database,
  }) => {
    const person = await newPerson()
    await failTimes(person.client, person.email, FAILURES_UNTIL_WAIT - 1)
    await failUntilLongWait(visitor, person.email, database)
    expectTooMany(await trySignIn(visitor, person))
    expectTooMany(await trySignIn(person.client, person))
  })
})
