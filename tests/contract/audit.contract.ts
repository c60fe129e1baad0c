import { expect } from '@playwright/test'
import { AUDIT_ACTIONS } from '@/lib/audit/actions'
import { ApiClient, newPassword } from '../support/api-client'
import { newAccount, type Person, signIn, test, trySignIn } from '../support/api-test'
import { type AuditEvent, readAuditLog } from '../support/audit'
import { CALLS, isWrite, nameOf } from '../support/calls'
import { makeNote, makePost, NOTE_FIELDS, POST_FIELDS } from '../support/content'
import { nextAuthSignIn } from '../support/next-auth'
import { png } from '../support/pictures'
import { expectAnswer, expectError, pictureShape } from '../support/shapes'
import { site } from '../support/site'

const readLog = ({ client }: Person, filter = '') => readAuditLog(client, filter)

const reported = ({ actorName, action, outcome, subjectName, detail }: AuditEvent) => [
  actorName,
  action,
  outcome,
  subjectName,
  detail,
]

test('every write of a note is logged: who, when, from where, what, on which row', async ({ newPerson }) => {
  const admin = await newPerson('admin')
  const begun = Date.now()
  const { _id } = await makeNote(admin.client, { title: 'Tea' })
  await admin.client.put(`/api/note/${_id}`, { title: 'Coffee', about: 'Why not' })
  await admin.client.delete(`/api/note/${_id}`)
  for (const action of ['restore', 'trash', 'purge']) {
    await admin.client.post('/api/note/trash', { ids: [_id], action })
  }
  const log = await readLog(admin, _id)
  expect(log.map(reported)).toEqual([
    [admin.name, 'note.create', 'done', 'Tea', ''],
    [admin.name, 'note.update', 'done', 'Coffee', 'title, about'],
    [admin.name, 'note.trash', 'done', 'Coffee', ''],
    [admin.name, 'note.restore', 'done', 'Coffee', ''],
    [admin.name, 'note.trash', 'done', 'Coffee', ''],
    [admin.name, 'note.purge', 'done', 'Coffee', ''],
  ])
  for (const { actorId, address, createdAt } of log) {
    expect(actorId).toBe(admin.id)
    expect(address).toMatch(/^(127\.0\.0\.1|::1)$/)
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(begun)
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now())
  }
})

test('so does every write of a project, a picture, the settings and the members', async ({ newPerson, database }) => {
  const admin = await newPerson('admin')
  const person = await newPerson()
  const { client } = admin
  const id = await makePost(client, { title: 'Kettle' })
  await client.form('PUT', `/api/post/${id}`, { tech: 'Steel', image: { file: await png(), name: 'k.png' } })
  await client.delete(`/api/post/${id}`)
  await client.post('/api/post/trash', { ids: [id], action: 'purge' })
  const picture = expectAnswer(
    await client.form('POST', '/api/media/new', { image: { file: await png() }, alt: 'A pot' }),
    201,
    pictureShape,
  )
  await client.put('/api/settings', {})
  for (const action of ['promote', 'demote', 'end-sessions', 'delete']) {
    await client.post('/api/user/members', { ids: [person.id], action })
  }
  const log = (await readLog(admin, admin.id)).map(({ action, outcome, subjectName }) => [action, outcome, subjectName])
  expect(log.filter(([action]) => action !== 'session.start' && action !== 'account.create')).toEqual([
    ['post.create', 'done', 'Kettle'],
    ['post.update', 'done', 'Kettle'],
    ['post.trash', 'done', 'Kettle'],
    ['post.purge', 'done', 'Kettle'],
    ['picture.create', 'done', 'A pot'],
    ['settings.update', 'done', ''],
    ['member.promote', 'done', person.name],
    ['member.demote', 'done', person.name],
    ['member.end-sessions', 'done', person.name],
    ['member.delete', 'done', person.name],
  ])
  await database.change(1, 'DELETE FROM "Media" WHERE id = $1', [picture._id])
})

test('a registration, a sign-in, a new password and a sign-out are logged, without the password', async ({
  admin,
  newPerson,
  database,
}) => {
  const person = await newPerson()
  const fields = { name: `New ${person.name}`, username: person.username, password: newPassword() }
  expect((await person.client.put(`/api/user/profile/${person.id}`, fields)).status).toBe(200)
  expectError(await trySignIn(new ApiClient(site.baseUrl), person), 401)
  await signIn(person.client, { email: person.email, password: fields.password })
  const log = await readLog(admin, person.id)
  expect(log.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['account.create', 'done'],
    ['session.start', 'done'],
    ['profile.update', 'done'],
    ['session.start', 'refused'],
    ['session.start', 'done'],
  ])
  expect(log[2]?.detail).toBe('name, password')
  const whole = JSON.stringify(await database.rows('SELECT * FROM "AuditEvent"'))
  expect(whole).not.toMatch(/Secret-|argon2|next-auth/)
})

