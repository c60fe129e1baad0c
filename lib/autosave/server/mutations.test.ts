import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { OPERATOR } from '@/lib/access/system-actors'
import { autosave } from '@/lib/autosave/server/mutations'
import { galleryText } from '@/lib/content/gallery'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { getContentAsAdmin, tableContent } from '@/lib/content-kind/server/queries'
import { AppError } from '@/lib/http/errors'
import { updateNote, WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { NOTES } from '@/lib/note/server/queries'
import { updatePost } from '@/lib/post/server/mutations'
import { POSTS } from '@/lib/post/server/queries'
import { parseTableState } from '@/lib/table/trash-schema'
import type { SaveCopyInput } from '@/lib/working-copy/input'
import { pictureField, type SavedCopy, type WorkingCopy } from '@/lib/working-copy/schema'
import { deleteWorkingCopy } from '@/lib/working-copy/server/mutations'
import { getWorkingCopy } from '@/lib/working-copy/server/queries'
import { throwAwayDatabase } from '@/tests/support/unit-database'

vi.mock('@/lib/platform/server/env', async (original) => {
  const { env } = await original<typeof import('@/lib/platform/server/env')>()
  return { env: () => ({ ...env(), DATA_DIR: location().dataDir, DATABASE_URL: location().url }) }
})

const { database, location } = throwAwayDatabase()

// Without a session, whose end would be looked for.
const writer = (userId: string, name: string) => ({ ...OPERATOR, userId, name }) as Admin
const ada = writer('ada', 'Ada')
const bea = writer('bea', 'Bea')

let key: string

beforeEach(async () => {
  key = crypto.randomUUID()
  for (const { userId: id, name } of [ada, bea]) {
    const row = { id, name, username: id, email: `${id}@example.org`, passwordHash: '', isAdmin: true }
    await database().user.upsert({ where: { id }, create: row, update: {} })
  }
})

const FIELDS = { title: 'Title', about: '', description: '<p>One</p>' }

function save(part: Partial<SaveCopyInput> = {}, admin = ada): Promise<SavedCopy> {
  const input = { kind: 'note' as const, owner: admin.userId, isNew: true, baseVersion: 0, base: undefined }
  return autosave(admin, key, { ...input, fields: FIELDS, writer: `form ${key}`, sequence: 1, on: null, ...part })
}

const titled = (title: string) => ({ ...FIELDS, title })
async function note() {
  const row = await getContentAsAdmin(NOTES, ada, key)
  const { rows } = await tableContent(NOTES, ada, { ...parseTableState({}, 50), status: 'all' })
  return row && { ...row, hasChanges: rows.find(({ _id }) => _id === key)?.hasChanges }
}
const on = ({ _id, version }: SavedCopy) => ({ _id, version })

/** What a refused save says there is now. */
async function conflict(saving: Promise<unknown>): Promise<WorkingCopy | null> {
  const error = await saving.then(
    () => null,
    (refused) => refused,
  )
  expect(error).toMatchObject({ kind: 'conflict' })
  return error.current
}

describe('a new text', () => {
  it('is a draft from its first letter on, once, also without a title', async () => {
    const [one, other] = await Promise.all([save({ fields: titled('') }), save({ fields: titled(''), sequence: 2 })])
    expect([one.draftVersion, other.draftVersion]).toEqual([1, 1])
    expect(await note()).toMatchObject({ title: '', description: '<p>One</p>', status: 'draft', hasChanges: false })
    expect(await database().note.count({ where: { id: key } })).toBe(1)
  })

  it('cannot be published without a title', async () => {
    await save({ fields: titled('') })
    const refused = await updateNote(ada, key, { status: 'published' }).catch((error) => error)
    expect(refused).toMatchObject({ kind: 'unprocessable', issues: [{ path: 'title', message: 'Title is required.' }] })
    expect((await note())?.status).toBe('draft')
  })

  it('leaves one row in the log for an editing session, and one revision', async () => {
    let last = await save()
    for (const sequence of [2, 3, 4]) last = await save({ fields: titled(`${sequence}`), sequence, on: on(last) })
    const log = () => database().auditEvent.findMany({ where: { subjectIds: { has: key } }, orderBy: { id: 'asc' } })
    expect((await log()).map(({ action }) => action)).toEqual(['note.create'])
    await database()
      .$executeRaw`UPDATE "Revision" SET "updatedAt" = "updatedAt" - interval '31 minutes' WHERE "noteId" = ${key}`
    last = await save({ fields: titled('5'), sequence: 5, on: on(last) })
    await save({ fields: titled('6'), sequence: 6, on: on(last) })
    expect((await log()).map(({ action }) => action)).toEqual(['note.create', 'note.update'])
    const revisions = await database().revision.findMany({ where: { noteId: key }, orderBy: { id: 'asc' } })
    expect(revisions.map(({ fields }) => (fields as typeof FIELDS).title)).toEqual(['4', '6'])
  })

  it('is not made again by a form of one that was deleted for good', async () => {
    await save()
    await trashContent(WRITABLE_NOTES, ada, { ids: [key], action: 'trash' })
    expect(await save({ isNew: false, baseVersion: 1, sequence: 2 })).toMatchObject({ draftVersion: null })
    await trashContent(WRITABLE_NOTES, ada, { ids: [key], action: 'purge' })
    await expect(save({ isNew: false, baseVersion: 1, sequence: 3 })).rejects.toMatchObject({ kind: 'not-found' })
  })
})

describe('a draft', () => {
  it('goes on from every state of the same form, also when an answer was lost', async () => {
    await save()
    await save({ fields: titled('2'), sequence: 2 })
    expect(await save({ fields: titled('3'), sequence: 3 })).toMatchObject({ draftVersion: 3 })
    expect(await conflict(save({ fields: titled('late'), sequence: 2 }))).toMatchObject({ fields: titled('3') })
    expect((await note())?.title).toBe('3')
  })

  it('is one for all admins, and tells whoever knows an older state of it', async () => {
    const first = await save()
    await save({ fields: titled('Bea'), writer: 'other', on: on(first), baseVersion: 1 }, bea)
    const current = await conflict(save({ fields: titled('Ada'), sequence: 2, on: on(first), baseVersion: 1 }))
    expect(current).toMatchObject({ fields: titled('Bea'), baseVersion: 2, base: titled('Bea') })
    await save({ fields: titled('Both'), sequence: 2, baseVersion: 2, on: current && on(current as never) })
    expect((await note())?.title).toBe('Both')
  })

  it('that another call has changed is not overwritten: the form takes that over first', async () => {
    const first = await save()
    await updateNote(bea, key, { about: 'By a script' })
    const current = await conflict(save({ fields: titled('Ada'), sequence: 2, on: on(first), baseVersion: 1 }))
    expect(current).toMatchObject({ fields: { title: 'Title', about: 'By a script' }, baseVersion: 2 })
    const { _id, version } = current as WorkingCopy
    const fields = { ...titled('Ada'), about: 'By a script' }
    await save({ fields, sequence: 2, on: { _id, version }, baseVersion: 2 })
    expect(await note()).toMatchObject(fields)
  })

  it('keeps beside it what its row cannot hold yet', async () => {
    const fields = { title: 'Project', repo: 'https:/', link: 'https://example.org', description: '' }
    const first = await save({ kind: 'post', fields })
    expect(await getContentAsAdmin(POSTS, ada, key)).toMatchObject({
      repo: '',
      link: 'https://example.org',
      status: 'draft',
    })
    expect(await getWorkingCopy(ada, key)).toMatchObject({ fields, base: { ...fields, repo: '' } })
    await save({ kind: 'post', fields: { ...fields, repo: 'https://a.example' }, sequence: 2, on: on(first) })
    expect(await getContentAsAdmin(POSTS, ada, key)).toMatchObject({ repo: 'https://a.example' })
    const refused = await updatePost(ada, key, { status: 'published' }, undefined).catch((error) => error)
    expect(refused).toMatchObject({ issues: [{ path: 'description' }] })
  })

  it('has the picture its form has chosen, and gives it back', async () => {
    const stored = { store: 'disk', contentType: 'image/png', bytes: 1, width: 1, height: 1, url: '/a.png' }
    const { id } = await database().media.create({ data: { ...stored, key: key.slice(0, 8) } })
    const fields = { title: 'P', image: pictureField({ _id: id, url: '/a.png', name: 'a.png' }), alt: 'A thing' }
    const first = await save({ kind: 'post', fields })
    expect((await getContentAsAdmin(POSTS, ada, key))?.image).toMatchObject([{ url: '/a.png', alt: 'A thing' }])
    await save({ kind: 'post', fields: { ...fields, image: '' }, sequence: 2, on: on(first) })
    expect((await getContentAsAdmin(POSTS, ada, key))?.image).toEqual([])
  })

  it('keeps beside it the words of a picture that are too long, and not a part of them in its row', async () => {
    const stored = { store: 'disk', contentType: 'image/png', bytes: 1, width: 1, height: 1, url: '/a.png' }
    const { id } = await database().media.create({ data: { ...stored, key: key.slice(0, 8) } })
    const image = pictureField({ _id: id, url: '/a.png', name: 'a.png' })
    const fields = { title: 'P', image, alt: 'A view', caption: 'x'.repeat(301), pictures: '' }
    const first = await save({ kind: 'post', fields })
    const words = async () => (await getContentAsAdmin(POSTS, ada, key))?.image
    expect(await words()).toMatchObject([{ alt: 'A view', caption: '' }])
    const longer = { ...fields, alt: `${'x'.repeat(299)}😀 and on`, caption: 'At last' }
    await save({ kind: 'post', fields: longer, sequence: 2, on: on(first) })
    expect(await words()).toMatchObject([{ alt: 'A view', caption: 'At last' }])
    expect(await getWorkingCopy(ada, key)).toMatchObject({ fields: longer, base: { alt: 'A view' } })
  })

  it('has all pictures of its form in order with their words, and another one becomes its cover', async () => {
    const stored = { store: 'disk', contentType: 'image/png', bytes: 1, width: 1, height: 1 }
    const make = async (name: string) => {
      const url = `/${name}.png`
      const { id: _id } = await database().media.create({ data: { ...stored, url, key: `${key}-${name}` } })
      return { _id, url, alt: '', caption: '' }
    }
    const [a, b, c] = [await make('a'), await make('b'), await make('c')]
    const shown = async () =>
      (await getContentAsAdmin(POSTS, ada, key))?.image.map(({ url, caption }) => `${url} ${caption}`)
    const cover = (picture: typeof a) => pictureField({ ...picture, name: 'x.png' })
    const fields = { title: 'P', image: cover(a), alt: '', caption: 'First' }
    const first = await save({
      kind: 'post',
      fields: { ...fields, pictures: galleryText([b, { ...c, caption: 'Third' }]) },
    })
    expect(await shown()).toEqual(['/a.png First', '/b.png ', '/c.png Third'])
    const moved = { ...fields, image: cover(b), caption: '', pictures: galleryText([{ ...a, caption: 'First' }]) }
    await save({ kind: 'post', fields: moved, sequence: 2, on: on(first) })
    expect(await shown()).toEqual(['/b.png ', '/a.png First'])
    expect((await getWorkingCopy(ada, key))?.base).toMatchObject({ image: moved.image, pictures: moved.pictures })
  })
})

describe('what is public', () => {
  beforeEach(async () => {
    await save()
    await updateNote(ada, key, { status: 'published' })
    await deleteWorkingCopy(ada, key, { ended: { writer: `form ${key}`, sequence: 1 } })
  })

  const change = (part: Partial<SaveCopyInput> = {}, admin = ada) =>
    save(
      { isNew: false, baseVersion: 2, base: FIELDS, writer: `second ${key}`, fields: titled('Changed'), ...part },
      admin,
    )

  it('stays as it is, with changes beside it that every admin goes on with', async () => {
    const first = await change()
    expect(first.draftVersion).toBeNull()
    expect(await note()).toMatchObject({ title: 'Title', version: 2, hasChanges: true })
    await change({ fields: titled('Bea'), writer: 'bea', on: on(first) }, bea)
    expect(await getWorkingCopy(ada, key)).toMatchObject({ fields: titled('Bea'), base: FIELDS })
    await deleteWorkingCopy(ada, key, {})
    expect(await note()).toMatchObject({ title: 'Title', hasChanges: false })
  })

  it('gets no changes from what a finished form had sent before, however late that arrives', async () => {
    const first = await change({ sequence: 3 })
    await deleteWorkingCopy(ada, key, { on: on(first), ended: { writer: `second ${key}`, sequence: 5 } })
    for (const sequence of [1, 4, 5]) expect(await conflict(change({ sequence }))).toBeNull()
    expect(await conflict(save({ sequence: 1 }))).toBeNull()
    expect(await getWorkingCopy(ada, key)).toBeNull()
    // The form that was saved and not left writes on.
    expect(await change({ sequence: 6 })).toMatchObject({ draftVersion: null })
  })

  it('keeps what was written beside it last when its writer’s account goes', async () => {
    await change({}, bea)
    const { changeMembers } = await import('@/lib/user/server/mutations')
    const id = crypto.randomUUID()
    const row = { id, name: 'Cy', username: id, email: `${id}@example.org`, passwordHash: '', isAdmin: true }
    await database().user.create({ data: row })
    await database().workingCopy.updateMany({ where: { key }, data: { ownerId: id } })
    await changeMembers(ada, { ids: [id], action: 'delete' })
    expect(await getWorkingCopy(ada, key)).toMatchObject({ fields: titled('Changed') })
  })
})

it('refuses an account that was signed in before', async () => {
  await expect(save({ owner: 'bea' })).rejects.toBeInstanceOf(AppError)
})
