import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { test } from '../support/api-test'
import { makeNote } from '../support/content'
import { site } from '../support/site'

// What lib/platform/server/next-internals.ts relies on and no other test notices; there it says why.

/** A page that is rendered for each request comes in pieces of another order each time. */
const headingOf = (text: string) => /<h1.*?<\/h1>/s.exec(text)?.[0] ?? text

test('an upgrade that nobody handles is answered like any other request', async ({ visitor }) => {
  // Next listens for upgrades from its first request on.
  for (const path of ['/about', '/api/post', '/_next/nothing']) {
    const plain = await visitor.get(path)
    const upgrade = await visitor.get(path, { connection: 'Upgrade', upgrade: 'websocket' })
    expect([upgrade.status, headingOf(upgrade.text)], path).toEqual([plain.status, headingOf(plain.text)])
  }
})

test('who may not open a screen gets a 403, from the middleware and from the screen', async ({
  visitor,
  newPerson,
  database,
}) => {
  expect((await visitor.get('/new-note')).status).toBe(403)
  // The session still says admin.
  const demoted = await newPerson('admin')
  await database.setAdmin(demoted.id, false)
  expect((await demoted.client.get('/new-note')).status).toBe(403)
})

test('a page holds its styles', async ({ visitor }) => {
  const { text } = await visitor.get('/about')
  expect(text).toMatch(/<style[^>]*>[^<]{1000}/)
  expect(text).not.toMatch(/rel="stylesheet"/)
})

/** The classes that selectors of a style sheet begin with. */
const styledBy = (css: string) =>
  new Set([...css.matchAll(/(?<=^|[{},;>])\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll('\\', '')))

test('a page holds the styles of all that it shows', async ({ visitor }) => {
  const folder = join(ROOT, '.next', 'static', 'chunks')
  const sheets = readdirSync(folder).filter((file) => file.endsWith('.css'))
  const all = styledBy(sheets.map((file) => readFileSync(join(folder, file), 'utf8')).join(''))
  const newest = async (kind: string) => JSON.parse((await visitor.get(`/api/${kind}`)).text)[0]._id
  const details = [`/note/${await newest('note')}`, `/post/${await newest('post')}`]
  for (const path of ['/', '/projects', '/search/react', '/myblog', '/about', '/no/page', ...details]) {
    const { text } = await visitor.get(path)
    const own = styledBy([...text.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style]) => style).join(''))
    const names = [...text.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) =>
      list.replaceAll('&amp;', '&').split(' '),
    )
    expect(names.length, path).toBeGreaterThan(50)
    expect(
      names.filter((name) => all.has(name) && !own.has(name)),
      path,
    ).toEqual([])
  }
})

test('what is rendered while the site runs gets no file in the build', async ({ visitor }) => {
  expect((await visitor.get('/about')).status).toBe(200)
  const built = readdirSync(join(ROOT, '.next', 'server'), { recursive: true, encoding: 'utf8' })
  expect(built.filter((file) => /about[\\/]current/.test(file))).toEqual([])
})

test('flight data is given whole and in segments', async ({ visitor }) => {
  const data = { rsc: '1' }
  const segment = { ...data, 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' }
  const answers = await Promise.all([{}, data, segment].map((headers) => visitor.get('/about', headers)))
  expect(answers.map(({ headers }) => headers['content-type'])).toEqual([
    'text/html; charset=utf-8',
    'text/x-component',
    'text/x-component',
  ])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(3)
})

test('nothing tells of Next’s own cache', async ({ visitor }) => {
  for (const answer of [await visitor.get('/about'), await visitor.get('/about', { rsc: '1' })]) {
    expect(answer.headers).not.toHaveProperty('x-nextjs-cache')
  }
})

test('a page asked for together with its flight data runs its own scripts', async ({ admin }) => {
  for (let turn = 0; turn < 10; turn += 1) {
    const { _id } = await makeNote(admin.client)
    const path = `${site.baseUrl}/note/${_id}`
    const headers = { cookie: admin.client.cookieHeader() }
    // First the flight data, as when a link is hovered and then opened in a tab of its own.
    const [, answer] = await Promise.all([fetch(path, { headers: { ...headers, rsc: '1' } }), fetch(path, { headers })])
    const nonce = /'nonce-(.+?)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
    const scripts = (await answer.text()).match(/<script(?=[ >])[^>]*>/g) ?? []
    expect(scripts.filter((tag) => tag.includes(`nonce="${nonce}"`)).length, path).toBeGreaterThan(3)
  }
})
