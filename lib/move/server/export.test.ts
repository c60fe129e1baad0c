import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { OPERATOR } from '@/lib/access/system-actors'
import { NO_FACTS } from '@/lib/content/post-facts'
import { createImage } from '@/lib/media/server/mutations'
import { createNote } from '@/lib/note/server/mutations'
import { db } from '@/lib/platform/server/db'
import { createPost } from '@/lib/post/server/mutations'
import type { Manifest } from '@/packages/convert/archive/layout'
import { openSource } from '@/packages/convert/source/open'
import type { Source } from '@/packages/convert/source/source'
import { png } from '@/tests/support/pictures'
import '@/tests/support/convert-here'
import { throwAwayDatabase } from '@/tests/support/unit-database'
import { writeExport } from './export'

const folder = mkdtempSync(join(tmpdir(), 'colophon-export-'))
vi.stubEnv('DATA_DIR', folder)
vi.stubEnv('SITE_URL', 'https://old.example')
afterAll(() => rmSync(folder, { recursive: true }))
const { location } = throwAwayDatabase()

const TITLE = 'no: "1.10" # äöü'
let source: Source
let manifest: Manifest

const exported = async (name: string, options = {}) => {
  const file = join(folder, name)
  const made = await writeExport(OPERATOR, createWriteStream(file), options)
  return { file, made }
}
const text = async (path: string) => (await source.read(path, 1_000_000)).toString()

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', location().url)
  const user = await db().user.create({
    data: {
      name: 'Ada',
      username: 'ada',
      email: 'ada@secret.example',
      passwordHash: 'argon2-secret',
      isAdmin: true,
      about: '<p>About Ada.</p>',
    },
  })
  await db().siteSettings.create({
    data: {
      ownerId: user.id,
      aboutProfileId: user.id,
      ownerName: 'Ada',
      titleLine: 'Engineer',
      bio: '',
      contactNote: '',
      competencies: [],
    },
  })
  await db().pageView.create({ data: { path: '/', device: 'phone', visitor: 'visitor-secret' } })
  const picture = await createImage(OPERATOR, { alt: 'A red square' }, await png())
  const first = await createNote(OPERATOR, { title: TITLE, about: 'In short', description: '<p>First.</p>' })
  await createNote(OPERATOR, {
    title: TITLE,
    about: '',
    tech: 'C++, Go',
    description: `<p>See <a href="/note/${first._id}#x">the first</a>.</p><figure><img src="${picture.url}" alt="A red square"><figcaption>Red.</figcaption></figure>`,
  })
  await createNote(OPERATOR, { title: 'Unfinished', about: '', description: '', status: 'draft' })
  const fields = { ...NO_FACTS, repo: '', link: '', role: 'Author', alt: 'Shown' }
  const shown = await createImage(OPERATOR, { alt: '' }, await png({ width: 30, height: 30 }))
  const pictures = [{ id: shown._id, alt: 'Shown', caption: 'As it is' }]
  await createPost(
    OPERATOR,
    { ...fields, title: 'A tool', description: 'One\n\nTwo', tech: 'C++, Go', pictures },
    undefined,
  )
  await createPost(
    OPERATOR,
    {
      ...fields,
      title: 'A told tool',
      description: 'In short',
      tech: '',
      story: `<p>At length: <img src="${picture.url}" alt="A red square"></p>`,
    },
    undefined,
  )
  const { file } = await exported('site.zip')
  source = await openSource(file)
  manifest = JSON.parse(await text('manifest.json'))
})
afterAll(() => source.close())

