import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { OPERATOR } from '@/lib/access/system-actors'
import { NO_FACTS } from '@/lib/content/post-facts'
import { newFileName } from '@/lib/media/server/media-store'
import { openDatabase } from '@/lib/platform/server/db'
import { setSettings } from '@/tests/support/process-settings'
import { throwAwayDatabase } from '@/tests/support/unit-database'
import { startUploadThingStandIn } from '@/tests/support/uploadthing-stand-in'

/** Everything that is there now is older than "in a minute". */
const ANY_AGE_MINUTES = -1
const ADMIN = { userId: 'admin', name: 'Ada' } as unknown as Admin

const { database, location, replaceBy } = throwAwayDatabase()
let picture: Uint8Array

beforeAll(async () => {
  picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})

afterEach(async () => {
  await database().post.deleteMany()
  await database().media.deleteMany()
  await rm(uploads(), { recursive: true, force: true })
})

/** The module as a process with these settings has it. */
function load(settings: Record<string, string> = {}) {
  setSettings({ DATA_DIR: location().dataDir, DATABASE_URL: location().url, UPLOADTHING_TOKEN: '', ...settings })
  return import('@/lib/media/server/mutations')
}

const uploads = () => path.join(location().dataDir, 'uploads')
const files = () => readdir(uploads()).catch(() => [])
/** Noise, which no format packs well. */
async function photograph(width: number, height: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
    .png()
    .toBuffer()
}
/** Stores a picture as a project's. */
async function attached(postId: string, bytes = picture) {
  const { attachImage, stageImage } = await load()
  const staged = await stageImage(bytes)
  await database().$transaction((tx) => attachImage(tx, postId, staged, 'A pot'))
  return staged
}
const newPost = async () => (await database().post.create({ data: { title: 'A', description: 'B' } })).id

describe('a picture and its row', () => {
  it('are both there for a picture of a text, which belongs to no project', async () => {
    const { createImage } = await load()
    const { _id, url, width, height } = await createImage(ADMIN, { alt: 'A teal field' }, picture)
    expect({ width, height }).toEqual({ width: 8, height: 4 })
    const row = await database().media.findUniqueOrThrow({ where: { id: _id } })
    expect(row).toMatchObject({ url, alt: 'A teal field', postId: null })
    expect(await files()).toEqual([row.key])
  })

  it('are neither there when the row cannot be written', async () => {
    const { createImage } = await load()
    // The database takes no text with a zero byte.
    await expect(createImage(ADMIN, { alt: 'a\u0000b' }, picture)).rejects.toThrow('invalid byte')
    expect(await files()).toEqual([])
  })

  it('are both there after a write', async () => {
    const { attachImage, withStagedImage } = await load()
    const postId = await newPost()
    await withStagedImage(picture, (staged) =>
      database().$transaction(async (tx) => staged && attachImage(tx, postId, staged, 'A teal field')),
    )
    const [row] = await database().media.findMany()
    expect(row).toMatchObject({
      url: `/media/${row?.key}`,
      store: 'disk',
      contentType: 'image/png',
      width: 8,
      height: 4,
      alt: 'A teal field',
      postId,
    })
    expect(row?.placeholder).toMatch(/^data:image\/webp/)
    expect(await files()).toEqual([row?.key])
    expect((await readFile(path.join(uploads(), row?.key ?? ''))).length).toBe(row?.bytes)
  })

  it('are both missing after a failed write, and the failure is what the caller sees', async () => {
    const { attachImage, withStagedImage } = await load()
    const postId = await newPost()
    const write = withStagedImage(picture, (staged) =>
      database().$transaction(async (tx) => {
        if (staged) await attachImage(tx, postId, staged, '')
        throw new Error('the title is taken')
      }),
    )
    await expect(write).rejects.toThrow('the title is taken')
    expect(await files()).toEqual([])
    expect(await database().media.count()).toBe(0)
  })

  it('are both missing after a creation that was sent before, of which the first stay', async () => {
    await load()
    const { createPost } = await import('@/lib/post/server/mutations')
    const fields = { title: 'Sent twice', description: 'Text', repo: '', link: '', tech: '', ...NO_FACTS, alt: '' }
    const input = { ...fields, draft: { _id: randomUUID() } }
    const first = await createPost(OPERATOR, input, picture)
    const stored = await files()
    expect(await createPost(OPERATOR, input, picture)).toEqual(first)
    expect(stored).toHaveLength(1)
    expect(await files()).toEqual(stored)
    await createPost(OPERATOR, { ...fields, draft: { _id: randomUUID() } }, picture)
    expect(await files()).toHaveLength(2)
  })

  it('are both missing when the database refuses the row', async () => {
    const { attachImage, withStagedImage } = await load()
    const write = withStagedImage(picture, (staged) =>
      database().$transaction(async (tx) => staged && attachImage(tx, randomUUID(), staged, '')),
    )
    await expect(write).rejects.toMatchObject({ code: 'P2003' })
    expect(await files()).toEqual([])
  })

  it('stay when the write was stored although its answer got lost', async () => {
    const { attachImage, withStagedImage } = await load()
    const postId = await newPost()
    const write = withStagedImage(picture, async (staged) => {
      await database().$transaction(async (tx) => staged && attachImage(tx, postId, staged, ''))
      throw new Error('the connection broke at the commit')
    })
    await expect(write).rejects.toThrow('the connection broke')
    expect(await database().media.count({ where: { postId } })).toBe(1)
    expect(await files()).toHaveLength(1)
  })

  it('a refused picture leaves nothing and nothing is written', async () => {
    const { withStagedImage } = await load()
    const write = vi.fn()
    await expect(withStagedImage(Buffer.from('<svg/>'), write)).rejects.toMatchObject({ kind: 'wrong-type' })
    expect(write).not.toHaveBeenCalled()
    expect(await files()).toEqual([])
  })

  it('a form without a picture is written without one', async () => {
    const { withStagedImage } = await load()
    await expect(withStagedImage(undefined, async (staged) => staged ?? 'none')).resolves.toBe('none')
  })

  it('a picture that cannot be asked about is left to the sweep, without hiding what went wrong', async () => {
    const { stageImage, discard, withStagedImage } = await load()
    const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const staged = await stageImage(picture)
    replaceBy(openDatabase('postgresql://nobody@127.0.0.1:1/nothing'))
    await discard(staged)
    expect(await files()).toEqual([staged.key])
    expect(String(logged.mock.calls)).toContain(staged.key)
    await expect(withStagedImage(undefined, () => Promise.reject(new Error('first')))).rejects.toThrow('first')
  })
})

