import { get } from 'node:http'
import pg from 'pg'
import { ADMIN, startTestSites } from '@/tests/runner/test-site'

export type Site = { baseUrl: string; databaseUrl: string; dataDir: string; pid: number; cookie: string }

/** A site on a temporary database, with the sample portfolio and the owner signed in. */
export async function onSite(work: (site: Site) => Promise<void>, settings: Record<string, string> = {}) {
  const { env, pids, stop } = await startTestSites(1, { durable: true, settings })
  const [{ baseUrl, databaseUrl, dataDir }] = JSON.parse(env.TEST_SITES ?? '[]')
  const client = new pg.Client(databaseUrl)
  await client.connect()
  // The benchmark writes faster than the rate limits allow.
  const patience = setInterval(() => client.query('DELETE FROM "RateLimit"'), 5_000)
  try {
    const cookie = await signIn(baseUrl)
    await work({ baseUrl, databaseUrl, dataDir, pid: pids[0] as number, cookie })
  } finally {
    clearInterval(patience)
    await client.end()
    await stop()
  }
}

export type Account = { id: string; cookie: string; email: string; password: string }

/** Creates an account and signs in. */
export async function signUp(baseUrl: string, username: string): Promise<Account> {
  const account = { email: `${username}@colophon.test`, password: 'a password of a member' }
  const { _id } = await send(baseUrl, '', 'POST', '/api/user/signup', { ...account, name: 'A member', username })
  return { id: _id, cookie: await signIn(baseUrl, account), ...account }
}

const OWNER = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }

/**
 * Signs a user in, by default the owner.
 * @returns the session's cookies
 */
export async function signIn(baseUrl: string, { email, password } = OWNER): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/user/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`the sign-in answered ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

export async function send(baseUrl: string, cookie: string, method: string, path: string, body: unknown) {
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** The bytes on the wire; `fetch` would decode them. */
export async function rawGet(url: string, headers: Record<string, string>): Promise<{ body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const chunks = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({ body: Buffer.concat(chunks) })
    }).once('error', reject)
  })
}
