import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { setSettings } from '@/tests/support/process-settings'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const DAY_MS = 24 * 60 * 60 * 1000
const { database, location } = throwAwayDatabase()

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(async () => {
  await database().note.deleteMany()
  await database().user.deleteMany()
  await database().media.deleteMany()
  await rm(uploads(), { recursive: true, force: true })
})

/** The modules as a process with this database and folder has them. */
async function load() {
  setSettings({ DATA_DIR: location().dataDir, DATABASE_URL: location().url, UPLOADTHING_TOKEN: '' })
  const [notes, content, users, maintenance, images] = await Promise.all([
    import('@/lib/note/server/mutations'),
    import('@/lib/content-kind/server/mutations'),
    import('@/lib/user/server/mutations'),
    import('@/lib/ops/jobs'),
    import('@/lib/media/server/text-images'),
  ])
  return { ...notes, ...content, ...users, ...maintenance, ...images }
}

const uploads = () => path.join(location().dataDir, 'uploads')
const files = () => readdir(uploads()).catch(() => [])
const rows = () => database().media.findMany({ orderBy: { id: 'asc' } })

/** An image of its own colour, as HTML holds it. */
async function embedded(colour: string): Promise<string> {
  const image = sharp({ create: { width: 8, height: 4, channels: 3, background: colour } })
  return `<img src="data:image/png;base64,${(await image.png().toBuffer()).toString('base64')}" alt="${colour}">`
}

const draft = (description: string) => ({ title: 'N', about: '', description })

