import { expect } from '@playwright/test'
import { POST_FACTS } from '@/lib/content/post-facts'
import type { ApiAnswer, ApiClient, FormFields } from '../support/api-client'
import { test } from '../support/api-test'
import { readAuditLog } from '../support/audit'
import { NOTE_FIELDS, POST_FIELDS } from '../support/content'
import { adminNoteShape, adminPostShape, expectAnswer, expectBetween, expectError, madeShape } from '../support/shapes'

type Fields = Record<string, string | null>
type Row = { _id: string; createdAt: string; version: number; status?: string; publishAt?: string | null }

type Kind = {
  name: string
  /** Of an answer to everybody, in their order. */
  keys: string[]
  make: (client: ApiClient, fields?: Fields) => Promise<ApiAnswer>
  change: (client: ApiClient, id: string, fields: Fields) => Promise<ApiAnswer>
  get: (client: ApiClient, id: string) => Promise<ApiAnswer>
  row: (answer: ApiAnswer) => Row
  list: string
  action: string
}

const KINDS: Kind[] = [
  {
    name: 'note',
    keys: ['_id', 'slug', 'title', 'about', 'description', 'tech', 'series', 'createdAt', 'version'],
    make: (client, fields) => client.post('/api/note/new', { ...NOTE_FIELDS, ...fields }),
    change: (client, id, fields) => client.put(`/api/note/${id}`, fields),
    get: (client, id) => client.get(`/api/note/${id}`),
    row: (answer) => (answer.json() as { data: Row }).data,
    list: '/api/note',
    action: 'note',
  },
  {
    name: 'project',
    keys: [
      '_id',
      'slug',
      'title',
      'description',
      'story',
      'image',
      'repo',
      'link',
      'tech',
      ...POST_FACTS,
      'links',
      'createdAt',
      'version',
    ],
    make: (client, fields) => client.form('POST', '/api/post/new', { ...POST_FIELDS, ...fields } as FormFields),
    change: (client, id, fields) => client.form('PUT', `/api/post/${id}`, fields as FormFields),
    get: (client, id) => client.get(`/api/post/${id}`),
    row: (answer) => answer.json() as Row,
    list: '/api/post',
    action: 'post',
  },
]

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

