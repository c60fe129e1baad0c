import { expect } from '@playwright/test'
import type { ApiAnswer, ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { readAuditLog } from '../support/audit'
import { NOTE_FIELDS, POST_FIELDS } from '../support/content'
import { expectAnswer, expectError, madeShape, previewSavedShape } from '../support/shapes'

const DAY_MS = 24 * 60 * 60 * 1_000

type Kind = 'note' | 'post'
const KINDS: Kind[] = ['note', 'post']

async function makeDraft(client: ApiClient, kind: Kind): Promise<string> {
  const answer =
    kind === 'note'
      ? await client.post('/api/note/new', { ...NOTE_FIELDS, status: 'draft' })
      : await client.form('POST', '/api/post/new', { ...POST_FIELDS, status: 'draft' })
  return expectAnswer(answer, 201, madeShape)._id
}

const publish = (client: ApiClient, kind: Kind, id: string) =>
  kind === 'note'
    ? client.put(`/api/note/${id}`, { status: 'published' })
    : client.form('PUT', `/api/post/${id}`, { status: 'published' })

async function readVersion(client: ApiClient, kind: Kind, id: string): Promise<{ version: number }> {
  const body = (await client.get(`/api/${kind}/${id}`)).json() as { version: number; data: { version: number } }
  return kind === 'note' ? body.data : body
}

async function makeLink(client: ApiClient, kind: Kind, id: string, more = {}) {
  const { data } = expectAnswer(await client.post('/api/preview/new', { kind, id, ...more }), 201, previewSavedShape)
  return { ...data, path: new URL(data.url).pathname }
}

function expectNowhere(answer: ApiAnswer) {
  expect([answer.path, answer.status]).toEqual([answer.path, 404])
  for (const word of [NOTE_FIELDS.title, POST_FIELDS.title]) expect(answer.text).not.toContain(word)
}

for (const kind of KINDS) {
  test.describe(`a preview link of a ${kind}`, () => {
    test('shows a draft to whoever has it, marked as one, and to no cache, index or other site', async ({
      admin,
      visitor,
    }) => {
      const id = await makeDraft(admin.client, kind)
      const { path } = await makeLink(admin.client, kind, id)
      for (const headers of [{}, { rsc: '1' }] as Record<string, string>[]) {
        const answer = await visitor.get(path, headers)
        expect(answer.status).toBe(200)
        expect(answer.text).toContain((kind === 'note' ? NOTE_FIELDS : POST_FIELDS).title)
        expect(answer.text).toContain('Preview of a draft.')
        expect(answer.headers['cache-control']).toMatch(/\bprivate\b.*\bno-store\b/)
        expect(answer.headers['referrer-policy']).toBe('no-referrer')
        expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow')
      }
      const { text } = await visitor.get(path)
      expect(text).toContain('<meta name="robots" content="noindex, nofollow"/>')
      expect(text).toContain('<meta name="referrer" content="no-referrer"/>')
      expect(text).not.toMatch(/rel="canonical"|application\/ld\+json|og:title/)
      expectError(await visitor.get(`/api/${kind}/${id}`), 404)
    })

    test('leads nowhere with another signature, expired, revoked, in the trash, or when its row is gone', async ({
      admin,
      visitor,
      database,
    }) => {
      const { client } = admin
      const id = await makeDraft(client, kind)
      const { _id, path } = await makeLink(client, kind, id)
      const other = await makeLink(client, kind, id)
      const signature = (of: string) => of.slice(of.lastIndexOf(other._id) + other._id.length)
      const last = path.endsWith('A') ? 'B' : 'A'
      for (const forged of [
        ...[path.slice(0, -1), `${path}A`, `${path.slice(0, -1)}${last}`, `/preview/${_id}`, `/preview/${_id}-`],
        ...[`/preview/${_id}${signature(other.path)}`, `/preview/${crypto.randomUUID()}${signature(other.path)}`],
        ...['/preview/x', '/preview/%00'],
      ]) {
        const answer = await visitor.get(forged)
        expect([forged, [400, 404].includes(answer.status)]).toEqual([forged, true])
        expect(answer.text).not.toContain((kind === 'note' ? NOTE_FIELDS : POST_FIELDS).title)
      }

      expect((await visitor.get(path)).status).toBe(200)
      await database.change(1, `UPDATE "PreviewLink" SET "expiresAt" = now() WHERE "id" = $1`, [_id])
      expectNowhere(await visitor.get(path))

      expect((await visitor.get(other.path)).status).toBe(200)
      expect((await client.delete(`/api/preview/${other._id}`)).status).toBe(200)
      expectNowhere(await visitor.get(other.path))
      expectError(await client.delete(`/api/preview/${other._id}`), 404)

      const third = await makeLink(client, kind, id)
      expect((await client.delete(`/api/${kind}/${id}`)).status).toBe(200)
      expectNowhere(await visitor.get(third.path))
      expectError(await client.post('/api/preview/new', { kind, id }), 422, 'id')
      const move = (action: string) => client.post(`/api/${kind}/trash`, { ids: [id], action })
      await move('restore')
      expect((await visitor.get(third.path)).status).toBe(200)
      await move('trash')
      await move('purge')
      expectNowhere(await visitor.get(third.path))
      expect(await database.rows('SELECT 1 FROM "PreviewLink" WHERE "id" = $1', [third._id])).toEqual([])

      const log = await readAuditLog(client, id)
      const previews = log.filter(({ action }) => action.startsWith('preview.'))
      expect(previews.map(({ action, outcome, detail }) => `${action} ${outcome} ${detail}`)).toEqual([
        'preview.create done 7 days',
        'preview.create done 7 days',
        'preview.revoke done ',
        'preview.create done 7 days',
      ])
    })

    test('is not needed by admins: they see what is saved now at an address by its id, and nobody else does', async ({
      admin,
      member,
      visitor,
    }) => {
      const id = await makeDraft(admin.client, kind)
      const path = `/preview/${kind}/${id}`
      const draft = await admin.client.get(path)
      expect([draft.status, draft.text]).toEqual([200, expect.stringContaining('Only signed-in admins can see it')])
      expect(draft.headers['cache-control']).toMatch(/\bno-store\b/)
      expect(draft.headers['x-robots-tag']).toBe('noindex, nofollow')

      expect((await publish(admin.client, kind, id)).status).toBe(200)
      const { version } = await readVersion(admin.client, kind, id)
      const fields = { title: 'Written beside', description: '<p>Nothing of it is <b>public</b></p>' }
      const copy = { kind, owner: admin.id, isNew: false, baseVersion: version, base: {}, fields }
      const saved = { ...copy, writer: 'a form', sequence: 1, on: null }
      expect((await admin.client.put(`/api/working-copy/${id}`, saved)).status).toBe(200)
      expect((await admin.client.get(path)).text).toMatch(/Written beside[\s\S]*Nothing of it is/)
      const page = await visitor.get(`/${kind}/${id}`)
      expect([page.status, page.text]).toEqual([200, expect.not.stringContaining('Written beside')])

      for (const client of [visitor, member.client]) {
        const refused = await client.get(path)
        expect([refused.status, refused.text]).toEqual([403, expect.not.stringContaining('Written beside')])
      }
      expect((await admin.client.get(`/preview/${kind}/${crypto.randomUUID()}`)).status).toBe(404)
      expect((await admin.client.get(`/preview/${kind}/unknown`)).status).toBe(404)
      expect((await admin.client.post(`/api/${kind}/trash`, { ids: [id], action: 'trash' })).status).toBe(200)
      // What is in the trash can be read, by admins alone.
      expect((await admin.client.get(path)).text).toMatch(/Written beside[\s\S]*Nothing of it is/)
      expect((await visitor.get(path)).status).toBe(403)
      expect((await admin.client.post(`/api/${kind}/trash`, { ids: [id], action: 'purge' })).status).toBe(200)
      expect((await admin.client.get(path)).status).toBe(404)
    })

    test('leads to the page itself once that is public', async ({ admin, visitor }) => {
      const id = await makeDraft(admin.client, kind)
      const { path } = await makeLink(admin.client, kind, id)
      expect((await publish(admin.client, kind, id)).status).toBe(200)
      const answer = await visitor.get(path)
      expect([answer.status, answer.headers.location]).toEqual([307, `/${kind}/${id}`])
      expect(answer.headers['cache-control']).toMatch(/no-store/)
    })
  })
}

test('a preview link is valid for seven days unless chosen otherwise, and for what there is', async ({ admin }) => {
  const id = await makeDraft(admin.client, 'note')
  for (const [more, days] of [
    [{}, 7],
    [{ days: 1 }, 1],
    [{ days: 90 }, 90],
  ] as const) {
    const { createdAt, expiresAt } = await makeLink(admin.client, 'note', id, more)
    expect(Math.abs(Date.parse(expiresAt) - Date.parse(createdAt) - days * DAY_MS)).toBeLessThan(60_000)
  }
  for (const [fields, path] of [
    [{ kind: 'note', id, days: 8 }, 'days'],
    [{ kind: 'note', id, days: -1 }, 'days'],
    [{ kind: 'profile', id }, 'kind'],
    [{ kind: 'post', id }, 'id'],
    [{ kind: 'note', id: 'unknown' }, 'id'],
    [{ kind: 'note' }, 'id'],
  ] as const) {
    expectError(await admin.client.post('/api/preview/new', fields), 422, path)
  }
})
