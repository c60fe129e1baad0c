import { expect } from '@playwright/test'
import { ADMIN_SCREENS } from '@/lib/access/admin-screens'
import type { ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePage, makePost } from '../support/content'
import { expectAnswer, messageShape } from '../support/shapes'

/** Every screen, those of one row at the address of a draft with this title. */
async function screens(client: ApiClient) {
  const title = `Tea ${crypto.randomUUID()}`
  const draft = { title, status: 'draft' }
  const ids = new Map([
    ['post', await makePost(client, draft)],
    ['note', (await makeNote(client, draft))._id],
    ['page', (await makePage(client, draft as object))._id],
  ])
  const addresses = Object.values(ADMIN_SCREENS).map(({ path, access }) => {
    const kind = path.split('/').find((segment) => ids.has(segment)) ?? ''
    return { path: path.replace(':id', String(ids.get(kind))), access, isOfRow: path.endsWith('/:id') }
  })
  return { title, addresses }
}

async function expectRefused(client: ApiClient, path: string, title: string): Promise<string> {
  const { status, text } = await client.get(path)
  expect([path, status]).toEqual([path, 403])
  expect(text, path).not.toContain(title)
  return text
}

test('every screen that needs a session is for whoever may use it alone, and for no cache or search engine', async ({
  visitor,
  member,
  admin,
}) => {
  const { title, addresses } = await screens(admin.client)
  for (const { path, access, isOfRow } of addresses) {
    const message = 'Not allowed to be here. Please, go back.'
    expect(await expectRefused(visitor, path, title), path).toContain(message)
    if (access === 'admin') expect(await expectRefused(member.client, path, title), path).toContain(message)
    else expect([path, (await member.client.get(path)).status]).toEqual([path, 200])
    const { status, headers, text } = await admin.client.get(path)
    expect([path, status]).toEqual([path, 200])
    if (isOfRow) expect(text, path).toContain(title)
    expect(String(headers['cache-control']), path).toContain('no-store')
    expect(text, path).toMatch(/<meta name="robots" content="noindex/)
  }
})

test('what is edited and not there is said to be missing', async ({ admin }) => {
  for (const [path, message] of [
    ['/post/update/nothing', 'Post not found'],
    ['/note/update/01900000-0000-7000-8000-000000000000', 'Note not found'],
  ] as const) {
    const { status, text } = await admin.client.get(path)
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain(message)
  }
})

test('an admin’s screens are refused from the moment they are none any more', async ({ admin, newPerson }) => {
  const { title, addresses } = await screens(admin.client)
  const { id, client } = await newPerson('admin')
  expect((await client.get('/new')).status).toBe(200)
  expectAnswer(await admin.client.post('/api/user/members', { ids: [id], action: 'demote' }), 200, messageShape)
  // Their cookie says that they are one: these are refused by the screens themselves.
  for (const { path } of addresses) await expectRefused(client, path, title)
})
