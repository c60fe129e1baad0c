import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/admin-screens'
import { ApiClient } from '../support/api-client'
import type { TestDatabase } from '../support/database'
import { type Command, OwnSite } from '../support/own-site'
import { site } from '../support/site'

type Row = { path: string; referrerHost: string; device: string; visitor: string }

async function viewsOf(database: TestDatabase): Promise<Row[]> {
  return database.rows<Row>('SELECT path, "referrerHost", device, visitor FROM "PageView" ORDER BY "createdAt", id')
}

/** Waits until this many views are stored. */
async function expectPaths(database: TestDatabase, paths: string[]): Promise<Row[]> {
  await expect.poll(async () => (await viewsOf(database)).map((view) => view.path)).toEqual(paths)
  return viewsOf(database)
}

function watch(page: Page) {
  const seen = { errors: [] as string[], requests: [] as string[] }
  page.on('console', (message) => {
    if (message.type() === 'error') seen.errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => seen.errors.push(String(error)))
  page.on('request', (request) => seen.requests.push(new URL(request.url()).pathname))
  return seen
}

/** Simulates a browser setting, for scripts and in request headers. */
async function refuse(context: BrowserContext, header: string, property: string, value: string | boolean) {
  await context.setExtraHTTPHeaders({ [header]: '1' })
  await context.addInitScript(
    ([name, message]) =>
      Object.defineProperty(Navigator.prototype, name as string, { get: () => message, configurable: true }),
    [property, value],
  )
}

/** Counts up to sixty views a minute from one address: at another server the pages of other tests are among them. */
let counting: OwnSite
let command: Command
test.beforeAll(async () => {
  counting = await OwnSite.make({ DATABASE_URL: site.databaseUrl })
  cpSync(join(site.dataDir, 'uploads'), join(counting.dataDir, 'uploads'), { recursive: true })
  command = await counting.start()
})
test.afterAll(() => counting.remove())

test.beforeEach(async ({ database }) => {
  await database.rows('DELETE FROM "PageView"')
})

test('the first view and every change of route are counted once, with nothing that tells who it was', async ({
  page,
  database,
}) => {
  const seen = watch(page)
  await page.goto(counting.url, { referer: 'https://www.news.example/item?id=1' })
  await expectPaths(database, ['/'])
  await page.getByRole('link', { name: 'View Projects' }).first().click()
  await expect(page).toHaveURL(`${counting.url}/projects`)
  await expectPaths(database, ['/', '/projects'])
  await page.goBack()
  await expectPaths(database, ['/', '/projects', '/'])
  await page.goto(`${counting.url}/search/Rust?x=1`)
  const views = await expectPaths(database, ['/', '/projects', '/', '/search'])

  expect(views.map((view) => view.referrerHost)).toEqual(['news.example', '', '', ''])
  expect(new Set(views.map((view) => view.device))).toEqual(new Set(['desktop']))
  expect(new Set(views.map((view) => view.visitor)).size).toBe(1)
  expect(await page.context().cookies()).toEqual([])
  expect(seen.requests.filter((path) => path === '/api/view')).toHaveLength(4)
  expect(seen.errors).toEqual([])
})

// Which settings of a browser refuse it: lib/analytics/server/visitor.test.ts.
test('with Global Privacy Control nothing is sent', async ({ page, context, database }) => {
  await refuse(context, 'sec-gpc', 'globalPrivacyControl', true)
  const seen = watch(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'View Projects' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(seen.requests.filter((path) => path === '/api/view')).toEqual([])
  expect(await viewsOf(database)).toEqual([])
})

test('a page works the same when nothing of the counting can be reached', async ({ page }) => {
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(String(error)))
  await page.route('**/api/view', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('link', { name: 'View Projects' }).first().click()
  await expect(page).toHaveURL('/projects')
  await page.goto('/myblog')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(thrown).toEqual([])
})

test('a view that was counted just before the site stops is stored', async ({ database }) => {
  const visitor = new ApiClient(counting.url)
  const browser = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    origin: visitor.origin,
  }
  expect((await visitor.post('/api/view', { path: '/projects', referrer: '' }, browser)).status).toBe(204)
  command.process.kill('SIGTERM')
  await command.ended
  expect((await viewsOf(database)).map(({ path }) => path)).toEqual(['/projects'])
  command = await counting.start()
})
