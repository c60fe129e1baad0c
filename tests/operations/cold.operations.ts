import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { type ColdRequest, coldStart, heavyAmong, routed, signIn, upload } from '../support/cold'
import { settings } from '../support/instances'
import { ADMIN, site } from '../support/site'

// A serverless host starts a process per request, so somebody waits for everything it loads before the response.

const position = {
  folder: ROOT,
  env: settings({
    DATABASE_URL: site.databaseUrl,
    DATA_DIR: site.dataDir,
    SITE_URL: site.baseUrl,
    AUTH_SECRET: 'a secret only for tests, long enough for it',
  }),
}

/** The heavy packages a new process has loaded after its response. */
async function loadedBy(request: ColdRequest) {
  return heavyAmong((await answerTo(request)).modules)
}

async function answerTo(request: ColdRequest) {
  const answer = await coldStart(position, request)
  expect(answer.status).toBeLessThan(300)
  return answer
}

const api = (route: string) => ({ route, path: route })

test('pages and reads load nothing heavy but the database client', async () => {
  const [{ _id: id }] = (await (await fetch(`${site.baseUrl}/api/note`)).json()) as [{ _id: string }]
  expect(await loadedBy(routed('/home/[static]', 'static', 'current'))).toEqual(['Prisma'])
  expect(await loadedBy(routed('/note/[id]', 'id', id))).toEqual(['Prisma'])
  expect(await loadedBy(api('/api/note'))).toEqual(['Prisma'])
})

test('a sign-in loads argon2, an upload sharp, and who is signed in neither', async () => {
  const { headers, modules } = await answerTo(signIn(ADMIN.email, ADMIN.password))
  expect(heavyAmong(modules)).toEqual(['argon2', 'Prisma'])
  const cookies = headers['set-cookie'] ?? []
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  expect(await loadedBy(await upload(cookies))).toEqual(['sharp', 'Prisma'])
  expect(await loadedBy({ ...api('/api/user/sessions'), headers: { cookie } })).toEqual(['Prisma'])
  expect(await loadedBy({ ...api('/new-note'), headers: { cookie } })).toEqual(['Prisma'])
})

test('the code of all API routes together brings nothing heavy with it before it is used', async () => {
  const manifest = path.join(ROOT, '.next', 'app-path-routes-manifest.json')
  const routes = Object.values(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>)
  // Handled by the routes alone.
  const [first, ...more] = routes
    .filter((route) => route.startsWith('/api/') && !route.startsWith('/api/auth/'))
    .map((route) => ({ ...api(route), method: 'OPTIONS' }))
  expect(more.length).toBeGreaterThan(20)
  const { status, modules } = await coldStart(position, first ?? api(''), ...more)
  expect(status).toBe(204)
  expect(heavyAmong(modules)).toEqual(['Prisma'])
})

test('no page is deployed with sharp, argon2, UploadThing or the editor', () => {
  const app = path.join(ROOT, '.next', 'server', 'app')
  const traces = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('page.js.nft.json'),
  )
  expect(traces.length).toBeGreaterThan(20)
  for (const trace of traces) {
    const { files } = JSON.parse(readFileSync(path.join(app, trace), 'utf8')) as { files: string[] }
    const absolute = files.map((file) => path.resolve(app, path.dirname(trace), file))
    // jsdom is loaded where texts with an older stamp may have to be sanitised.
    const others = heavyAmong(absolute).filter((name) => name !== 'Prisma' && name !== 'jsdom')
    expect(others, trace).toEqual([])
  }
})
