import { expect } from '@playwright/test'
import { test, trySignIn } from '../support/api-test'
import { NOTE_FIELDS } from '../support/content'
import { expectError } from '../support/shapes'

test('live and ready answer 200 while all is well', async ({ visitor }) => {
  for (const path of ['/api/health/live', '/api/health/ready']) {
    expect((await visitor.get(path)).status).toBe(200)
  }
})

test('the daily maintenance is closed where no secret was set for it', async ({ visitor }) => {
  expectError(await visitor.get('/api/maintenance'), 404)
  expectError(await visitor.get('/api/maintenance', { authorization: 'Bearer ' }), 404)
})

test('nobody but an admin, signed in themselves, begins a backup', async ({ visitor, member, admin }) => {
  expectError(await visitor.post('/api/backup'), 401)
  expectError(await member.client.post('/api/backup'), 403)
  expectError(await admin.client.post('/api/backup', undefined, { origin: 'https://evil.example' }), 403)
  expectError(await admin.client.get('/api/backup'), 405)
})

test('without the database the site lives but is not ready, refuses writes with 503, and is ready again after', async ({
  visitor,
  admin,
  database,
}) => {
  await database.whileUnavailable(async () => {
    expectError(await visitor.get('/api/health/ready'), 503)
    expect((await visitor.get('/api/health/live')).status).toBe(200)
    expectError(await admin.client.post('/api/note/new', NOTE_FIELDS), 503)
    expectError(await trySignIn(visitor, admin), 503)
  })
  // A pooler may notice with a delay.
  await expect.poll(async () => (await visitor.get('/api/health/ready')).status).toBe(200)
  expect((await admin.client.get('/api/user/loggedIn')).status).toBe(200)
})

test('a database that lacks a migration is not ready', async ({ visitor, database }) => {
  const last = `id = (SELECT id FROM "_prisma_migrations" ORDER BY migration_name DESC LIMIT 1)`
  const [before] = await database.rows<{ finished_at: Date }>(
    `SELECT finished_at FROM "_prisma_migrations" WHERE ${last}`,
  )
  await database.change(1, `UPDATE "_prisma_migrations" SET finished_at = NULL WHERE ${last}`)
  try {
    expectError(await visitor.get('/api/health/ready'), 503)
  } finally {
    await database.change(1, `UPDATE "_prisma_migrations" SET finished_at = $1 WHERE ${last}`, [before?.finished_at])
  }
  expect((await visitor.get('/api/health/ready')).status).toBe(200)
})

test('a failure nobody foresaw is a bland 500 with a request id', async ({ admin, visitor, database }) => {
  await database.rows('ALTER TABLE "Note" RENAME TO "NoteAway"')
  try {
    const answer = await admin.client.post('/api/note/new', NOTE_FIELDS)
    const body = expectError(answer, 500)
    expect(String(answer.headers['x-request-id'] ?? body.requestId)).toMatch(/^[\w-]{8,}$/)
    const other = await admin.client.post('/api/note/new', NOTE_FIELDS)
    expect(other.headers['x-request-id'] ?? expectError(other, 500).requestId).not.toBe(
      answer.headers['x-request-id'] ?? body.requestId,
    )
  } finally {
    await database.rows('ALTER TABLE "NoteAway" RENAME TO "Note"')
  }
  expect((await visitor.get('/api/note')).status).toBe(200)
})
