import { expect } from '@playwright/test'
import { redirectSchema } from '@/lib/redirects/schema'
import { test } from '../support/api-test'
import { makeNote } from '../support/content'
import { expectError } from '../support/shapes'

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const unique = () => `/old-${crypto.randomUUID()}`

test('redirects are for admins', async ({ admin, member, visitor }) => {
  expectError(await visitor.get('/api/redirect'), 401)
  expectError(await member.client.get('/api/redirect'), 403)
  expectError(await admin.client.get('/api/redirect?format=xml'), 422, 'format')
  expectError(await admin.client.delete(`/api/redirect/${crypto.randomUUID()}`), 404)
})

test('an address leads on, or is gone, until that is deleted', async ({ admin, visitor }) => {
  const { slug } = await makeNote(admin.client, { title: 'Led to' })
  const source = unique()
  const target = `/note/${slug}`
  expect((await visitor.get(source)).status).toBe(404)
  const made = await admin.client.post('/api/redirect', { source, target })
  expect(made.status, made.text).toBe(201)
  const { _id, data } = made.json() as { _id: string; data: unknown }
  const row = { _id, source, target, origin: 'owner', hits: 0 }
  expect(redirectSchema.parse(data)).toEqual(row)
  const led = await visitor.get(`${source}?utm=1`)
  expect([led.status, led.headers.location]).toEqual([308, target])
  const listed = (await admin.client.get('/api/redirect')).json() as { data: Array<{ _id: string }> }
  expect(listed.data.find((one) => one._id === _id)).toEqual({ ...row, hits: 1 })
  const file = await admin.client.get('/api/redirect?format=csv')
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.headers['content-disposition']).toBe('attachment; filename="redirects.csv"')
  expect(file.text).toContain(`"${source}","${target}","owner","1"\r\n`)

  expectError(await admin.client.post('/api/redirect', { source, target: '/projects' }), 409, 'source')
  expect((await admin.client.delete(`/api/redirect/${_id}`)).status).toBe(200)
  expect((await visitor.get(source)).status).toBe(404)

  expect((await admin.client.post('/api/redirect', { source, target: null })).status).toBe(201)
  const gone = await visitor.get(source, BROWSER)
  expect(gone.status).toBe(410)
  expect(gone.text).toContain('the page you are looking for')
  // All below it.
  expect((await admin.client.post('/api/redirect', { source: `${source}/*`, target: '/projects' })).status).toBe(201)
  const below = await visitor.get(`${source}/a/b`)
  expect([below.status, below.headers.location]).toEqual([308, '/projects'])
})

test('what cannot be led on says so at its field', async ({ admin }) => {
  const post = (body: object) => admin.client.post('/api/redirect', body)
  for (const source of ['/projects', '/api/note', 'old', '/note/*']) {
    expectError(await post({ source, target: '/myblog' }), 422, 'source')
  }
  for (const target of ['https://evil.example/', '//evil.example', '/nowhere-at-all']) {
    expectError(await post({ source: unique(), target }), 422, 'target')
  }
  expectError(await post({ source: unique() }), 422, 'target')
  expectError(await post({ source: unique(), target: null, origin: 'x' }), 422, 'origin')
})
