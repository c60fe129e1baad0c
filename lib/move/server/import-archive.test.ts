import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { findMoved } from '@/lib/addresses/server/queries'
import { updateCv } from '@/lib/cv/server/mutations'
import { readCv } from '@/lib/cv/server/queries'
import { createImage } from '@/lib/media/server/mutations'
import { writeExport } from '@/lib/move/server/export'
import { createNote, updateNote } from '@/lib/note/server/mutations'
import { createPage, updatePage } from '@/lib/page/server/mutations'
import { db } from '@/lib/platform/server/db'
import { createPost } from '@/lib/post/server/mutations'
import { updateTechnology } from '@/lib/technology-names/server/mutations'
import { png } from '@/tests/support/pictures'
import { HAS_SHARED_FIXTURES, IMPORT_FIXTURES } from '@/tests/support/shared-fixtures'
import '@/tests/support/convert-here'
import { throwAwayDatabase } from '@/tests/support/unit-database'
import { previewImport, runImport } from './import-archive'
import { undoImport } from './undo'

const folder = mkdtempSync(join(tmpdir(), 'colophon-apply-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { location } = throwAwayDatabase()
beforeEach(async () => {
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', location().url)
  await db().job.deleteMany()
  await db().note.deleteMany()
  await db().post.deleteMany()
  await db().page.deleteMany()
  await db().media.deleteMany()
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const blog = (name: string) => join(folder, name)
function write(name: string, files: Record<string, string | Buffer>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(blog(name), path)), { recursive: true })
    writeFileSync(join(blog(name), path), content)
  }
  return blog(name)
}

const post = (title: string, text: string, more = '') => `---\ntitle: ${title}\ndate: 2020-03-01\n${more}---\n${text}\n`
const actions = ({ items }: { items: Array<{ title: string; action: string }> }) =>
  Object.fromEntries(items.map(({ title, action }) => [title, action]))
const notes = () => db().note.findMany({ orderBy: { title: 'asc' } })

async function jekyll(name: string): Promise<string> {
  return write(name, {
    '_config.yml': 'url: https://old.example\n',
    '_posts/2020-03-01-one.md': post(
      'One',
      'See [two]({% post_url 2020-03-02-two %}) and [there](/2020/03/01/two.html).',
    ),
    '_posts/2020-03-01-two.md': post('Two', '![A square](/pictures/square.png)', 'redirect_from: /old/two\n'),
    '_drafts/three.md': '---\ntitle: Three\n---\nlater\n',
    'pictures/square.png': await png(),
  })
}

describe('an import', () => {
  it('makes notes with their dates, drafts, pictures, links among themselves and old addresses', async () => {
    const path = await jekyll('first')
    const look = await previewImport(OPERATOR, path)
    expect(actions(look)).toEqual({ One: 'create', Two: 'create', Three: 'create' })
    expect(await db().note.count()).toBe(0)
    const done = await runImport(OPERATOR, path)
    expect(actions(done)).toEqual(actions(look))
    const [one, three, two] = await notes()
    expect(one).toMatchObject({ title: 'One', publishedAt: new Date('2020-03-01'), updatedAt: new Date('2020-03-01') })
    expect(three).toMatchObject({ title: 'Three', publishedAt: null })
    expect(one?.description).toContain(`href="/note/${two?.id}"`)
    const picture = await db().media.findFirstOrThrow()
    expect(two?.description).toContain(`src="${picture.url}"`)
    expect(await findMoved('/2020/03/01/one.html')).toMatchObject({ kind: 'note', _id: one?.id })
    expect(await findMoved('/old/two')).toMatchObject({ _id: two?.id })
    expect(await db().auditEvent.findFirst({ where: { action: 'site.import' } })).toMatchObject({
      detail: 'created 3, changed 0, skipped 0',
    })
  })

  it('brings what has longer names there than can be looked up here, once', async () => {
    let name = ''
    for (let number = 0; number < 150; number += 1) name += hashOf(`${number}`)
    const signs = Array.from({ length: 990 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join('')
    const item = `<item><guid isPermaLink="false">${name}</guid><title>Long</title><link>/${signs}</link></item>`
    const feed = `<?xml version="1.0"?><rss version="2.0"><channel><link>https://a.example</link>${item}</channel></rss>`
    const path = join(write('long-names', { 'feed.xml': feed }), 'feed.xml')
    expect(actions(await runImport(OPERATOR, path))).toEqual({ Long: 'create' })
    expect(actions(await runImport(OPERATOR, path))).toEqual({ Long: 'skip' })
  })

  it('changes the second time only what has changed there, and nothing that was edited here', async () => {
    const path = await jekyll('second')
    await runImport(OPERATOR, path)
    const before = await notes()
    expect(actions(await runImport(OPERATOR, path))).toEqual({ One: 'skip', Two: 'skip', Three: 'skip' })
    expect(await notes()).toEqual(before)
    await updateNote(OPERATOR, before[0]?.id ?? '', { about: 'Mine' })
    write('second', {
      '_posts/2020-03-01-one.md': post('One', 'New there.'),
      '_posts/2020-03-01-two.md': post('Two', 'New there, too.'),
    })
    const look = await previewImport(OPERATOR, path)
    expect(actions(look)).toEqual({ One: 'skip', Two: 'change', Three: 'skip' })
    expect(look.items.find(({ title }) => title === 'One')?.reason).toContain('edited here since')
    await runImport(OPERATOR, path)
    const [one, , two] = await notes()
    expect(one?.about).toBe('Mine')
    expect(two).toMatchObject({ description: '<p>New there, too.</p>', id: before[2]?.id })
  })

  it('goes on after it was stopped or killed at any item, and nothing is there twice', async () => {
    const path = await jekyll('killed')
    const stop = new AbortController()
    const first = await runImport(OPERATOR, path, { signal: stop.signal, onItem: () => stop.abort() })
    expect(first.isStopped).toBe(true)
    expect(await db().note.count()).toBe(1)
    const killed = runImport(OPERATOR, path, {
      onItem() {
        throw new Error('killed')
      },
    })
    await expect(killed).rejects.toThrow('killed')
    await runImport(OPERATOR, path)
    expect((await notes()).map(({ title }) => title)).toEqual(['One', 'Three', 'Two'])
    expect(await db().media.count()).toBe(1)
    expect(await db().job.count()).toBe(1)
    expect((await undoImport(OPERATOR)).removed).toBe(3)
  })

  it('is refused while another one runs', async () => {
    const path = await jekyll('twice')
    const stop = new AbortController()
    await runImport(OPERATOR, path, { signal: stop.signal, onItem: () => stop.abort() })
    await db().$executeRaw`UPDATE "Job" SET "state" = 'running', "claimedUntil" = now() + interval '1 hour'`
    await expect(runImport(OPERATOR, path)).rejects.toThrow('Another import is running')
    await expect(undoImport(OPERATOR)).rejects.toThrow('Another import is running')
  })

  it('is taken back whole, but for what was edited since', async () => {
    const mine = await createNote(OPERATOR, { title: 'Mine', about: '', description: '' })
    const path = await jekyll('undone')
    await runImport(OPERATOR, path)
    const [, one] = await notes()
    await updateNote(OPERATOR, one?.id ?? '', { about: 'Kept' })
    expect(await undoImport(OPERATOR)).toMatchObject({ removed: 2, left: [{ title: 'One' }] })
    expect((await notes()).map(({ id }) => id)).toEqual([mine._id, one?.id])
    expect(await findMoved('/old/two')).toBeNull()
    await expect(undoImport(OPERATOR)).rejects.toThrow('no import')
  })

  it('takes the technologies it made with it that nothing names any more', async () => {
    await createNote(OPERATOR, { title: 'Mine', about: '', description: '', tech: 'Zig' })
    const path = write('technologies', {
      '_posts/2020-03-01-one.md': post('One', 'x', 'tags: [Zig, Elm, Odin, Nim]\n'),
      '_posts/2020-03-02-two.md': post('Two', 'x', 'tags: [Nim]\n'),
    })
    await runImport(OPERATOR, path)
    await updateTechnology(OPERATOR, 'odin', { text: 'Mine now.' })
    const names = async () => (await db().technology.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name)
    expect(await names()).toEqual(['Elm', 'Nim', 'Odin', 'Zig'])
    const two = await db().note.findFirstOrThrow({ where: { title: 'Two' } })
    await updateNote(OPERATOR, two.id, { about: 'Kept' })
    await undoImport(OPERATOR)
    expect(await names()).toEqual(['Nim', 'Odin', 'Zig'])
  })

  it('gives back what it has changed', async () => {
    const path = await jekyll('changed')
    await runImport(OPERATOR, path)
    const [before] = await notes()
    write('changed', { '_posts/2020-03-01-one.md': post('One', 'New there.', 'description: Short\n') })
    await runImport(OPERATOR, path)
    expect((await notes())[0]?.about).toBe('Short')
    expect(await undoImport(OPERATOR)).toMatchObject({ removed: 0, restored: 1, left: [] })
    const [{ version: _, toc: __, ...after } = { version: 0, toc: null }] = await notes()
    expect(before).toMatchObject(after)
    // It is known again as the first import has brought it.
    expect(actions(await previewImport(OPERATOR, path)).One).toBe('change')
  })

  it('leaves what is in the trash there', async () => {
    const path = await jekyll('trash')
    await runImport(OPERATOR, path)
    await db().note.updateMany({ where: { title: 'One' }, data: { deletedAt: new Date() } })
    write('trash', { '_posts/2020-03-01-one.md': post('One', 'New there.') })
    const look = await previewImport(OPERATOR, path)
    expect(look.items.find(({ title }) => title === 'One')).toMatchObject({
      action: 'skip',
      reason: expect.stringContaining('in the trash'),
    })
  })

  it('says of each item why the rules for what may be entered refuse it, and brings the others', async () => {
    const resume = {
      projects: [
        { name: 'Good', description: 'A' },
        { name: 'x', description: 'B', url: 'ftp://no' },
      ],
    }
    const path = blog('resume.json')
    writeFileSync(path, JSON.stringify({ basics: {}, ...resume }))
    await runImport(OPERATOR, path)
    expect((await db().post.findMany()).map(({ title }) => title)).toContain('Good')
  })
})

describe('an archive of a Colophon site', () => {
  async function archive(name: string): Promise<string> {
    await writeExport(OPERATOR, createWriteStream(blog(name)), { drafts: true })
    return blog(name)
  }

  it('brings back notes and projects as they were', async () => {
    const first = await createNote(OPERATOR, { title: 'First', about: 'In\nshort', description: '<p>Text</p>' })
    const description = `<p style="text-align: center;">See <a href="/note/${first._id}#part">first</a></p>`
    await createNote(OPERATOR, { title: 'Second', about: '', description })
    await createNote(OPERATOR, { title: 'Later', about: '', description: '', publishAt: new Date('2099-01-01') })
    await createNote(OPERATOR, { title: 'Draft', about: '', description: '<p>d</p>', status: 'draft' })
    const facts = {
      ...{ role: 'Author', forWhom: 'You', period: '2020', state: 'Done', usedBy: '40', licence: 'MIT' },
      ...{ started: '2020-04', ended: 'ongoing', links: '[{"label":"Docs","url":"https://docs.example/"}]' },
    }
    await createPost(
      OPERATOR,
      {
        title: 'Tool',
        description: 'One\n\n  Two',
        story: `<h2>Problem</h2><p>As <a href="/note/${first._id}">said</a>.</p>`,
        repo: '',
        link: '',
        tech: 'C, Go',
        alt: 'A',
        isPinned: true,
        ...facts,
      },
      await png(),
    )
    const tool = await db().post.findFirstOrThrow()
    await db().media.updateMany({ data: { caption: 'As it is' } })
    const second = await createImage(OPERATOR, { alt: '' }, await png({ width: 9, height: 9 }))
    await db().media.update({ where: { id: second._id }, data: { postId: tool.id, position: 1, caption: 'Small' } })
    const path = await archive('own.zip')
    const columns = { omit: { version: true } } as const
    const before = { notes: await db().note.findMany(columns), posts: await db().post.findMany(columns) }
    // On the site it came from, nothing is new.
    expect(new Set(Object.values(actions(await previewImport(OPERATOR, path))))).toEqual(new Set(['skip']))
    const picture = await db().media.findFirstOrThrow()
    await db().note.deleteMany()
    await db().post.deleteMany()
    await db().media.deleteMany()
    await runImport(OPERATOR, path)
    const after = { notes: await db().note.findMany(columns), posts: await db().post.findMany(columns) }
    const sorted = <Row extends { id: string }>(rows: Row[]) => rows.toSorted((a, b) => a.id.localeCompare(b.id))
    const times = ({ createdAt: _, ...row }: { createdAt: Date }) => row
    expect(sorted(after.notes).map(times)).toEqual(sorted(before.notes).map(times))
    expect(after.posts.map(times)).toEqual(before.posts.map(times))
    const shown = { width: true, height: true, alt: true, caption: true } as const
    const { width, height, alt } = picture
    expect(
      await db().media.findMany({
        where: { postId: after.posts[0]?.id },
        orderBy: { position: 'asc' },
        select: shown,
      }),
    ).toEqual([
      { width, height, alt, caption: 'As it is' },
      { width: 9, height: 9, alt: '', caption: 'Small' },
    ])
  })
})

describe('the pages of an archive', () => {
  const archive = async () => {
    await writeExport(OPERATOR, createWriteStream(blog('pages.zip')))
    return blog('pages.zip')
  }
  const pages = () =>
    db().page.findMany({ orderBy: { title: 'asc' }, omit: { version: true, createdAt: true, toc: true } })

  it('come with their addresses, places in the footer and old addresses, once, and are taken back', async () => {
    const uses = await createPage(OPERATOR, { title: 'Uses', description: '<p>T.</p>', footer: '2', robots: 'noindex' })
    await updatePage(OPERATOR, uses._id, { slug: 'tools' })
    await createPage(OPERATOR, { title: 'Now', description: '<p>N.</p>', footer: '', robots: '', status: 'draft' })
    const path = await archive()
    expect(actions(await previewImport(OPERATOR, path))).toMatchObject({ Uses: 'skip' })
    const before = (await pages()).filter(({ title }) => title === 'Uses')
    await db().page.deleteMany()
    expect(actions(await runImport(OPERATOR, path))).toMatchObject({ Uses: 'create' })
    expect(await pages()).toEqual(before)
    expect(await findMoved('/uses')).toMatchObject({ kind: 'page', _id: uses._id })
    expect(actions(await previewImport(OPERATOR, path))).toMatchObject({ Uses: 'skip' })
    expect(await undoImport(OPERATOR)).toMatchObject({ removed: 1, left: [] })
    expect(await pages()).toEqual([])
  })

  it('change what was not edited here, and say again what they said when that is taken back', async () => {
    const folders = (footer: string) => ({
      'manifest.json': manifest,
      'content/pages/now/index.md': `---\ntitle: Now\nslug: now\ndate: 2024-01-01\nfooter: "${footer}"\n---\n\nOn ${footer}.\n`,
      'content/pages/blog/index.md': '---\ntitle: Blog\nslug: blog\n---\n\nMine.\n',
      'content/pages/bad/index.md': '---\ntitle: Bad\nfooter: first\n---\n\nx\n',
    })
    const first = await runImport(OPERATOR, write('pages', folders('1')))
    expect(actions(first)).toEqual({ Now: 'create', Blog: 'create', Bad: 'skip' })
    expect(await pages()).toMatchObject([
      // The site's own addresses win.
      { title: 'Blog', slug: 'blog-2' },
      { title: 'Now', slug: 'now', footer: '1', description: '<p>On 1.</p>', publishedAt: new Date('2024-01-01') },
    ])
    const before = await pages()
    expect(actions(await runImport(OPERATOR, write('pages', folders('2'))))).toMatchObject({ Now: 'change' })
    expect((await pages())[1]).toMatchObject({ footer: '2', description: '<p>On 2.</p>' })
    expect(await undoImport(OPERATOR)).toMatchObject({ restored: 1, removed: 0 })
    expect(await pages()).toEqual(before)
    await updatePage(OPERATOR, before[1]?.id ?? '', { title: 'Now, here' })
    expect(actions(await runImport(OPERATOR, write('pages', folders('3'))))).toMatchObject({ Now: 'skip' })
  })
})

const manifest = JSON.stringify({
  ...{ format: 'colophon-export', version: 1, site: { name: 'x', url: '' } },
  ...{ texts: [], files: {} },
})

it('settings, profile and CV of an archive are taken back as they were', async () => {
  const user = await db().user.create({
    data: {
      name: 'Bob',
      username: 'bob',
      email: 'bob@example.org',
      passwordHash: 'x',
      isAdmin: true,
      about: '<p>B.</p>',
    },
  })
  const names = { ownerId: user.id, aboutProfileId: user.id, ownerName: 'Bob', titleLine: 'Baker' }
  await db().siteSettings.create({ data: { ...names, bio: '', contactNote: '', competencies: [] } })
  const message = async () => {
    const { ownerName, titleLine } = await db().siteSettings.findFirstOrThrow()
    const { name, about } = await db().user.findUniqueOrThrow({ where: { id: user.id } })
    const { document, showPhone } = await readCv(db())
    return [ownerName, titleLine, name, about, document?.basics, showPhone]
  }
  await updateCv(OPERATOR, { document: { basics: 'Bob' } })
  const path = write('whole', {
    'manifest.json': manifest,
    'data/cv.json': JSON.stringify({ document: { basics: 'Ada' }, showPhone: true }),
    'data/settings.json': JSON.stringify({ ownerName: 'Ada', titleLine: 'Author' }),
    'data/profile.json': JSON.stringify({ name: 'Ada' }),
    'content/about/text.html': '<p>A.</p>',
  })
  await runImport(OPERATOR, path, { settings: true })
  expect(await message()).toEqual(['Ada', 'Author', 'Ada', '<p>A.</p>', 'Ada', true])
  expect(await undoImport(OPERATOR)).toMatchObject({ restored: 3, left: [] })
  expect(await message()).toEqual(['Bob', 'Baker', 'Bob', '<p>B.</p>', 'Bob', false])
  writeFileSync(join(path, 'data/profile.json'), JSON.stringify({ name: 'Another' }))
  await runImport(OPERATOR, path, { settings: true })
  expect(await undoImport(OPERATOR)).toMatchObject({ restored: 3, left: [] })
})

describe('technologies of an archive', () => {
  const reported = [
    { name: 'Zig', slug: 'zig', text: 'Since 2019.', aliases: ['zig', 'ziglang'] },
    { name: 'Elm', slug: 'elm', text: 'No more.', aliases: ['elm'] },
    { name: 'Bad, name', slug: 'bad', text: 'x', aliases: [] },
  ]
  const texts = async () =>
    Object.fromEntries((await db().technology.findMany()).map(({ name, text }) => [name, text] as const))

  it('bring what is not here, replace nothing, and are taken back but for what was edited since', async () => {
    await db().technology.deleteMany()
    await createNote(OPERATOR, { title: 'A', about: '', description: '', tech: 'Elm' })
    const path = write('technologies', {
      'manifest.json': manifest,
      'data/technologies.json': JSON.stringify(reported),
    })
    const { items } = await runImport(OPERATOR, path)
    expect(items.map(({ title, action }) => [title, action])).toEqual([
      ['Zig', 'create'],
      ['Elm', 'change'],
    ])
    expect(await texts()).toEqual({ Zig: 'Since 2019.', Elm: 'No more.' })
    expect(
      await db().technologyAlias.findUnique({ where: { key: 'ziglang' }, include: { technology: true } }),
    ).toMatchObject({
      technology: { slug: 'zig' },
    })
    await updateTechnology(OPERATOR, 'elm', { text: 'Again.' })
    const again = await previewImport(OPERATOR, path)
    expect(again.items.map(({ action, reason }) => [action, reason])).toEqual([
      ['skip', 'It is here already.'],
      ['skip', 'What is said of it here stays.'],
    ])
    expect(await undoImport(OPERATOR)).toMatchObject({ restored: 1, left: [{ path: '/adminpanel-technologies' }] })
    expect(await texts()).toEqual({ Elm: 'Again.' })
  })
})

describe('what is hostile', () => {
  it.runIf(HAS_SHARED_FIXTURES)('is refused when it is brought as it is in a look', async () => {
    const archives = join(IMPORT_FIXTURES, 'hostile', 'zip')
    for (const name of readdirSync(archives)) {
      const look = await previewImport(OPERATOR, join(archives, name)).catch((error: unknown) => String(error))
      const done = await runImport(OPERATOR, join(archives, name)).catch((error: unknown) => String(error))
      if (typeof look === 'string' || typeof done === 'string') expect(done, name).toBe(look)
      else expect(done.refused, name).toEqual(look.refused)
    }
  })

  it('is stored without what it would do, also where it says that it was stored here', async () => {
    const evil = '<p onclick="x()">Hi<script>x()</script><img src="x" onerror="x()"></p><a href="javascript:x()">a</a>'
    const files = {
      'manifest.json': JSON.stringify({
        format: 'colophon-export',
        version: 1,
        site: { name: '', url: '' },
        texts: [
          { kind: 'note', id: '../../x', folder: 'content/notes/a', version: 1, body: hashOf('Hi') },
          { kind: 'note', id: 'b', folder: '../../etc', version: 1, body: '' },
        ],
        files: {},
      }),
      'content/notes/a/index.md': '---\ntitle: A\n---\n\nHi\n',
      'content/notes/a/text.html': evil,
      'content/projects/p/index.md':
        '---\ntitle: P\ndescription: d\npictures:\n  - src: "../../../../etc/passwd"\n    alt: "x"\n---\n',
    }
    const { items } = await runImport(OPERATOR, write('evil', files))
    const [note] = await notes()
    expect(note?.description).not.toMatch(/script|onclick|onerror/)
    expect(await db().media.count()).toBe(0)
    expect(items.find(({ title }) => title === 'P')?.pictures.missing).toEqual(['../../../../etc/passwd'])
  })
})

describe('the same blog', () => {
  const texts = { 'one.md': post('One', 'Words'), 'deep/two.md': post('Two', 'See [one](/blog/one/).') }

  it.each([
    ['under another name', {}],
    ['with an address that was not said before', { base: 'https://me.example/' }],
  ])('is here already %s', async (_what, options) => {
    await runImport(OPERATOR, write('blog', texts))
    const before = await notes()
    const again = write('blog-2026-11', { ...texts, 'three.md': post('Three', '[two](/blog/two/)') })
    const report = await previewImport(OPERATOR, again, options)
    expect(actions(report)).toEqual({ One: 'skip', Two: 'skip', Three: 'create' })
    expect(report.items.filter(({ reason }) => reason === 'It is here already.')).toHaveLength(2)
    await runImport(OPERATOR, again, options)
    const after = await notes()
    expect(after).toHaveLength(3)
    expect(after.filter(({ title }) => title !== 'Three')).toEqual(before)
    const two = before.find(({ title }) => title === 'Two')
    expect(after.find(({ title }) => title === 'Three')?.description).toContain(`href="/note/${two?.id}"`)
  })

  it('is changed under another name where it has changed there, and moved files are the same', async () => {
    await runImport(OPERATOR, write('old-name', texts))
    const [one] = await notes()
    const moved = write('new-name', { 'posts/one.md': post('One', 'New words'), 'deep/two.md': texts['deep/two.md'] })
    expect(actions(await runImport(OPERATOR, moved))).toEqual({ One: 'change', Two: 'skip' })
    expect(await notes()).toMatchObject([{ id: one?.id, description: '<p>New words</p>' }, { title: 'Two' }])
    expect(await undoImport(OPERATOR)).toMatchObject({ restored: 1, removed: 0 })
    expect((await notes())[0]?.description).toBe('<p>Words</p>')
  })

  it('is another one where both say that they lived elsewhere', async () => {
    const settings = (name: string) => ({ '_config.yml': `url: https://${name}.example.net\n` })
    const hello = { '_posts/2020-03-01-hello.md': post('Hello', 'x') }
    await runImport(OPERATOR, write('first-host', { ...settings('first'), ...hello }))
    await runImport(OPERATOR, write('second-host', { ...settings('second'), ...hello }))
    expect(await notes()).toHaveLength(2)
  })
})

describe('what comes along', () => {
  it('has the ends of its old addresses', async () => {
    await runImport(OPERATOR, write('ends', { 'a.md': post('A long title', 'x', 'permalink: /web/Short_One/\n') }))
    expect(await notes()).toMatchObject([{ slug: 'short-one' }])
    expect(await findMoved('/web/Short_One/')).toMatchObject({ kind: 'note' })
  })

  it('is a drawing of which nothing runs', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>alert(1)</script><rect width="9" height="9"/></svg>'
    const path = write('drawing', { 'a.md': post('A', '![d](d.svg)'), 'd.svg': svg })
    const { items } = await runImport(OPERATOR, path)
    expect(items).toMatchObject([{ lost: [], pictures: { found: ['d.svg'], missing: [] } }])
    const { url, key, contentType } = await db().media.findFirstOrThrow()
    expect(contentType).toBe('image/svg+xml')
    const stored = readFileSync(join(folder, 'uploads', key), 'utf8')
    expect(stored).toContain('<rect')
    expect(stored).not.toContain('script')
    expect((await notes())[0]?.description).toContain(`<img src="${url}" alt="d" width="40" height="20">`)
  })

  it('is the settings of a site that was never started', async () => {
    await db().siteSettings.deleteMany()
    const path = write('zone', { '_config.yml': 'timezone: Europe/Berlin\n', '_posts/2020-03-01-a.md': post('A', 'x') })
    const { items } = await runImport(OPERATOR, path, { settings: true })
    expect(items.find(({ kind }) => kind === 'settings')).toMatchObject({ action: 'change', title: 'Time zone' })
    expect(await db().siteSettings.findFirst()).toMatchObject({ timeZone: 'Europe/Berlin' })
    await undoImport(OPERATOR)
    expect(await db().siteSettings.findFirst()).toMatchObject({ timeZone: 'UTC' })
  })
})