describe('the pictures of a trashed project', () => {
  it('stay set aside when its return is refused, and those of a shown one stay where they are', async () => {
    const { unpublishImagesOf } = await load()
    const { trashContent } = await import('@/lib/content-kind/server/mutations')
    const { WRITABLE_POSTS } = await import('@/lib/post/server/mutations')
    const [trashed, shown] = [await newPost(), await newPost()]
    const [hidden, seen] = [await attached(trashed), await attached(shown)]
    await database().post.update({ where: { id: trashed }, data: { deletedAt: new Date() } })
    await unpublishImagesOf([trashed])
    const before = await files()
    const former = { ...ADMIN, name: 'Former', sessionId: 'ended', isAdmin: true } as Admin
    await expect(
      trashContent(WRITABLE_POSTS, former, { ids: [trashed, shown], action: 'restore' }),
    ).rejects.toMatchObject({
      kind: 'unauthenticated',
    })
    expect(await files()).toEqual(before)
    expect(before).toContain(seen.key)
    expect(before).not.toContain(hidden.key)
  })

  it('are offered to no text, and at an address again once their project is gone and a text shows them', async () => {
    await load()
    const { listPictures } = await import('@/lib/media/server/queries')
    const { trashContent } = await import('@/lib/content-kind/server/mutations')
    const { WRITABLE_POSTS } = await import('@/lib/post/server/mutations')
    const postId = await newPost()
    const { key, url } = await attached(postId)
    const offered = async () => (await listPictures(OPERATOR, { filter: '', page: 1, for: 'text' })).total
    expect(await offered()).toBe(1)
    await trashContent(WRITABLE_POSTS, OPERATOR, { ids: [postId], action: 'trash' })
    expect(await offered()).toBe(0)
    const description = `<p><img src="${url}" alt=""></p>`
    await database().note.create({ data: { title: 'A', description, rendered: description } })
    expect(await files()).toEqual([`${key}.aside`])
    await trashContent(WRITABLE_POSTS, OPERATOR, { ids: [postId], action: 'purge' })
    expect(await files()).toEqual([key])
    expect(await offered()).toBe(1)
    await database().note.deleteMany()
  })
})