test('the end of a session elsewhere is logged as one; settings that are refused are not', async ({ newPerson }) => {
  const admin = await newPerson('admin')
  const elsewhere = new ApiClient(site.baseUrl)
  await signIn(elsewhere, admin)
  const { sessions } = (await admin.client.get('/api/user/sessions')).json() as {
    sessions: Array<{ _id: string; isCurrent: boolean }>
  }
  const other = sessions.find(({ isCurrent }) => !isCurrent)
  await admin.client.delete(`/api/user/sessions/${other?._id}`)
  await admin.client.put('/api/settings', { contactEmail: 'no address' })
  await admin.client.put('/api/settings', { codeUrl: 'no address' })
  const log = (await readLog(admin, admin.id)).map(({ action, outcome, times }) => [action, outcome, times])
  expect(log.at(-1)).toEqual(['session.end-other', 'done', 1])
})

test('a sign-out is logged once, and only if there was a session', async ({ admin, newPerson, visitor }) => {
  const person = await newPerson()
  const copy = person.client.copy()
  await person.client.post('/api/user/logout')
  await copy.post('/api/user/logout')
  await visitor.post('/api/user/logout')
  const ends = (await readLog(admin, person.id)).filter(({ action }) => action === 'session.end')
  expect(ends.map(({ actorName }) => actorName)).toEqual([person.name])
})

for (const [path, tryTo] of [
  ['our own path', (client: ApiClient, email: string, password: string) => trySignIn(client, { email, password })],
  [
    "next-auth's path",
    (client: ApiClient, email: string, password: string) => nextAuthSignIn(client, { email, password }),
  ],
] as const) {
  test(`failed sign-ins by ${path} are counted under the account they named`, async ({ admin, newPerson, visitor }) => {
    const person = await newPerson()
    for (let n = 0; n < 3; n += 1) await tryTo(visitor, person.email, newPassword())
    const rows = (await readLog(admin, person.id)).filter(({ outcome }) => outcome === 'refused')
    // One row, or two when a new interval of ten minutes began in between.
    expect(rows.length).toBeLessThanOrEqual(2)
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(3)
    for (const row of rows) {
      expect(row).toMatchObject({
        action: 'session.start',
        actorId: '',
        actorName: '',
        subjectIds: [person.id],
        subjectName: person.name,
        detail: 'Wrong email or password.',
      })
    }
    await tryTo(visitor, person.email, person.password)
    expect((await readLog(admin, person.id)).at(-1)).toMatchObject({ action: 'session.start', outcome: 'done' })
  })
}

test('a sign-in with an email nobody has does not keep what was typed', async ({ visitor, database }) => {
  const { email, password } = newAccount()
  expectError(await trySignIn(visitor, { email, password }), 401)
  const rows = JSON.stringify(await database.rows('SELECT * FROM "AuditEvent"'))
  expect(rows).not.toContain(email)
})

test('a write that is refused has no row', async ({ admin, newPerson, visitor }) => {
  const person = await newPerson()
  const { _id } = await makeNote(admin.client)
  expectError(await person.client.delete(`/api/note/${_id}`), 403)
  expectError(await visitor.put(`/api/note/${_id}`, { title: 'Mine' }), 401)
  expectError(await admin.client.put(`/api/note/${_id}`, { title: 'x' }, { origin: 'https://evil.example' }), 403)
  expect((await readLog(admin, _id)).map(({ action }) => action)).toEqual(['note.create'])
})

test('a write that failed is not logged as done', async ({ admin }) => {
  const note = await makeNote(admin.client, { title: 'Once' })
  expect((await admin.client.put(`/api/note/${note._id}`, { title: 'Twice', version: note.version })).status).toBe(200)
  expectError(await admin.client.put(`/api/note/${note._id}`, { title: 'Thrice', version: note.version }), 409)
  expectError(await admin.client.put(`/api/note/${note._id}`, { title: '' }), 422)
  const log = (await readLog(admin, note._id)).filter(({ action }) => action === 'note.update')
  expect(log.map(({ outcome }) => outcome)).toEqual(['done'])
})

test('every write of the API has a name in the log', async () => {
  const unnamed = CALLS.filter((call) => isWrite(call) && !Object.keys(AUDIT_ACTIONS).includes(call.audit ?? ''))
  // They change what is kept of a form, which nobody else sees.
  const copies = ['PUT /api/working-copy/:id', 'DELETE /api/working-copy/:id']
  const revisions = ['POST /api/history/new', 'POST /api/history/:id']
  expect(unnamed.map(nameOf)).toEqual([...copies, ...revisions, 'POST /api/view'])
})

