import { expect } from '@playwright/test'
import { type Person, test } from '../support/api-test'
import { makeNote, makePost } from '../support/content'
import { expectError } from '../support/shapes'

const DOCUMENT = {
  $schema: 'https://example.org/resume.json',
  basics: {
    ...{ name: 'Ada Byron', label: 'Engineer of mills', email: 'ada@private.example', phone: '+44 555 0101' },
    location: { address: '12 Secret Street', postalCode: '1000', city: 'London' },
  },
  work: [
    { name: 'Mill & Sons', position: 'Engineer', startDate: '2019-04' },
    { name: 'Nowhere Ltd', position: 'Clerk', startDate: '2018', visible: false },
  ],
  meta: { theme: 'even' },
}
const PRIVATE = ['ada@private.example', '+44 555 0101', '12 Secret Street', 'Nowhere Ltd']
const OFF = { document: null, showPhoto: false, showPhone: false, showEmail: false, showAddress: false }

const takeOff = async ({ admin }: { admin: Person }) => {
  expect((await admin.client.put('/api/cv', OFF)).status).toBe(200)
}
// The sample has one.
test.beforeEach(takeOff)
test.afterEach(takeOff)

/** What visitors read at an address, without the comments that React puts between texts. */
const readAs = async (client: { get: (path: string) => Promise<{ status: number; text: string }> }, path: string) => {
  const { status, text } = await client.get(path)
  return status === 200 ? text.replaceAll('<!-- -->', '') : String(status)
}

test('there is no CV before there is one, and none once it is taken off', async ({ admin, visitor }) => {
  const both = async () => [await readAs(visitor, '/cv'), await readAs(visitor, '/cv.json')]
  expect(await both()).toEqual(['404', '404'])
  for (const path of ['/sitemap.xml', '/llms.txt']) expect(await readAs(visitor, path), path).not.toContain('/cv')

  const made = await admin.client.put('/api/cv', { document: DOCUMENT })
  expect(made.status).toBe(200)
  const [page, json] = await both()
  expect(page).toContain('Mill &amp; Sons')
  expect(json).toContain('Mill & Sons')
  for (const path of ['/sitemap.xml', '/llms.txt']) expect(await readAs(visitor, path), path).toContain('/cv')

  expect((await admin.client.put('/api/cv', { document: null })).status).toBe(200)
  expect(await both()).toEqual(['404', '404'])
})

test('nobody reads what is hidden, and the owner reads all of it, in its order', async ({ admin, visitor }) => {
  expect((await admin.client.put('/api/cv', { document: DOCUMENT })).status).toBe(200)
  for (const path of ['/cv', '/cv.json']) {
    const text = await readAs(visitor, path)
    for (const words of PRIVATE) expect(text, path).not.toContain(words)
  }
  const { data } = (await admin.client.get('/api/cv')).json() as { data: { document: object } }
  expect(JSON.stringify(data.document)).toBe(JSON.stringify(DOCUMENT))

  const switches = { showEmail: true, showPhone: true, showAddress: true }
  expect((await admin.client.put('/api/cv', switches)).status).toBe(200)
  for (const path of ['/cv', '/cv.json']) {
    const text = await readAs(visitor, path)
    for (const words of PRIVATE.slice(0, 3)) expect(text, path).toContain(words)
    expect(text, path).not.toContain('Nowhere Ltd')
  }
})

test('the page names pinned projects, and skills by the projects with them', async ({ admin, visitor, database }) => {
  const tech = `Loom${crypto.randomUUID().replace(/[^a-f]/g, '')}`
  const published = (year: number) => ({ status: 'published', publishAt: `${year}-05-01T00:00:00.000Z` })
  const pinned = await makePost(admin.client, { title: 'A pinned loom', tech, ...published(2019) })
  await database.rows('UPDATE "Post" SET "isPinned" = true WHERE "id" = $1', [pinned])
  await makePost(admin.client, { title: 'Another loom', tech, ...published(2023) })
  await makeNote(admin.client, { title: 'On looms', tech })
  expect((await admin.client.put('/api/cv', { document: DOCUMENT })).status).toBe(200)
  const page = await readAs(visitor, '/cv')
  expect(page).toContain('A pinned loom')
  expect(page).not.toContain('Another loom')
  expect(page.replace(/<[^>]+>/g, '')).toContain(`${tech}: 2 projects, 2019–2`)
})

test('a stale version is a conflict, with the CV as it is', async ({ admin }) => {
  const { data } = (await admin.client.put('/api/cv', { document: DOCUMENT })).json() as { data: { version: number } }
  const other = { basics: { name: 'Other' } }
  expect((await admin.client.put('/api/cv', { document: other, version: data.version })).status).toBe(200)
  const stale = await admin.client.put('/api/cv', { document: DOCUMENT, version: data.version })
  expectError(stale, 409)
  expect(stale.json()).toMatchObject({ current: { document: other, version: data.version + 1 } })
})

test('what is no document is refused; what a document holds is not', async ({ admin }) => {
  const deep = JSON.parse(`${'[{"a":'.repeat(9)}1${'}]'.repeat(9)}`)
  for (const document of ['text', [], 3, { basics: deep }, { x: 'é'.repeat(140_000) }]) {
    expectError(await admin.client.put('/api/cv', { document }), 422, 'document')
  }
  const odd = {
    basics: { email: '', image: null },
    work: [{ name: '', startDate: 'long ago' }, null],
    education: 'Oxford',
  }
  expect((await admin.client.put('/api/cv', { document: odd })).status).toBe(200)
})

test('only an admin reads or writes the whole of it', async ({ visitor, member }) => {
  for (const [client, status] of [
    [visitor, 401],
    [member.client, 403],
  ] as const) {
    expectError(await client.get('/api/cv'), status)
    expectError(await client.put('/api/cv', { document: DOCUMENT }), status)
  }
})