describe('a picture inside a note', () => {
  it('is stored with its row when the note is, and shown from there', async () => {
    const { createNote } = await load()
    const { description } = await createNote(OPERATOR, draft(`<p>a${await embedded('teal')}</p>`))
    const [row] = await rows()
    expect(description).toBe(`<p>a<img src="${row?.url}" alt="teal" width="8" height="4"></p>`)
    expect(await files()).toEqual([row?.key])
  })

  it('is stored once, however often its text is sent: a save of the same text is no change', async () => {
    const { createNote, updateNote } = await load()
    const html = `<p>${await embedded('teal')}${await embedded('navy')}</p>`
    const { _id, version } = await createNote(OPERATOR, draft(html))
    const note = await updateNote(OPERATOR, _id, { description: html })
    expect(note.version).toBe(version)
    await createNote(OPERATOR, draft(html))
    expect(await rows()).toHaveLength(2)
    expect(await files()).toHaveLength(2)
  })

  it('is refused where it was deleted between its text and its row', async () => {
    const { withTextImages } = await load()
    const bytes = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const write = () =>
      withTextImages('description', async ({ store, attach }) => {
        await store(bytes)
        await database().media.updateMany({ data: { deletedAt: new Date() } })
        await database().$transaction(attach)
      })
    await write()
    await expect(write()).rejects.toThrow('deleted in the meantime')
  })

  it('leaves neither file nor row when the save fails or comes too late', async () => {
    const { createNote, updateNote } = await load()
    const html = `<p>${await embedded('teal')}</p>`
    const { _id } = await createNote(OPERATOR, draft('<p>a</p>'))
    await updateNote(OPERATOR, _id, { title: 'Changed' })
    await expect(updateNote(OPERATOR, _id, { description: html, version: 1 })).rejects.toThrow(
      'Someone else has changed this note',
    )
    // The database takes no text with a zero byte.
    await expect(createNote(OPERATOR, { ...draft(html), title: 'a\u0000' })).rejects.toThrow('invalid byte')
    expect([await rows(), await files()]).toEqual([[], []])
  })

  it('that cannot be stored is refused at the field, and none of the text is kept', async () => {
    const { createNote } = await load()
    const broken = '<img src="data:image/png;base64,iVBORw0KGgo=">'
    const saving = createNote(OPERATOR, draft(`<p>${await embedded('teal')}${broken}</p>`))
    const message =
      'Embedded picture 2 of this text cannot be stored. The picture is damaged and cannot be read. Remove it, or upload another.'
    await expect(saving).rejects.toMatchObject({ status: 422, message, issues: [{ path: 'description', message }] })
    expect([await database().note.count(), await rows(), await files()]).toEqual([0, [], []])
  })

  it('is one of a hundred at most', async () => {
    const { withTextImages } = await load()
    const bytes = Buffer.from('known')
    const sourceHash = createHash('sha256').update(bytes).digest('hex')
    const known = { key: 'k', url: '/media/k', store: 'disk', contentType: 'image/png', bytes: 1, width: 1, height: 1 }
    await database().media.create({ data: { ...known, sourceHash } })
    const storing = withTextImages('about', async ({ store }) => {
      for (let count = 0; count < 101; count += 1) await store(bytes)
    })
    await expect(storing).rejects.toMatchObject({ status: 422, issues: [{ path: 'about' }] })
  })

  it('outlives the maintenance as long as a text shows it, the trash included, and goes after the note', async () => {
    const { createNote, trashContent, WRITABLE_NOTES, runMaintenance } = await load()
    const { _id } = await createNote(OPERATOR, draft(`<p>${await embedded('teal')}</p>`))
    const makeOld = () => database().media.updateMany({ data: { createdAt: new Date(Date.now() - 8 * DAY_MS) } })
    await makeOld()
    await trashContent(WRITABLE_NOTES, OPERATOR, { ids: [_id], action: 'trash' })
    expect(await runMaintenance()).toMatchObject({ pictures: 0, files: 0 })
    expect(await files()).toHaveLength(1)
    await trashContent(WRITABLE_NOTES, OPERATOR, { ids: [_id], action: 'purge' })
    expect(await runMaintenance()).toMatchObject({ pictures: 1 })
    expect([await rows(), await files()]).toEqual([[], []])
  })

  it('is young again when another text brings it, and never a row without a picture when it went meanwhile', async () => {
    const { createNote, withTextImages } = await load()
    const html = `<p>${await embedded('teal')}</p>`
    await createNote(OPERATOR, draft(html))
    const old = new Date(Date.now() - 8 * DAY_MS)
    await database().media.updateMany({ data: { createdAt: old } })
    await createNote(OPERATOR, draft(html))
    const [row] = await rows()
    expect(row?.createdAt.getTime()).toBeGreaterThan(old.getTime())

    const bytes = Buffer.from(/base64,([^"]+)/.exec(html)?.[1] ?? '', 'base64')
    const write = withTextImages('description', async ({ store, attach }) => {
      await store(bytes)
      await database().media.deleteMany()
      await database().$transaction((transaction) => attach(transaction))
    })
    await expect(write).rejects.toMatchObject({ status: 409 })
  })
})

describe('a picture inside an about text', () => {
  const person = (isAdmin: boolean) =>
    database().user.create({
      data: { name: 'Ada', username: 'ada', email: 'ada@example.org', passwordHash: 'x', isAdmin },
    })
  const actorOf = ({ id, isAdmin }: { id: string; isAdmin: boolean }) =>
    ({ userId: id, sessionId: '', name: 'Ada', isAdmin, signedInAt: new Date() }) as const

  it('goes to the store when an admin saves it, and stays in the text of a member, who may upload none', async () => {
    const { updateProfile } = await load()
    const about = `<p>${await embedded('teal')}</p>`
    const admin = await person(true)
    const saved = await updateProfile(actorOf(admin), admin.id, { about })
    expect(saved.about).toMatch(/^<p><img src="\/media\/[^"]+" alt="teal" width="8" height="4"><\/p>$/)
    await database().user.delete({ where: { id: admin.id } })
    const member = await person(false)
    expect((await updateProfile(actorOf(member), member.id, { about })).about).toBe(about)
    expect(await rows()).toHaveLength(1)
  })
})