describe('without a database', () => {
  it('nothing is stored, and the mark of its files is asked for again', async () => {
    const { stageImage, storeMark } = await load()
    const mark = await storeMark()
    // As a new process, whose mark is not read yet.
    vi.resetModules()
    const later = await load()
    replaceBy(openDatabase('postgresql://nobody@127.0.0.1:1/nothing'))
    await expect(later.stageImage(picture)).rejects.toThrow()
    expect(await files()).toEqual([])
    replaceBy(database())
    expect((await later.stageImage(picture)).key.startsWith(`${mark}-`)).toBe(true)
    expect((await stageImage(picture)).key.startsWith(`${mark}-`)).toBe(true)
  })
})

describe('deleting what nothing shows', () => {
  const deleted = async (...ids: string[]) => {
    const rows = await database().media.findMany({ where: { id: { in: ids } }, select: { deletedAt: true } })
    return rows.map(({ deletedAt }) => deletedAt !== null)
  }

  const anHourLater = () => database().media.updateMany({ data: { createdAt: new Date(Date.now() - 3_600_001) } })

  it('takes its files out of reach, and undoing it brings them back', async () => {
    const { createImage, trashImages } = await load()
    const { _id } = await createImage(OPERATOR, { alt: 'A field' }, await photograph(600, 30))
    const before = (await files()).sort()
    // A text that is being written may be the reason for it.
    await expect(trashImages(OPERATOR, { ids: [_id], action: 'trash' })).rejects.toMatchObject({ kind: 'conflict' })
    await anHourLater()
    expect(await trashImages(OPERATOR, { ids: [_id, _id], action: 'trash' })).toBe(1)
    expect((await files()).sort()).toEqual(before.map((name) => `${name}.aside`))
    expect(await deleted(_id)).toEqual([true])
    expect(await trashImages(OPERATOR, { ids: [_id], action: 'restore' })).toBe(1)
    expect((await files()).sort()).toEqual(before)
    expect(await deleted(_id)).toEqual([false])
    const actions = await database().auditEvent.findMany({
      where: { subjectIds: { has: _id } },
      orderBy: { id: 'asc' },
    })
    expect(actions.map(({ action }) => action)).toEqual(['picture.create', 'picture.trash', 'picture.restore'])
  })

  it('is refused for all of them where one is used by now', async () => {
    const { createImage, trashImages } = await load()
    const [free, used] = [
      await createImage(OPERATOR, { alt: '' }, picture),
      await createImage(OPERATOR, { alt: '' }, picture),
    ]
    await database().note.create({ data: { title: 'A', description: `<img src="${used.url}" alt="">` } })
    await anHourLater()
    const both = { ids: [free._id, used._id], action: 'trash' as const }
    await expect(trashImages(OPERATOR, both)).rejects.toMatchObject({ kind: 'conflict' })
    expect(await deleted(free._id, used._id)).toEqual([false, false])
    expect(await files()).toHaveLength(2)
    await database().note.deleteMany()
  })

  it('leaves nothing that a form, a text or an import takes, and maintenance removes it', async () => {
    const { attachImages, copyImage, createImage, importPicture, removeUnusedImages, trashImages } = await load()
    const program = { ...OPERATOR, token: { id: 'none', name: 'A' } } as Admin
    const { _id, url } = await importPicture(OPERATOR, picture)
    await anHourLater()
    await trashImages(OPERATOR, { ids: [_id], action: 'trash' })
    const postId = await newPost()
    await expect(database().$transaction((tx) => attachImages(tx, postId, [_id]))).rejects.toThrow('no longer stored')
    await expect(copyImage(OPERATOR, { address: url, alt: '' })).rejects.toThrow()
    await expect(createImage(program, { alt: '' }, picture)).rejects.toThrow()
    expect((await importPicture(OPERATOR, picture))._id).not.toBe(_id)
    await removeUnusedImages(-1)
    expect(await files()).toEqual([])
  })
})

