import { expect } from '@playwright/test'
import type { ApiAnswer, ApiClient } from '../support/api-client'
import { type Person, test } from '../support/api-test'
import { makeNote, makePost, readNote, readPost, readProfile } from '../support/content'
import { expectError } from '../support/shapes'

type Row = { _id: string; version: number }
type Subject = {
  name: string
  field: string
  make: (client: ApiClient, newPerson: () => Promise<Person>) => Promise<string>
  read: (client: ApiClient, id: string) => Promise<Row>
  write: (client: ApiClient, id: string, fields: Record<string, string | number>) => Promise<ApiAnswer>
}

const SUBJECTS: Subject[] = [
  {
    name: 'project',
    field: 'title',
    make: (client) => makePost(client),
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
    make: async (client) => (await makeNote(client))._id,
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
    test('grows with every change, and not with a save that changes nothing, which is answered like any other', async ({
      admin: { client },
      newPerson,
    }) => {
      const id = await make(client, newPerson)
      const first = await read(client, id)
      // Without a version the last write wins.
      for (const text of ['one', 'The same']) expect((await write(client, id, { [field]: text })).status).toBe(200)
      const before = await read(client, id)
      expect(before).toMatchObject({ [field]: 'The same', version: first.version + 2 })
      for (const based of [{}, { version: before.version }] as Array<Record<string, number>>) {
        expect((await write(client, id, { [field]: ' The same ', ...based })).status).toBe(200)
        expect((await write(client, id, based)).status).toBe(200)
      }
      expect(await read(client, id)).toEqual(before)
    })

    test('lets a write through that is based on the current row, and no stale one, which gets that row', async ({
      admin: { client },
      newPerson,
    }) => {
      const id = await make(client, newPerson)
      const { version } = await read(client, id)
      expect((await write(client, id, { [field]: 'In time', version })).status).toBe(200)
      const now = await read(client, id)
      expect(now).toMatchObject({ [field]: 'In time', version: version + 1 })
      for (const stale of [version, version + 1_000]) {
        const body = expectError(await write(client, id, { [field]: 'Late', version: stale }), 409)
        expect(body.current).toEqual(now)
      }
      expectError(await write(client, id, { [field]: 'Never saved', version: 'first' }), 422, 'version')
      expect(await read(client, id)).toEqual(now)
    })

    test('lets exactly one of 10 writes at once through, which stays, and all without one, each counted', async ({
      admin: { client },
      newPerson,
    }) => {
      const id = await make(client, newPerson)
      const { version } = await read(client, id)
      const writeAll = (writer: string, based: Record<string, number> = {}) =>
        Promise.all(
          Array.from({ length: 10 }, (_, index) => write(client, id, { [field]: `${writer} ${index}`, ...based })),
        )
      const answers = await writeAll('Writer', { version })
      const winners = answers.flatMap((answer, index) => (answer.status === 200 ? [index] : []))
      expect(winners).toHaveLength(1)
      const now = await read(client, id)
      expect(now).toMatchObject({ [field]: `Writer ${winners[0]}` })
      for (const answer of answers.filter((answer) => answer.status !== 200))
        expect(expectError(answer, 409).current).toEqual(now)
      expect(new Set((await writeAll('Other')).map((answer) => answer.status))).toEqual(new Set([200]))
      expect((await read(client, id)).version).toBe(now.version + 10)
    })
  })
}

test('a project that was deleted meanwhile is not found, whatever the version', async ({ admin }) => {
  const id = await makePost(admin.client)
  await admin.client.delete(`/api/post/${id}`)
  expectError(await admin.client.form('PUT', `/api/post/${id}`, { title: 'x', version: '1' }), 404)
})
