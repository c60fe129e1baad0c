import { expect } from '@playwright/test'
import type { ApiAnswer, ApiClient } from '../support/api-client'
import { type Person, test } from '../support/api-test'
import { makeNote, makePost, readNote, readPost, readProfile } from '../support/content'
import { expectError } from '../support/shapes'

type Row = { _id: string; version: number }
type Subject = {
  name: string
  field: string
  make: (admin: Person, newPerson: () => Promise<Person>) => Promise<string>
  read: (client: ApiClient, id: string) => Promise<Row>
  write: (client: ApiClient, id: string, fields: Record<string, string | number>) => Promise<ApiAnswer>
}

const SUBJECTS: Subject[] = [
  {
    name: 'project',
    field: 'title',
    make: (admin) => makePost(admin.client),
    read: readPost,
    write: (client, id, fields) =>
      client.form(
        'PUT',
        `/api/post/${id}`,
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
      ),
  },
  {
    name: 'note',
    field: 'title',
    make: async (admin) => (await makeNote(admin.client))._id,
    read: readNote,
    write: (client, id, fields) => client.put(`/api/note/${id}`, fields),
  },
  {
    name: 'profile',
    field: 'name',
    make: async (_, newPerson) => (await newPerson()).id,
    read: readProfile,
    write: (client, id, fields) => client.put(`/api/user/profile/${id}`, fields),
  },
]

for (const { name, field, make, read, write } of SUBJECTS) {
  test.describe(`the version of a ${name}`, () => {
    test('grows with every change', async ({ admin, newPerson }) => {
      const id = await make(admin, newPerson)
      let version = (await read(admin.client, id)).version
      for (const text of ['one', 'two', 'three']) {
        expect((await write(admin.client, id, { [field]: text })).status).toBe(200)
        const next = (await read(admin.client, id)).version
        expect(Number.isInteger(next)).toBe(true)
        expect(next).toBeGreaterThan(version)
        version = next
      }
    })

    test('does not grow with a save that changes nothing, which is answered like any other', async ({
      admin,
      newPerson,
    }) => {
      const id = await make(admin, newPerson)
      expect((await write(admin.client, id, { [field]: 'The same' })).status).toBe(200)
      const before = await read(admin.client, id)
      for (const based of [{}, { version: before.version }] as Array<Record<string, number>>) {
        expect((await write(admin.client, id, { [field]: ' The same ', ...based })).status).toBe(200)
        expect((await write(admin.client, id, based)).status).toBe(200)
      }
      expect(await read(admin.client, id)).toEqual(before)
    })

    test('accepts a write based on the current row', async ({ admin, newPerson }) => {
      const id = await make(admin, newPerson)
      const { version } = await read(admin.client, id)
      expect((await write(admin.client, id, { [field]: 'In time', version })).status).toBe(200)
      expect(await read(admin.client, id)).toMatchObject({ [field]: 'In time' })
    })

    test('refuses a stale write, returns the current row, and changes nothing', async ({ admin, newPerson }) => {
      const id = await make(admin, newPerson)
      const { version } = await read(admin.client, id)
      await write(admin.client, id, { [field]: 'First' })
      const now = await read(admin.client, id)
      for (const stale of [version, version + 1_000]) {
        const body = expectError(await write(admin.client, id, { [field]: 'Late', version: stale }), 409)
        expect(body.current).toEqual(now)
      }
      expect(await read(admin.client, id)).toEqual(now)
    })

    test('may be omitted: then the last write wins', async ({ admin, newPerson }) => {
      const id = await make(admin, newPerson)
      for (const text of ['First', 'Last']) {
        expect((await write(admin.client, id, { [field]: text })).status).toBe(200)
      }
      expect(await read(admin.client, id)).toMatchObject({ [field]: 'Last' })
    })

    test('lets exactly one of 20 writes at once through, and that one stays', async ({ admin, newPerson }) => {
      const id = await make(admin, newPerson)
      const { version } = await read(admin.client, id)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => write(admin.client, id, { [field]: `Writer ${index}`, version })),
      )
      const winners = answers.flatMap((answer, index) => (answer.status === 200 ? [index] : []))
      expect(winners).toHaveLength(1)
      const now = await read(admin.client, id)
      expect(now).toMatchObject({ [field]: `Writer ${winners[0]}` })
      for (const answer of answers.filter((answer) => answer.status !== 200)) {
        expect(expectError(answer, 409).current).toEqual(now)
      }
    })

    test('lets 20 writes at once without a version all pass, each counted', async ({ admin, newPerson }) => {
      const id = await make(admin, newPerson)
      const { version } = await read(admin.client, id)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => write(admin.client, id, { [field]: `Writer ${index}` })),
      )
      expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
      expect((await read(admin.client, id)).version).toBe(version + 20)
    })

    test('must be an integer', async ({ admin, newPerson }) => {
      const id = await make(admin, newPerson)
      const before = await read(admin.client, id)
      for (const version of ['first', 1.5, -1, 1e30, '']) {
        expectError(await write(admin.client, id, { [field]: 'Never saved', version }), 422, 'version')
      }
      expect(await read(admin.client, id)).toEqual(before)
    })
  })
}

test('a project that was deleted meanwhile is not found, whatever the version', async ({ admin }) => {
  const id = await makePost(admin.client)
  await admin.client.delete(`/api/post/${id}`)
  expectError(await admin.client.form('PUT', `/api/post/${id}`, { title: 'x', version: '1' }), 404)
})
