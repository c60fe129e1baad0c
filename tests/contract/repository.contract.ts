import { expect } from '@playwright/test'
import { test } from '../support/api-test'
import { makePost, readPost } from '../support/content'
import { expectError } from '../support/shapes'

const REPOSITORY = 'https://github.com/ada/kettle'
const FACTS = {
  ...{ id: '4711', etag: 'W/"one"', fetchedAt: '2026-01-01T00:00:00.000Z' },
  values: { title: 'kettle', repo: REPOSITORY },
}

test('a repository is read for admins alone, at three hosts, and nowhere once requests are off', async ({
  admin,
  member,
  visitor,
}) => {
  expectError(await visitor.post('/api/repository', { address: REPOSITORY }), 401)
  expectError(await member.client.post('/api/repository', { address: REPOSITORY }), 403)
  for (const address of ['', 'http://127.0.0.1/ada/kettle', 'https://gitea.com/ada/kettle', 'https://github.com/ada']) {
    expectError(await admin.client.post('/api/repository', { address }), 422, 'address')
  }
  const { message } = expectError(await admin.client.post('/api/repository', { address: REPOSITORY }), 503)
  expect(message).toBe('This site sends no requests to other servers (OFFLINE=1). Fill in the fields by hand.')
})

test('a save stores what it has seen of a repository, in no field of the project', async ({
  admin,
  database,
  visitor,
}) => {
  const id = await makePost(admin.client, { repo: REPOSITORY, repoFacts: JSON.stringify(FACTS) })
  const stored = () => database.rows('SELECT facts FROM "RepoFact" WHERE "postId" = $1', [id])
  expect(await stored()).toEqual([{ facts: FACTS }])
  expect(JSON.stringify(await readPost(visitor, id))).not.toContain('4711')
  const update = (repoFacts: string) => admin.client.form('PUT', `/api/post/${id}`, { repoFacts })
  for (const wrong of ['{', '{}', JSON.stringify({ ...FACTS, etag: 'a\r\nb: c' }), 'x'.repeat(30_001)]) {
    expectError(await update(wrong), 422, 'repoFacts')
  }
  expect(await stored()).toEqual([{ facts: FACTS }])
  expect((await update(JSON.stringify({ ...FACTS, id: '8' }))).status).toBe(200)
  expect(await stored()).toEqual([{ facts: { ...FACTS, id: '8' } }])
})
