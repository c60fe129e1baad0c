import { expect } from '@playwright/test'
import { ADMIN_SCREENS } from '@/lib/access/admin-screens'
import type { ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { expectAnswer, messageShape } from '../support/shapes'

const SCREENS = Object.values(ADMIN_SCREENS).map(({ path, access }) => ({ path: path.replace(':id', '1'), access }))

const mainOf = (html: string) => /<main[ >].*<\/main>/s.exec(html)?.[0] ?? ''

async function expectRefused(client: ApiClient, path: string): Promise<void> {
  const { status, text } = await client.get(path)
  expect([path, status]).toEqual([path, 403])
  expect(text, path).toContain('Not allowed to be here. Please, go back.')
  expect(mainOf(text), path).not.toMatch(/<(form|table)/)
}

test('every screen that needs a session is for whoever may use it alone, and for no cache or search engine', async ({
  visitor,
  member,
  admin,
}) => {
  for (const { path, access } of SCREENS) {
    await expectRefused(visitor, path)
    if (access === 'admin') await expectRefused(member.client, path)
    const { status, headers, text } = await admin.client.get(path)
    expect([path, status]).toEqual([path, path.endsWith('/1') ? 404 : 200])
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
  const { id, client } = await newPerson('admin')
  expect((await client.get('/new')).status).toBe(200)
  expectAnswer(await admin.client.post('/api/user/members', { ids: [id], action: 'demote' }), 200, messageShape)
  for (const path of ['/new', '/new-note', '/user/update']) {
    const { status, text } = await client.get(path)
    expect([path, status]).toEqual([path, 403])
    expect(text, path).not.toMatch(/<(form|table)/)
  }
})