test('the log leaves for admins only, in the formats there are, and is changed by no call', async ({
  admin,
  member,
  visitor,
}) => {
  expectError(await visitor.get('/api/audit?format=csv'), 401)
  expectError(await member.client.get('/api/audit?format=csv'), 403)
  expectError(await admin.client.get('/api/audit'), 422, 'format')
  expectError(await admin.client.get('/api/audit?format=xml'), 422, 'format')
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    expectError(await admin.client.send(method, '/api/audit?format=csv'), 405)
  }
})

test('as CSV it holds a formula as text, and is a file of its own', async ({ admin }) => {
  const { _id } = await makeNote(admin.client, { title: '=HYPERLINK("https://evil.example","Open")' })
  const answer = await admin.client.get(`/api/audit?format=csv&filter=${_id}`)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"')
  expect(answer.headers['cache-control']).toBe('private, no-store')
  const [head, row] = answer.text.split('\r\n')
  expect(head).toBe('"time","who","whoId","address","action","outcome","times","row","rowName","detail"')
  expect(row).toContain(`"${_id}","'=HYPERLINK(""https://evil.example"",""Open"")"`)
})

test('a log longer than one batch leaves whole, each row once', async ({ admin, database }) => {
  const tag = `batch-${crypto.randomUUID()}`
  await database.change(
    2_345,
    `INSERT INTO "AuditEvent" ("id", "action", "outcome", "detail", "createdAt")
     SELECT gen_random_uuid()::text, 'note.update', 'done', $1, now() - make_interval(secs => n / 100)
     FROM generate_series(1, 2345) AS n`,
    [tag],
  )
  const log = await readLog(admin, tag)
  expect(log).toHaveLength(2_345)
  expect(new Set(log.map(({ _id }) => _id)).size).toBe(2_345)
  await database.change(2_345, 'DELETE FROM "AuditEvent" WHERE "detail" = $1', [tag])
})

test('a filter is taken literally', async ({ admin }) => {
  const { _id } = await makeNote(admin.client, { title: '100% pure_tea\\' })
  expect((await readLog(admin, '100% pure_tea\\')).map(({ subjectIds }) => subjectIds)).toContainEqual([_id])
  expect(await readLog(admin, '100%tea')).toEqual([])
  expectError(await admin.client.get('/api/audit?format=jsonl&filter=%00'), 422, 'filter')
})

test.describe('writes without a pause', () => {
  test('600 a minute are let through for an admin; then they wait, and reading goes on', async ({
    newPerson,
    database,
  }) => {
    const admin = await newPerson('admin')
    const write = () => admin.client.put('/api/settings', {})
    await write()
    await database.change(1, `UPDATE "RateLimit" SET "count" = 598 WHERE "key" LIKE 'writes:%'`)
    expect((await write()).status).toBe(200)
    // Two at once with one attempt left: counted in the database, exactly one passes.
    const both = await Promise.all([write(), write()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429])
    const refused = both.find(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
    expectError(await admin.client.post('/api/note/new', NOTE_FIELDS), 429)
    expectError(await admin.client.form('POST', '/api/post/new', POST_FIELDS), 429)
    expect((await admin.client.get('/api/user/loggedIn')).status).toBe(200)
    await database.ageAttempts(60)
    expect((await write()).status).toBe(200)
  })

  test('one account’s writes hold up nobody else’s', async ({ newPerson, admin, database }) => {
    const busy = await newPerson('admin')
    await busy.client.put('/api/settings', {})
    await database.change(1, `UPDATE "RateLimit" SET "count" = 600 WHERE "key" LIKE 'writes:%'`)
    expectError(await busy.client.put('/api/settings', {}), 429)
    expect((await admin.client.put('/api/settings', {})).status).toBe(200)
  })

  test('300 a minute are let through for a member', async ({ newPerson, database }) => {
    const { client, id } = await newPerson()
    const write = () => client.put(`/api/user/profile/${id}`, {})
    await write()
    await database.change(1, `UPDATE "RateLimit" SET "count" = 299 WHERE "key" LIKE 'writes:%'`)
    expect((await write()).status).toBe(200)
    expectError(await write(), 429)
  })

  test('the members at one address share a pace; admins there do not wait for them', async ({
    newPerson,
    admin,
    database,
  }) => {
    const [one, other] = [await newPerson(), await newPerson()]
    const write = ({ client, id }: typeof one) => client.put(`/api/user/profile/${id}`, {})
    await write(one)
    await database.change(
      1,
      `UPDATE "RateLimit" SET "count" = 599, "expiresAt" = now() + interval '60 s' WHERE "key" LIKE 'writes-from:%'`,
    )
    expect((await write(one)).status).toBe(200)
    const refused = await write(other)
    expectError(refused, 429)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await write(admin)).status).toBe(200)
    await database.ageAttempts(60)
    expect((await write(other)).status).toBe(200)
  })
})