describe('replacing and removing', () => {
  it('keeps the earlier picture as long as a revision shows it', async () => {
    const { removeUnusedImages } = await load()
    const postId = await newPost()
    const [first, second] = [await attached(postId), await attached(postId)]
    const by = { authorId: '', authorName: '', status: 'published', stamp: '', words: 0 } as const
    const revision = await database().revision.create({ data: { ...by, postId, fields: {}, pictures: [first.key] } })
    await removeUnusedImages(-1)
    expect((await files()).toSorted()).toEqual([first.key, second.key].toSorted())
    await database().revision.delete({ where: { id: revision.id } })
    await removeUnusedImages(-1)
    expect(await files()).toEqual([second.key])
  })

  it('by two people at once leaves the project one picture', async () => {
    const { attachImage, withStagedImage } = await load()
    const postId = await newPost()
    const replace = () =>
      withStagedImage(picture, async (staged) => {
        await database().$transaction(async (tx) => {
          await tx.post.update({ where: { id: postId }, data: { version: { increment: 1 } } })
          if (staged) await attachImage(tx, postId, staged, '')
        })
      })
    await Promise.all(Array.from({ length: 6 }, replace))
    expect(await database().media.count({ where: { postId } })).toBe(1)
    expect(await files()).toHaveLength(6)
  })

  it('of a whole post takes its pictures along and no other', async () => {
    const { detachImages, removeStored } = await load()
    const [mine, other] = [await newPost(), await newPost()]
    await attached(mine)
    const retained = await attached(other)
    const { deleted } = await database().$transaction(async (tx) => {
      const detached = await detachImages(tx, mine)
      await tx.post.delete({ where: { id: mine } })
      return detached
    })
    await removeStored(deleted)
    expect(await files()).toEqual([retained.key])
  })

  it('says so and goes on when a file cannot be removed', async () => {
    const { removeStored, stageImage } = await load()
    const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const staged = await stageImage(picture)
    await removeStored([
      { key: 'remote-key', store: 'uploadthing', variants: [] },
      { key: '../../etc/passwd', store: 'disk', variants: [] },
      staged,
    ])
    expect(await files()).toEqual([])
    expect(String(logged.mock.calls)).toContain('remote-key')
  })
})

describe('a picture that is replaced', () => {
  it('is another one in all that shows it, leads there from its old addresses, and its file goes', async () => {
    const { deleteOrphanFiles, removeUnusedImages, replaceImage } = await load()
    const { replacedBy, tablePictures } = await import('@/lib/media/server/queries')
    const postId = await newPost()
    const staged = await attached(postId, await photograph(600, 50))
    const { id } = await database().media.findFirstOrThrow()
    const shown = (url: string, width: number, height: number) =>
      `<p><img src="/media/other.png" alt="" width="9" height="9"><img src="${url}" alt="a" width="${width}" height="${height}" style="width: 50%;"></p>`
    const description = shown(staged.url, 600, 50)
    const text = { title: 'A', description, rendered: description }
    const note = await database().note.create({ data: { ...text, deletedAt: new Date() } })
    const page = await database().page.create({ data: { ...text, slug: randomUUID() } })
    const name = randomUUID().slice(0, 12)
    const person = { name, username: name, email: `${name}@example.org`, passwordHash: '' }
    const user = await database().user.create({ data: { ...person, about: description, aboutRendered: description } })
    const fields = { title: 'A', description }
    const copy = await database().workingCopy.create({
      data: {
        ...{ ownerId: user.id, kind: 'note', key: note.id, isNew: false, baseVersion: 1 },
        ...{ base: fields, fields, bytes: 9, writer: randomUUID(), sequence: 1 },
      },
    })
    await database().revision.create({
      data: {
        ...{ pageId: page.id, authorId: '', authorName: '', status: 'published', stamp: '', words: 0 },
        ...{ fields: text, pictures: [staged.key] },
      },
    })
    const document = JSON.stringify({ basics: { image: staged.url } })
    await database().cv.upsert({ where: { id: 1 }, create: { document }, update: { document } })

    const first = await replaceImage(OPERATOR, id, await photograph(500, 90))
    expect(first).toMatchObject({ _id: id, width: 500, height: 90, count: 5 })
    const next = shown(first.url, 500, 90)
    const changed = { description: next, rendered: next, version: 2 }
    expect(await database().note.findUnique({ where: { id: note.id } })).toMatchObject(changed)
    expect(await database().page.findUnique({ where: { id: page.id } })).toMatchObject(changed)
    const about = { about: next, aboutRendered: next, version: 2 }
    expect(await database().user.findUnique({ where: { id: user.id } })).toMatchObject(about)
    expect(await database().post.findUnique({ where: { id: postId } })).toMatchObject({ version: 2 })
    expect((await database().cv.findUniqueOrThrow({ where: { id: 1 } })).document).toContain(first.url)
    const { fields: mine, base } = await database().workingCopy.findUniqueOrThrow({ where: { id: copy.id } })
    expect([mine, base]).toEqual([fields, fields].map(() => ({ title: 'A', description: next })))
    const revision = await database().revision.findFirst({ where: { pageId: page.id } })
    expect(revision?.fields).toEqual({ title: 'A', description: next, rendered: next })
    const media = await database().media.findUniqueOrThrow({ where: { id } })
    expect(media).toMatchObject({ alt: 'A pot', postId, width: 500, height: 90 })
    const copies = (media.variants as Array<{ key: string }>).map(({ key }) => key)
    expect((await files()).sort()).toEqual([media.key, ...copies].sort())
    expect(await database().auditEvent.count({ where: { action: 'picture.replace', subjectIds: { has: id } } })).toBe(1)

    const again = await photograph(30, 30)
    const { url } = await replaceImage(OPERATOR, id, again)
    for (const key of [staged.key, ...staged.variants.map(({ key }) => key), media.key])
      expect(await replacedBy(key)).toBe(url)
    expect(await replacedBy(newFileName('abcdef012345', 'png'))).toBeNull()
    await expect(replaceImage(OPERATOR, id, again)).rejects.toThrow('stored already')
    await expect(replaceImage(OPERATOR, randomUUID(), again)).rejects.toMatchObject({ kind: 'not-found' })
    expect(await deleteOrphanFiles(ANY_AGE_MINUTES)).toBe(0)
    // As after a crash before it was removed: it would be served before the redirect.
    await writeFile(path.join(uploads(), staged.key), 'old')
    expect(await deleteOrphanFiles(ANY_AGE_MINUTES)).toBe(1)

    // A revision alone shows it.
    await database().page.update({ where: { id: page.id }, data: { description: '' } })
    const all = { filter: '', status: 'all', trash: false } as const
    const state = { ...all, page: 1, size: 10, sort: 'posted', direction: 'desc' } as const
    const uses = (await tablePictures(OPERATOR, state)).rows[0]?.uses.map(({ kind, via }) => `${kind} ${via}`)
    expect(uses).toContain('page revision')
    await database().media.deleteMany()
    await removeUnusedImages(0)
    expect(await database().redirect.count()).toBe(0)
    await Promise.all([database().note.deleteMany(), database().page.deleteMany(), database().user.deleteMany()])
    await database().cv.deleteMany()
  })
})