describe('an export', () => {
  it('lists each of its files with its size and checksum', async () => {
    expect(Object.keys(manifest.files).sort()).toEqual(source.paths.filter((path) => path !== 'manifest.json'))
    for (const [path, { bytes, sha256 }] of Object.entries(manifest.files)) {
      const read = await source.read(path, 1_000_000)
      expect({ path, bytes: read.length, sha256: createHash('sha256').update(read).digest('hex') }).toEqual({
        path,
        bytes,
        sha256,
      })
    }
  })

  it('has each text as Markdown with front matter, and as it is stored', async () => {
    const page = await text('content/notes/no-1-10-aou-2/index.md')
    const [, head = '', body = ''] = page.split(/^---\n/m)
    expect(parse(head)).toMatchObject({ title: TITLE, draft: false, tags: ['C++', 'Go'], id: expect.any(String) })
    expect(head).toMatch(/^date: \d{4}-\d\d-\d\dT[\d:.]+Z$/m)
    expect(body).toBe('\nSee [the first](../no-1-10-aou/#x).\n\n![A red square](a-red-square.png)\\\nRed.\n')
    expect(await text('content/notes/no-1-10-aou-2/text.html')).toContain('<img src="a-red-square.png"')
    expect(manifest.files['content/notes/no-1-10-aou-2/a-red-square.png']).toMatchObject({ alt: 'A red square' })
  })

  it('has a project with its facts and its pictures in order', async () => {
    const [, head = ''] = (await text('content/projects/a-tool/index.md')).split(/^---\n/m)
    expect(parse(head)).toMatchObject({
      tags: ['C++', 'Go'],
      role: 'Author',
      description: 'One\n\nTwo',
      pictures: [{ src: 'shown.png', alt: 'Shown', caption: 'As it is' }],
    })
  })

  it('has the story of a project as its text, with its pictures', async () => {
    const [, head = '', body = ''] = (await text('content/projects/a-told-tool/index.md')).split(/^---\n/m)
    expect(parse(head)).toMatchObject({ description: 'In short', story: true })
    expect(body).toBe('\nAt length: ![A red square](a-red-square.png)\n')
    expect(await text('content/projects/a-told-tool/text.html')).toContain('<img src="a-red-square.png"')
  })

  it('holds no drafts and no history unless they are wished for', async () => {
    expect(source.paths.some((path) => /unfinished|history/.test(path))).toBe(false)
    const { file, made } = await exported('all.zip', { drafts: true, revisions: true })
    expect(made).toMatchObject({ notes: 3, projects: 2, pictures: 3, leftOut: 0, missing: [] })
    const all = await openSource(file)
    expect(all.paths).toContain('content/notes/unfinished/index.md')
    expect(all.paths.filter((path) => path.endsWith('history.json'))).toHaveLength(5)
    await all.close()
  })

  it('says nothing of passwords, accounts and visitors', async () => {
    for (const path of source.paths.filter((one) => !one.endsWith('.png'))) {
      expect(await text(path), path).not.toMatch(/secret/)
    }
  })

  it('has the same bytes for the same site', async () => {
    const { file } = await exported('again.zip')
    expect(readFileSync(file).equals(readFileSync(join(folder, 'site.zip')))).toBe(true)
  })
})

it('an export is the site as it was when it began, whatever is made, changed and deleted meanwhile', async () => {
  // Larger than what is written before anybody reads: the projects, which come later, have not been read then.
  const large = `<p>${randomBytes(450_000).toString('hex')}</p>`
  const { _id: last } = await createNote(OPERATOR, { title: 'The last note', about: '', description: large })
  const { file } = await exported('before.zip', { drafts: true })
  const before = await openSource(file)
  const target = new PassThrough()
  const racing = writeExport(OPERATOR, target, { drafts: true })
  await once(target, 'readable')
  await createNote(OPERATOR, { title: 'Made meanwhile', about: '', description: '<p>x</p>' })
  await db().note.update({ where: { id: last }, data: { title: 'Changed meanwhile' } })
  await db().post.deleteMany()
  const raced = join(folder, 'racing.zip')
  await pipeline(target, createWriteStream(raced))
  expect(await racing).toMatchObject({ notes: 4, projects: 2 })
  const during = await openSource(raced)
  expect(during.paths).toEqual(before.paths)
  const manifestOf = async (archive: Source) => JSON.parse((await archive.read('manifest.json', 1_000_000)).toString())
  expect(await manifestOf(during)).toEqual(await manifestOf(before))
})