for (const { name, keys, make, change, get, row, list, action } of KINDS) {
  const made = async (client: ApiClient, fields?: Fields) =>
    expectAnswer(await make(client, fields), 201, madeShape)._id
  const changed = async (client: ApiClient, id: string, fields: Fields) =>
    expectAnswer(await change(client, id, fields), 200, madeShape)
  const listed = async (client: ApiClient, query = '') => {
    const answer = await client.get(`${list}${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.json() as Row[]
  }
  const ids = async (client: ApiClient, query = '') => (await listed(client, query)).map(({ _id }) => _id)

  test.describe(`a ${name}`, () => {
    test('is public at once where nothing is said of it, and only admins are told where it stands', async ({
      admin,
      member,
      visitor,
    }) => {
      const id = await made(admin.client)
      const own = await get(admin.client, id)
      const shape = name === 'note' ? adminNoteShape : adminPostShape
      expect(shape.parse(row(own))).toMatchObject({ status: 'published', publishAt: row(own).createdAt })
      expect(own.headers['cache-control']).toBe('private, no-store')
      for (const client of [visitor, member.client]) {
        const answer = await get(client, id)
        expect(Object.keys(row(answer))).toEqual(keys)
        expect(answer.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
        expect(answer.headers.vary).toMatch(/\bcookie\b/i)
        expect(Object.keys((await listed(client))[0] ?? {})).toEqual(keys)
      }
      expect((await listed(admin.client)).find(({ _id }) => _id === id)).toEqual(row(own))
      expect((await admin.client.get(list)).headers['cache-control']).toBe('private, no-store')
    })

    test('is a draft, scheduled and public as it is told, and 404 to everybody else until it is', async ({
      admin,
      member,
      visitor,
    }) => {
      const id = await made(admin.client, { status: 'draft' })
      const everybody = [visitor, member.client]
      async function expectHidden(state: Partial<Row>) {
        expect(row(await get(admin.client, id))).toMatchObject(state)
        for (const client of everybody) {
          expectError(await get(client, id), 404)
          expect(await ids(client)).not.toContain(id)
        }
      }
      await expectHidden({ status: 'draft', publishAt: null })

      const publishAt = inMinutes(60)
      await changed(admin.client, id, { status: 'published', publishAt })
      await expectHidden({ status: 'scheduled', publishAt, createdAt: publishAt })

      // Neither says a change of its text where it is to stand.
      await changed(admin.client, id, { title: 'Rewritten' })
      await expectHidden({ status: 'scheduled', publishAt })

      const begun = Date.now()
      await changed(admin.client, id, { status: 'published' })
      const { createdAt } = row(await get(visitor, id))
      expectBetween(createdAt, begun)
      await changed(admin.client, id, { status: 'published' })
      expect(row(await get(visitor, id)).createdAt).toBe(createdAt)

      await changed(admin.client, id, { status: 'draft' })
      await expectHidden({ status: 'draft', publishAt: null })

      const log = await readAuditLog(admin.client, id)
      expect(log.map((event) => `${event.action} ${event.detail}`)).toEqual([
        `${action}.create draft`,
        `${action}.schedule publishedAt`,
        `${action}.update slug, title`,
        `${action}.publish publishedAt`,
        `${action}.update `,
        `${action}.unpublish publishedAt`,
      ])
    })

    test('keeps its date while it is unpublished', async ({ admin, visitor }) => {
      const publishAt = '2021-03-04T09:30:00.000Z'
      const id = await made(admin.client, { publishAt })
      await changed(admin.client, id, { status: 'draft' })
      await changed(admin.client, id, { title: 'Rewritten' })
      await changed(admin.client, id, { status: 'published' })
      expect(row(await get(visitor, id)).createdAt).toBe(publishAt)
    })

    test('has the date it is given, as far back as 1970, and its place by it', async ({ admin, visitor }) => {
      const id = await made(admin.client)
      const oldest = await made(admin.client, { publishAt: '1970-01-01T00:00:00.000Z' })
      expect((await ids(visitor))[0]).toBe(oldest)
      for (const publishAt of ['1999-12-31T23:59:59.999Z', '1971-06-01T00:00:00.000Z']) {
        await changed(admin.client, id, { publishAt })
        expect(row(await get(visitor, id)).createdAt).toBe(publishAt)
      }
      expect((await ids(visitor)).slice(0, 2)).toEqual([oldest, id])
      for (const publishAt of ['0026-12-24T09:00:00.000Z', '1969-12-31T23:59:59.999Z', '2101-01-01T00:00:00.000Z']) {
        expectError(await change(admin.client, id, { publishAt }), 422, 'publishAt')
      }
      expect(await ids(visitor, `?limit=1&after=${oldest}`)).toEqual([id])
    })

    test('is listed to admins by its status, and to everybody else as if they had not asked', async ({
      admin,
      member,
      visitor,
    }) => {
      const [draft, later, shown] = [
        await made(admin.client, { status: 'draft' }),
        await made(admin.client, { publishAt: inMinutes(60) }),
        await made(admin.client),
      ]
      const own = [draft, later, shown]
      const seen = async (query: string) => (await ids(admin.client, query)).filter((id) => own.includes(id))
      expect(await seen('?status=draft')).toEqual([draft])
      expect(await seen('?status=scheduled')).toEqual([later])
      expect(await seen('?status=published')).toEqual([shown])
      expect(await seen('')).toEqual([shown])
      expect(await seen('?status=all')).toEqual([shown, later, draft])
      expect(await ids(admin.client, `?status=all&after=${later}`)).toContain(draft)
      expectError(await admin.client.get(`${list}?status=secret`), 422, 'status')

      const everything = await listed(visitor)
      for (const client of [visitor, member.client]) {
        for (const status of ['all', 'draft', 'scheduled', 'published', 'secret']) {
          expect(await listed(client, `?status=${status}`)).toEqual(everything)
        }
        // As of a row that was never there.
        for (const id of [draft, later]) expectError(await client.get(`${list}?limit=1&after=${id}`), 422, 'after')
      }
    })

    test('is not given a status or a date that is none', async ({ admin, visitor }) => {
      const id = await made(admin.client)
      const before = row(await get(visitor, id))
      for (const [path, fields] of [
        // Only an outcome.
        ['status', { status: 'scheduled' }],
        ['status', { status: '' }],
        ...['tomorrow', '2026-03-01', '2026-03-01T09:00:00+01:00', '2026-02-30T09:00:00Z', '0000-12-31T23:59:59Z'].map(
          (publishAt) => ['publishAt', { publishAt }] as const,
        ),
        ['publishAt', { status: 'draft', publishAt: '2026-03-01T09:00:00Z' }],
      ] as const) {
        expectError(await make(admin.client, fields), 422, path)
        expectError(await change(admin.client, id, fields), 422, path)
      }
      expect(row(await get(visitor, id))).toEqual(before)
    })

    test('that is a draft stays one: a date alone is refused, and its own answer can be sent back', async ({
      admin,
    }) => {
      const id = await made(admin.client, { status: 'draft' })
      expectError(await change(admin.client, id, { publishAt: inMinutes(-60) }), 422, 'publishAt')
      if (name === 'note') await changed(admin.client, id, { status: 'draft', publishAt: null })
      expect(row(await get(admin.client, id))).toMatchObject({ status: 'draft', version: 1 })
    })

    test('is 404 in the trash to admins too, and stands where it stood when it is taken out', async ({
      admin,
      visitor,
    }) => {
      const id = await made(admin.client, { status: 'draft' })
      expect((await admin.client.delete(`${list}/${id}`)).status).toBe(200)
      expectError(await get(admin.client, id), 404)
      expect(await ids(admin.client, '?status=all')).not.toContain(id)
      expect((await admin.client.post(`${list}/trash`, { ids: [id], action: 'restore' })).status).toBe(200)
      expectError(await get(visitor, id), 404)
      expect(row(await get(admin.client, id))).toMatchObject({ status: 'draft' })
    })
  })
}