describe('the smaller copies of a picture', () => {
  it('are stored beside it, and come and go with it', async () => {
    const { republishImagesOf, detachImages, removeStored, unpublishImagesOf, deleteOrphanFiles } = await load()
    const postId = await newPost()
    const staged = await attached(postId, await photograph(1_000, 50))
    const [name] = staged.key.split('.')
    const copies = staged.variants.map(({ width, key }) => [width, key])
    expect(copies).toEqual([480, 720, 960, 1_000].map((width) => [width, `${name}-${width}.webp`]))
    const all = [staged.key, ...staged.variants.map(({ key }) => key)].sort()
    expect((await files()).sort()).toEqual(all)

    expect(await deleteOrphanFiles(ANY_AGE_MINUTES)).toBe(0)
    await unpublishImagesOf([postId])
    expect((await files()).filter((name) => all.includes(name))).toEqual([])
    await republishImagesOf([postId])
    expect((await files()).sort()).toEqual(all)

    await removeStored((await database().$transaction((tx) => detachImages(tx, postId))).deleted)
    expect(await files()).toEqual([])
  })

  it('go with a picture whose write failed', async () => {
    const { discard, stageImage } = await load()
    await discard(await stageImage(await photograph(1_000, 50)))
    expect(await files()).toEqual([])
  })
})

