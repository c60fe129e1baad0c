import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Member } from '@/lib/access/actor'
import { OPERATOR } from '@/lib/access/system-actors'
import { NO_FACTS } from '@/lib/content/post-facts'
import { createNote, updateNote } from '@/lib/note/server/mutations'
import { openDatabase } from '@/lib/platform/server/db'
import { createPost, updatePost } from '@/lib/post/server/mutations'
import { updateSettings } from '@/lib/site-settings/server/mutations'
import { readSettings } from '@/lib/site-settings/server/queries'
import { createUser, updateProfile } from '@/lib/user/server/mutations'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database, location, replaceBy } = throwAwayDatabase()

const actor: Member = { ...OPERATOR, signedInAt: new Date() }

type Subject = {
  name: string
  same: object
  other: object
  make: () => Promise<string>
  /** Resolves with the version. */
  save: (id: string, fields: object) => Promise<number>
}

let people = 0

const SUBJECTS: Subject[] = [
  {
    name: 'a note',
    same: { title: 'Tea', about: 'Hot', description: '<p onclick="x()">It <b>is</b>.</p>' },
    other: { description: '<p>It was hot.</p>' },
    make: async () =>
      (await createNote(OPERATOR, { title: 'Tea', about: 'Hot', description: '<p>It <b>is</b>.</p>' }))._id,
    save: async (id, fields) => (await updateNote(OPERATOR, id, fields)).version,
  },
  {
    name: 'a project',
    same: {
      title: 'Tea',
      description: 'Hot',
      repo: '',
      link: '',
      tech: 'Rust',
      ...NO_FACTS,
      alt: 'No picture',
      removeImage: '1',
    },
    other: { tech: 'C' },
    make: async () =>
      (
        await createPost(
          OPERATOR,
          { title: 'Tea', description: 'Hot', repo: '', link: '', tech: 'Rust', ...NO_FACTS, alt: '' },
          undefined,
        )
      )._id,
    save: async (id, fields) => (await updatePost(OPERATOR, id, fields, undefined)).version,
  },
  {
    name: 'a profile',
    same: { name: 'Ada', about: '' },
    other: { about: '<p>Hello</p>' },
    make: () => {
      people += 1
      const account = {
        name: 'Ada',
        username: `ada-${people}`,
        email: `ada-${people}@example.org`,
        password: 'a password',
      }
      return createUser(OPERATOR, account, false)
    },
    save: async (id, fields) => (await updateProfile(actor, id, fields)).version,
  },
  {
    name: 'the settings',
    same: {
      ownerName: 'Ada',
      competencies: [{ title: 'Tea', items: ['Hot'] }],
      avatarId: null,
      avatarAlt: 'No picture',
    },
    other: { competencies: [{ title: 'Tea', items: ['Hot', 'Cold'] }] },
    make: async () => {
      await database().siteSettings.deleteMany()
      const texts = { ownerName: 'Ada', titleLine: '', bio: '', contactNote: '' }
      await database().siteSettings.create({ data: { ...texts, competencies: [{ title: 'Tea', items: ['Hot'] }] } })
      return '1'
    },
    save: async (_, fields) => (await updateSettings(OPERATOR, fields)).version,
  },
]

async function revision() {
  return (await database().pageRevision.findUniqueOrThrow({ where: { id: 1 } })).revision
}

describe.each(SUBJECTS)('saving $name', ({ same, other, make, save }) => {
  let id: string

  beforeEach(async () => {
    id = await make()
  })

  it('as it is changes nothing: neither its version nor any page', async () => {
    const before = await revision()
    expect(await save(id, same)).toBe(1)
    expect(await save(id, { ...same, version: 1 })).toBe(1)
    expect(await save(id, {})).toBe(1)
    expect(await revision()).toBe(before)
  })

  it('otherwise lets its version grow, and pages hear of it', async () => {
    const before = await revision()
    expect(await save(id, { ...same, ...other, version: 1 })).toBe(2)
    expect(await save(id, { ...same, ...other })).toBe(2)
    expect(await revision()).toBe(before + 1n)
  })

  it('names in the log what it changed, not all that was sent', async () => {
    await save(id, { ...same, ...other })
    const log = await database().auditEvent.findFirst({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
    expect(log?.detail).toBe(Object.keys(other).join())
  })

  it('too late is a conflict that shows what is there, also for who would change nothing', async () => {
    await save(id, other)
    for (const fields of [other, same, {}]) {
      const stale = save(id, { ...fields, version: 1 })
      await expect(stale).rejects.toMatchObject({ kind: 'conflict', current: { version: 2 } })
    }
  })

  it('takes one connection, whether it changes something, nothing, or comes too late', async () => {
    // An old text has to be cleaned for the answer.
    await database().note.updateMany({ data: { descriptionStamp: 'old' } })
    await database().user.updateMany({ data: { aboutStamp: 'old' } })
    const single = openDatabase(location().url, { poolSize: 1 })
    replaceBy(single)
    try {
      const writes = [{ ...other, version: 99 }, same, other, { ...same, version: 1 }, {}]
      const outcomes = await Promise.allSettled(writes.map((fields) => save(id, fields)))
      const kinds = outcomes.map((one) => (one.status === 'fulfilled' ? 'saved' : one.reason.kind))
      expect(kinds).toEqual(['conflict', 'saved', 'saved', expect.stringMatching(/^(saved|conflict)$/), 'saved'])
    } finally {
      await single.$disconnect()
    }
  })
})

it('settings tell in a conflict what stands in them', async () => {
  const current = await readSettings(database())
  await expect(updateSettings(OPERATOR, { bio: 'x', version: 999 })).rejects.toMatchObject({ current })
})

it('a project whose picture is described anew, or taken away, is changed', async () => {
  // Its file is not there to be removed.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const { _id } = await createPost(
    OPERATOR,
    { title: 'T', description: 'D', repo: '', link: '', tech: '', ...NO_FACTS, alt: '' },
    undefined,
  )
  const picture = { url: '/media/x', store: 'disk', contentType: 'image/png', bytes: 1, width: 1, height: 1 }
  await database().media.create({ data: { ...picture, key: 'x', alt: 'Tea', postId: _id } })
  expect(await updatePost(OPERATOR, _id, { alt: 'Tea' }, undefined)).toMatchObject({ version: 1 })
  expect(await updatePost(OPERATOR, _id, { alt: 'Coffee' }, undefined)).toMatchObject({
    version: 2,
    image: [{ alt: 'Coffee' }],
  })
  expect(await updatePost(OPERATOR, _id, { removeImage: '1' }, undefined)).toMatchObject({ version: 3, image: [] })
})
