import { expect } from '@playwright/test'
import { viewsSchema } from '@/lib/analytics/schema'
import { test } from '../support/api-test'
import { makeNote, makePage } from '../support/content'
import { expectError } from '../support/shapes'

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

test('figures of views are for admins, by a span that can be read', async ({ admin, member, visitor }) => {
  expectError(await visitor.get('/api/views'), 401)
  expectError(await member.client.get('/api/views'), 403)
  expectError(await admin.client.get('/api/views?from=2026-02-30'), 422, 'from')
  for (const to of ['yesterday', '9999-12-31', '0000-01-05', '0001-01-01', '20261-01-01'])
    expectError(await admin.client.get(`/api/views?to=${to}`), 422, 'to')
  expectError(await admin.client.get('/api/views?by=minute'), 422, 'by')
  expectError(await admin.client.get('/api/views?path=/nowhere/at/all'), 422, 'path')
  expectError(await admin.client.get('/api/views?from=2026-03-02&to=2026-03-01'), 422, 'from')
  expectError(await admin.client.get('/api/views?from=2026-01-01&to=2026-12-31&by=hour'), 422, 'from')
  expectError(await admin.client.get('/api/views?path=/note/never-written'), 404)
})

test('a view by a visitor is in them, by its page, referrer and device; an admin’s own is not', async ({
  admin,
  visitor,
}) => {
  const { _id } = await makeNote(admin.client, { title: 'Read today' })
  const headers = { ...BROWSER, origin: visitor.origin }
  const view = { path: `/note/${_id}`, referrer: 'https://www.news.example/item' }
  expect((await visitor.post('/api/view', view, headers)).status).toBe(204)
  expect((await admin.client.post('/api/view', view, headers)).status).toBe(204)

  const answer = await admin.client.get(`/api/views?path=/note/${_id}`)
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  const views = viewsSchema.parse(answer.json())
  expect(Object.keys(answer.json() as object)).toEqual(Object.keys(viewsSchema.shape))
  const once = { views: 1, visitors: 1 }
  expect(views).toMatchObject({ path: `/note/${_id}`, title: 'Read today', ...once, before: { views: 0, visitors: 0 } })
  expect(views.rows).toHaveLength(30)
  const [row] = views.rows.filter((one) => one.views > 0)
  expect(row).toEqual({ at: expect.any(String), ...once })
  expect(views.referrers).toEqual([{ host: 'news.example', ...once }])
  expect(views.devices).toEqual([{ device: 'desktop', ...once }])
  const all = viewsSchema.parse((await admin.client.get('/api/views')).json())
  expect(all.pages).toContainEqual({ path: `/note/${_id}`, title: 'Read today', ...once })

  const day = row?.at
  const file = await admin.client.get(`/api/views?path=/note/${_id}&from=${day}&to=${day}&format=csv`)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.headers['content-disposition']).toBe(`attachment; filename="views-${day}-${day}.csv"`)
  expect(file.text).toBe(`"day","views","visitors"\r\n"${day}","1","1"\r\n`)
})

test('a page of one’s own has its figures as any other', async ({ admin, visitor }) => {
  const { _id, slug } = await makePage(admin.client, { title: 'Viewed uses' })
  const headers = { ...BROWSER, origin: visitor.origin }
  expect((await visitor.post('/api/view', { path: `/${slug}`, referrer: '' }, headers)).status).toBe(204)
  const read = await admin.client.get(`/api/views?path=/${_id}`)
  expect(read.json()).toMatchObject({ path: `/${_id}`, title: 'Viewed uses', views: 1 })
})

test('a view sent by another site is refused, whatever else is sent is answered 204', async ({
  admin,
  visitor,
  database,
}) => {
  const stored = async () => (await database.rows(`SELECT FROM "PageView" WHERE "path" = '/subscribe'`)).length
  const browser = { ...BROWSER, origin: visitor.origin }
  const view = { path: '/subscribe', referrer: '' }
  const before = await stored()
  for (const [name, value] of [
    ['origin', 'https://evil.example'],
    ['sec-fetch-site', 'cross-site'],
  ] as const)
    expect((await visitor.post('/api/view', view, { ...browser, [name]: value })).status).toBe(403)
  expect((await visitor.post('/api/view', view, { ...browser, 'user-agent': 'curl/8' })).status).toBe(204)
  for (const body of [{}, { path: '/somewhere' }])
    expect((await visitor.post('/api/view', body, browser)).status).toBe(204)
  expect((await visitor.post('/api/view', view, browser)).status).toBe(204)
  // Figures are read with all that was counted.
  expect((await admin.client.get('/api/views')).status).toBe(200)
  expect(await stored()).toBe(before + 1)
  const refused = await visitor.get('/api/view')
  expect(refused.status).toBe(405)
  expect(refused.headers.allow).toBe('POST')
})