describe('the sweep', () => {
  it('removes old files without a row, and half-written ones', async () => {
    const { stageImage, storeMark, deleteOrphanFiles } = await load()
    const retained = await attached(await newPost())
    await stageImage(picture)
    await writeFile(path.join(uploads(), `${newFileName(await storeMark(), 'png')}.part`), 'half')
    expect(await deleteOrphanFiles(ANY_AGE_MINUTES)).toBe(2)
    expect(await files()).toEqual([retained.key])
    expect(await deleteOrphanFiles(ANY_AGE_MINUTES)).toBe(0)
  })

  it('leaves a file whose row may still come', async () => {
    const { stageImage, deleteOrphanFiles } = await load()
    const staged = await stageImage(picture)
    expect(await deleteOrphanFiles(60)).toBe(0)
    expect(await files()).toEqual([staged.key])
  })

  it('leaves the files of another database that shares the folder', async () => {
    const { stageImage, deleteOrphanFiles } = await load()
    const staged = await stageImage(picture)
    const foreign = newFileName('0123456789ab', 'png')
    await writeFile(path.join(uploads(), foreign), 'somebody else may need it')
    await deleteOrphanFiles(ANY_AGE_MINUTES)
    expect(staged.key.startsWith('0123456789ab')).toBe(false)
    expect(await files()).toEqual([foreign])
  })

  it('removes nothing when the rows cannot be asked', async () => {
    const { stageImage, deleteOrphanFiles } = await load()
    await stageImage(picture)
    replaceBy(openDatabase('postgresql://nobody@127.0.0.1:1/nothing'))
    await expect(deleteOrphanFiles(ANY_AGE_MINUTES)).rejects.toThrow()
    expect(await files()).toHaveLength(1)
  })

  it('knows its files again after a restart on another port', async () => {
    const before = await (await load()).storeMark()
    const url = new URL(location().url)
    url.port = '1'
    const after = await (await load({ DATABASE_URL: url.href })).storeMark()
    expect(after).toBe(before)
    url.hostname = 'another-copy.test'
    expect(await (await load({ DATABASE_URL: url.href })).storeMark()).not.toBe(before)
  })
})

describe('at UploadThing', () => {
  it('the same holds: stored with its row, gone with a failed write, swept when orphaned', async () => {
    const standIn = await startUploadThingStandIn()
    try {
      const { attachImage, removeStored, stageImage, deleteOrphanFiles, withStagedImage } = await load(standIn.env)
      const postId = await newPost()
      const retained = await stageImage(picture)
      await database().$transaction((tx) => attachImage(tx, postId, retained, ''))
      expect(retained).toMatchObject({ store: 'uploadthing', url: expect.stringContaining(`/f/${retained.key}`) })
      expect(await files()).toEqual([])

      await expect(withStagedImage(picture, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      expect([...standIn.files.keys()]).toEqual([retained.key])

      standIn.failNext(500, 'after')
      await expect(stageImage(picture)).rejects.toMatchObject({ kind: 'unavailable' })
      standIn.files.set('theirs', { name: 'logo.png', type: '', bytes: Buffer.alloc(1), uploadedAt: 0, customId: null })
      expect(standIn.files.size).toBe(3)
      expect(await deleteOrphanFiles(ANY_AGE_MINUTES)).toBe(1)
      expect([...standIn.files.keys()]).toEqual([retained.key, 'theirs'])

      await removeStored([retained])
      expect([...standIn.files.keys()]).toEqual(['theirs'])
    } finally {
      await standIn.close()
    }
  })

  it('replaces one that was stored on disk before, and the other way round, without a token too', async () => {
    const disk = await load()
    const { _id: id, url: first } = await disk.createImage(OPERATOR, { alt: '' }, picture)
    const address = `https://site.example${first}`
    const description = `<p><a href="${address}">A</a><img src="${first}" alt=""></p>`
    const note = await database().note.create({ data: { title: 'A', description, rendered: description } })
    const text = async () => (await database().note.findUniqueOrThrow({ where: { id: note.id } })).description
    const standIn = await startUploadThingStandIn()
    try {
      const remote = await load({ ...standIn.env, SITE_URL: 'https://site.example' })
      const { url } = await remote.replaceImage(OPERATOR, id, await photograph(60, 40))
      expect(await text()).toBe(description.replace(address, url).replace(first, url))
      const { replaceImage } = await load()
      const last = await replaceImage(OPERATOR, id, picture)
      expect(await text()).toBe(description.replace(address, last.url).replace(first, last.url))
    } finally {
      await standIn.close()
      await database().note.deleteMany()
    }
  })

  it('a picture stored on disk before is still removed from there', async () => {
    const { stageImage } = await load()
    const old = await stageImage(picture)
    const standIn = await startUploadThingStandIn()
    try {
      const { removeStored } = await load(standIn.env)
      await removeStored([old])
      expect(await files()).toEqual([])
      expect(standIn.calls).toEqual([])
    } finally {
      await standIn.close()
    }
  })
})
