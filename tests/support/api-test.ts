import { type ApiAnswer, ApiClient, newAddress, newPassword } from './api-client'
import { TestDatabase } from './database'
import { test as base } from './server-log'
import { expectAnswer, madeShape, messageShape, sessionShape } from './shapes'
import { site } from './site'

/** A signed-in user. */
export type Person = {
  id: string
  name: string
  username: string
  email: string
  password: string
  client: ApiClient
}

let personCount = 0

/** Unique sign-up fields. */
export function newAccount() {
  personCount += 1
  const tag = `${personCount}-${crypto.randomUUID().slice(0, 8)}`
  return {
    name: `Person ${tag}`,
    username: `person-${tag}`,
    email: `person-${tag}@example.org`,
    password: newPassword(),
  }
}

async function signUp(database: TestDatabase, role: Role, address?: string): Promise<Person> {
  const account = newAccount()
  const client = new ApiClient(site.baseUrl, address)
  const { _id } = expectAnswer(await client.post('/api/user/signup', account), 201, madeShape)
  if (role === 'admin') await database.setAdmin(_id, true)
  await signIn(client, account)
  return { ...account, id: _id, client }
}

type Credentials = { email: string; password: string }

/** Tries to sign in; the client keeps the cookie. */
export function trySignIn(
  client: ApiClient,
  { email, password }: Credentials,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  return client.post('/api/user/signin', { email, password }, headers)
}

/** Signs in and returns the id. */
export async function signIn(client: ApiClient, credentials: Credentials): Promise<string> {
  return expectAnswer(await trySignIn(client, credentials), 200, sessionShape)._id
}

type Role = 'user' | 'admin'
type TestFixtures = {
  /** An address that no other test has. */
  address: string | undefined
  /** A client without cookies, at that address. */
  visitor: ApiClient
  /** Creates an account for tests that change or end it; deleted after the test. */
  newPerson: (role?: Role) => Promise<Person>
  /** Whether the test's people are where its visitor is, and not where all signed-in clients are. */
  sharesAddress: boolean
  cleanSite: undefined
}
type WorkerFixtures = {
  database: TestDatabase
  /** An admin and two users, shared by all tests: no test may change their sessions or fields. */
  admin: Person
  member: Person
  otherMember: Person
}

/**
 * The test function of the contract suite. Resets the rate limits before each test, and deletes the shared admin's
 * projects and notes after it.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const database = new TestDatabase(site.databaseUrl)
      await database.resetLimits()
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],
  admin: [async ({ database }, use) => withPerson(database, 'admin', use), { scope: 'worker' }],
  member: [async ({ database }, use) => withPerson(database, 'user', use), { scope: 'worker' }],
  otherMember: [async ({ database }, use) => withPerson(database, 'user', use), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  address: async ({}, use) => use(newAddress()),
  visitor: async ({ address }, use) => use(new ApiClient(site.baseUrl, address)),
  sharesAddress: [false, { option: true }],
  newPerson: async ({ database, sharesAddress, address }, use) => {
    const people: Person[] = []
    await use(async (role = 'user') => {
      const person = await signUp(database, role, sharesAddress ? address : undefined)
      people.push(person)
      return person
    })
    for (const { id } of people) await database.rows('DELETE FROM "User" WHERE id = $1', [id])
  },
  cleanSite: [
    async ({ database, admin }, use) => {
      await database.resetLimits()
      const [{ begun } = { begun: new Date() }] = await database.rows<{ begun: Date }>('SELECT now() AS begun')
      await use(undefined)
      await discard(admin.client)
      // Forms write drafts by themselves, whoever's they are.
      for (const table of ['Note', 'Post', 'Page']) {
        await database.rows(`DELETE FROM "${table}" WHERE "publishedAt" IS NULL AND "createdAt" >= $1`, [begun])
      }
    },
    { auto: true },
  ],
})

async function discard(client: ApiClient): Promise<void> {
  const paths = client.made.splice(0)
  for (const kind of ['post', 'note', 'page']) {
    const ids = paths
      .filter((path) => path.startsWith(`/api/${kind}/`))
      .map((path) => path.slice(path.lastIndexOf('/') + 1))
    for (const action of ids.length === 0 ? [] : ['trash', 'purge']) {
      expectAnswer(await client.post(`/api/${kind}/trash`, { ids, action }), 200, messageShape)
    }
  }
}

async function withPerson(database: TestDatabase, role: Role, use: (person: Person) => Promise<void>): Promise<void> {
  const person = await signUp(database, role)
  await use(person)
  await database.rows('DELETE FROM "User" WHERE id = $1', [person.id])
}
