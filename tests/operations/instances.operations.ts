import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'
import { ApiClient } from '../support/api-client'
import { makeNote } from '../support/content'
import { canMountReadOnly, type Instance, Instances, settings, startInstance } from '../support/instances'
import { findPgBouncer } from '../support/pgbouncer'
import { ADMIN } from '../support/site'
import { startUploadThingStandIn } from '../support/uploadthing-stand-in'

/** `npm run test:instances` runs all of it; `npm test` a part. */
const IS_COMPLETE = process.env.INSTANCES === 'whole'
const TURNS = IS_COMPLETE ? 200 : 12
/** What counts, locks or caches across requests. */
const CONTRACT_PART = 'versions.contract|health.contract|sign-in-limits.contract.ts (after eleven|of one account)'
const CRON_SECRET = 'called once a day in tests'

const pgBouncer = findPgBouncer()
const missing = !pgBouncer
  ? 'PgBouncer is not installed (apt install pgbouncer)'
  : !canMountReadOnly()
    ? 'this system shows no folder read-only to one program (unshare --mount)'
    : ''

test.describe('two instances on one database behind a pooler', () => {
  test.skip(missing !== '', missing)
  test.describe.configure({ mode: 'default' })

  let instances: Instances
  let direct: pg.Client

  test.beforeAll(async () => {
    // Only the whole contract suite reads the sample.
    instances = await Instances.start(pgBouncer ?? '', {
      SEED_DEMO: IS_COMPLETE ? '1' : '0',
      // A contract test waits until one is over: the pooler holds a query for as long as it has no database.
      DEADLINE_FACTOR: '4',
    })
    direct = new pg.Client(instances.database.url)
    // One of the contract tests blocks the database for everybody.
    direct.on('error', () => undefined)
    await direct.connect()
  })

  test.afterAll(async () => {
    await direct?.end()
    await instances?.stop()
  })

  async function signedIn(url: string) {
    const client = new ApiClient(url)
    expect((await client.post('/api/user/signin', ADMIN)).status).toBe(200)
    return client
  }

  test('together they create one site: the tables once, one owner', async () => {
    const { rows } = await direct.query('SELECT count(*)::int AS owners FROM "User" WHERE "isAdmin"')
    expect(rows).toEqual([{ owners: 1 }])
    const reported = instances.all.filter((instance) => instance.output().includes('Sign in as'))
    expect(reported).toHaveLength(1)
  })

  test(`a write on either is on the pages of both, ${TURNS} times`, async () => {
    const clients = await Promise.all(instances.all.map(({ url }) => signedIn(url)))
    const { _id: id } = await makeNote(clients[0] as ApiClient, { title: 'Turn 0' })
    const { _id: newer } = await makeNote(clients[0] as ApiClient)
    const paths = [`/note/${id}`, `/note/${newer}`, '/myblog', '/feed.xml']
    const waits: number[] = []
    for (let turn = 1; turn <= TURNS; turn += 1) {
      // Cached from now on by both.
      for (const { url } of instances.all) for (const at of paths) await text(url + at)
      if (turn % 3 === 0) await cutListener()
      const writer = clients[turn % 2] as ApiClient
      expect((await writer.put(`/api/note/${id}`, { title: `Turn ${turn}.` })).status).toBe(200)
      const answered = performance.now()
      // The instance that handled it has already invalidated.
      expect(await shows(writer.origin + paths[0], `Turn ${turn}.`)).toBe(true)
      for (const { url } of instances.all) {
        for (const at of paths) waits.push(await untilShown(url + at, `Turn ${turn}.`, answered))
      }
    }
    waits.sort((a, b) => a - b)
    const at = (share: number) => Math.round(waits[Math.floor(share * (waits.length - 1))] ?? 0)
    console.log(`    last old page asked for after ${at(0.5)} ms (median), ${at(0.99)} ms (p99), ${at(1)} ms (most)`)
  })

  test('a change by hand in the database is on the pages of both', async () => {
    const { _id: id } = await makeNote(await signedIn(instances.balancer.url), { title: 'By the site' })
    for (const { url } of instances.all) expect(await shows(`${url}/note/${id}`, 'By the site')).toBe(true)
    await direct.query('UPDATE "Note" SET "title" = $2 WHERE "id" = $1', [id, 'By hand'])
    for (const { url } of instances.all) await expect.poll(() => shows(`${url}/note/${id}`, 'By hand')).toBe(true)
  })

  test('what is scheduled on one is public on both when its time has come, in pages, feeds and site map', async () => {
    const client = await signedIn(instances.all[0].url)
    // Loaded by then: on a busy machine that takes seconds.
    for (const { url } of instances.all)
      for (const path of ['/myblog', '/feed.xml', '/sitemap.xml']) await text(url + path)
    const publishAt = Date.now() + 8_000
    const fields = { title: 'In its own time', publishAt: new Date(publishAt).toISOString() }
    const { _id: id, slug } = await makeNote(client, fields)
    const positions = [`/note/${id}`, '/myblog', '/feed.xml'].map((path) => [path, fields.title])
    const pending = new Map(
      instances.all.flatMap(({ url }) =>
        [...positions, ['/sitemap.xml', slug]].map(([path, words = '']) => [url + path, words]),
      ),
    )
    // From the first round on cached by both, unless the machine is so busy that the time comes before.
    const ask = async () => {
      for (const [url, words] of pending) {
        if (!(await shows(url, words))) continue
        expect(Date.now(), url).toBeGreaterThanOrEqual(publishAt)
        pending.delete(url)
      }
      return pending.size
    }
    await expect.poll(ask, { intervals: [50], timeout: 120_000 }).toBe(0)
  })

  test('pooler and database are unavailable for a moment: writes recover, and so does the invalidation', async () => {
    const [one, other] = instances.all
    const client = await signedIn(one.url)
    const { _id: id } = await makeNote(client, { title: 'Before' })
    for (const { url } of instances.all) expect(await shows(`${url}/note/${id}`, 'Before')).toBe(true)
    // Not those that vacuum, which are a superuser's.
    await direct.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    await expect.poll(async () => (await client.put(`/api/note/${id}`, { title: 'After' })).status).toBe(200)
    for (const { url } of [one, other]) await expect.poll(() => shows(`${url}/note/${id}`, 'After')).toBe(true)
  })

  test(`${IS_COMPLETE ? 'the contract suite' : 'a part of the contract suite'} passes through both in turns`, async () => {
    const before = instances.balancer.counts.reduce((sum, count) => sum + count, 0)
    const report = await contractSuite(IS_COMPLETE ? [] : ['--grep', CONTRACT_PART])
    expect(report.failures).toEqual([])
    expect(report.passed).toBeGreaterThan(IS_COMPLETE ? 200 : 15)
    const [one = 0, other = 0] = instances.balancer.counts
    expect(one + other - before).toBeGreaterThan(report.passed)
    expect(Math.abs(one - other)).toBeLessThanOrEqual(1)
    // Neither instance has written to disk: their folder is read-only and there is no data folder.
    expect(instances.all.map((instance) => instance.output()).join()).not.toMatch(/EROFS|EACCES|ENOENT/)
  })

  /** Cuts the listening connection once it exists again. */
  async function cutListener() {
    // Not the other instance's, which has tried to listen once: a pooled connection may still have the name.
    const cut = () =>
      direct.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'colophon-listen' AND query LIKE '%PageRevision%'`,
      )
    await expect.poll(async () => (await cut()).rowCount).toBe(1)
  }

  /** Runs the contract suite in another Playwright process against the load balancer. */
  async function contractSuite(args: string[]) {
    const site = {
      baseUrl: instances.balancer.url,
      databaseUrl: instances.database.url,
      dataDir: '',
      picturesUrl: new URL(instances.pictures.env.UPLOADTHING_API_URL).origin,
    }
    const report = path.join(ROOT, '.build', 'instances-contract-report.json')
    const cli = path.join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js')
    const suite = spawn(
      process.execPath,
      [cli, 'test', '--project=contract', '--output=test-results/instances', ...args],
      {
        cwd: ROOT,
        env: { ...settings({}), TEST_SITES: JSON.stringify([site]), TEST_REPORT: report, TEST_PARALLEL_INDEX: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const chunks: Buffer[] = []
    suite.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(suite, 'close')
    const output = Buffer.concat(chunks).toString('utf8')
    const { stats } = JSON.parse(readFileSync(report, 'utf8'))
    const failures = stats.unexpected + stats.flaky > 0 ? output.split('\n').filter((line) => /✘|Error/.test(line)) : []
    return { passed: stats.expected as number, failures }
  }
})

test('instances that cannot start leave neither a pooler nor a database behind', async () => {
  test.skip(missing !== '', missing)
  const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const before = children()
  await expect(Instances.start(pgBouncer ?? '', { AUTH_SECRET: 'too short' })).rejects.toThrow('at least 32 characters')
  expect(children()).toBe(before)
})

test('one build serves two databases, each with its own content and address, and is maintained by who knows its secret', async () => {
  test.skip(missing !== '', missing)
  const instances: Instance[] = []
  const pictures = await startUploadThingStandIn()
  const databases = [await startTemporaryDatabase(), await startTemporaryDatabase()]
  try {
    for (const [at, { url }] of databases.entries()) {
      const instance = await startInstance({
        DATABASE_URL: url,
        SITE_URL: `https://site-${at}.example.org`,
        AUTH_SECRET: `the secret of site ${at}, long enough for it`,
        ADMIN_NAME: `Owner ${at}`,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        CRON_SECRET,
        ...pictures.env,
      })
      instances.push(instance)
    }
    const [one, other] = await Promise.all(
      instances.map(async ({ url }) => {
        const pages = await Promise.all(
          ['/', '/about', '/feed.xml', '/sitemap.xml', '/robots.txt'].map((at) => text(url + at)),
        )
        return pages.join('\n')
      }),
    )
    for (const [at, [own, foreign]] of [
      [one, other],
      [other, one],
    ].entries()) {
      expect(own).toContain(`Owner ${at}`)
      expect(own).toContain(`https://site-${at}.example.org`)
      expect(foreign).not.toContain(`Owner ${at}`)
      expect(foreign).not.toContain(`site-${at}.example.org`)
    }

    const client = new ApiClient(instances[0]?.url ?? '')
    expect((await client.get('/api/maintenance')).status).toBe(401)
    expect((await client.get('/api/maintenance', { authorization: 'Bearer of nothing' })).status).toBe(401)
    const done = await client.get('/api/maintenance', { authorization: `Bearer ${CRON_SECRET}` })
    expect(done.json()).toMatchObject({ report: { posts: 0, notes: 0, files: 0 } })
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()))
    await pictures.close()
    for (const database of databases) await database.remove()
  }
})

async function text(url: string) {
  return (await fetch(url)).text()
}

async function shows(url: string, words: string) {
  return (await text(url)).includes(words)
}

/** Polls until the text is shown; returns how long after `since` the last request without it was sent. */
async function untilShown(url: string, words: string, since: number) {
  let last = since
  for (;;) {
    const requested = performance.now()
    if (await shows(url, words)) return last - since
    last = requested
    await delay(10)
  }
}
