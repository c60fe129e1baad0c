import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { makeSlugs } from '@/lib/addresses/server/mutations'
import { updateCv } from '@/lib/cv/server/mutations'
import { getCv } from '@/lib/cv/server/queries'
import { storeNamed } from '@/lib/media/server/media-store'
import { writeExport } from '@/lib/move/server/export'
import { createNote, updateNote } from '@/lib/note/server/mutations'
import { getNotePage, pageNotes } from '@/lib/note/server/queries'
import { setUpSite } from '@/lib/ops/owner-set-up'
import { createPage, updatePage } from '@/lib/page/server/mutations'
import { getPage, siteFrame } from '@/lib/page/server/queries'
import { db, openDatabase } from '@/lib/platform/server/db'
import { getPostPage, pagePosts } from '@/lib/post/server/queries'
import { noteFeed, postFeed } from '@/lib/seo/server/feeds'
import { llmsText } from '@/lib/seo/server/llms'
import { noteMarkdown, pageMarkdown, postMarkdown } from '@/lib/seo/server/markdown'
import { sitemap } from '@/lib/seo/server/sitemap'
import { getSettings } from '@/lib/site-settings/server/queries'
import { listTechnologies } from '@/lib/technology/server/queries'
import { mergeTechnologies, updateTechnology } from '@/lib/technology-names/server/mutations'
import { getProfilePage } from '@/lib/user/server/queries'
import { openSource } from '@/packages/convert/source/open'
import { copyFiles } from '@/scripts/database/copy-data-dir'
import { startTestServer } from '@/tests/runner/test-server'
import { ADMIN, SAMPLE } from '@/tests/runner/test-site'
import '@/tests/support/convert-here'
import { throwAwayDatabase } from '@/tests/support/unit-database'
import { runImport } from './import-archive'

const folder = mkdtempSync(join(tmpdir(), 'colophon-round-trip-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { database, location, replaceBy } = throwAwayDatabase()

/** What belongs to an installation, and is another one there: `username` is what the owner signs in with. */
const OWN = new Set(['version', 'ownerId', 'aboutProfileId', 'avatarId', 'username', 'etag'])

/** All that everybody can see of a site, with each picture in place of its address. */
async function shown(): Promise<Record<string, unknown>> {
  const { aboutProfileId, ...settings } = await getSettings()
  const ids = { select: { id: true }, orderBy: { id: 'asc' } } as const
  const seen: Record<string, unknown> = {
    settings,
    about: await getProfilePage(aboutProfileId ?? ''),
    sitemap: await sitemap(),
    llms: await llmsText(),
    notes: await pageNotes({}),
    projects: await pagePosts({}),
    technologies: await listTechnologies(),
    cv: await getCv(),
    footer: (await siteFrame()).pages,
    'old addresses': await db().redirect.findMany({
      select: { source: true, noteId: true, postId: true, pageId: true },
      orderBy: { source: 'asc' },
    }),
  }
  for (const format of ['rss', 'atom', 'json'] as const) {
    seen[`notes as ${format}`] = await noteFeed(format)
    seen[`projects as ${format}`] = await postFeed(format)
  }
  for (const { id } of await db().note.findMany(ids)) seen[id] = [await getNotePage(id), await noteMarkdown(id)]
  for (const { id } of await db().post.findMany(ids)) seen[id] = [await getPostPage(id), await postMarkdown(id)]
  for (const { id } of await db().page.findMany(ids)) seen[id] = [await getPage(id), await pageMarkdown(id)]
  const text = JSON.stringify(seen, (name, value) => (OWN.has(name) || /^_?id$/.test(name) ? undefined : value))
  return JSON.parse(await withPictures(text))
}

async function withPictures(text: string): Promise<string> {
  const hashes = new Map<string, string>()
  for (const [url, key = ''] of text.matchAll(/\/media\/([\w-]+\.\w+)/g)) {
    const hash = createHash('sha256')
    for await (const part of (await storeNamed('disk').open({ key, url })) ?? []) hash.update(part)
    hashes.set(url, hash.digest('hex'))
  }
  return text.replace(/\/media\/[\w-]+\.\w+/g, (url) => `/picture/${hashes.get(url)}`)
}

/** The text files of an archive, without the manifest, which says when it was made and whose site it is. */
async function textsOf(archive: string): Promise<Record<string, string>> {
  const source = await openSource(archive)
  try {
    const paths = source.paths.filter((path) => /\.(?:md|html|json)$/.test(path) && path !== 'manifest.json')
    const texts = paths.map(async (path) => {
      const text = (await source.read(path, 1_000_000)).toString('utf8')
      // An address that a text had there is one that was brought here; what the owner signs in with is of a site.
      const plain = text.replaceAll('"origin": "slug"', '"origin": "import"').replace(/"username": "[^"]*"/, '')
      return [path, plain] as const
    })
    return Object.fromEntries(await Promise.all(texts))
  } finally {
    await source.close()
  }
}

it('a site that is exported and brought into an empty one shows the same pages, pictures and feeds', async () => {
  vi.stubEnv('SITE_URL', 'https://site.example')
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', location().url)
  const sample = await startTestServer(SAMPLE)
  copyFiles(sample.dataDir, folder)
  const first = openDatabase(sample.url)
  replaceBy(first)
  try {
    await makeSlugs()
    const { _id } = await createNote(OPERATOR, {
      title: 'Typed',
      about: '',
      description: '',
      tech: 'TS, Deno',
      series: 'Tools',
      related: (await pageNotes({})).notes
        .map(({ _id }) => _id)
        .slice(2, 4)
        .join('\n'),
    })
    await updateNote(OPERATOR, _id, { slug: 'typed-text' })
    await updateTechnology(OPERATOR, 'deno', { name: 'Deno 2', text: 'Since its first version.' })
    await updateCv(OPERATOR, { document: { work: [{ name: 'Mill', visible: false }], basics: {} }, showEmail: true })
    const linked = `<h2>Tools</h2><p>See <a href="/note/${_id}#x">the note</a>.</p>`
    const uses = await createPage(OPERATOR, { title: 'Uses', description: linked, footer: '2', robots: 'noindex' })
    await updatePage(OPERATOR, uses._id, { slug: 'tools' })
    const links = `<p>What I use: <a href="/${uses._id}">tools</a>.</p>`
    await createPage(OPERATOR, { title: 'Now', description: links, footer: '1', robots: '' })
    const [ts] = (await listTechnologies()).filter(({ keys }) => keys.includes('typescript'))
    await mergeTechnologies(OPERATOR, { slugs: ['deno-2'], into: ts?.slug ?? '' })
    const archive = join(folder, 'site.zip')
    await writeExport(OPERATOR, createWriteStream(archive))
    const before = await shown()

    replaceBy(database())
    await setUpSite(ADMIN)
    const { items } = await runImport(OPERATOR, archive, { settings: true })
    expect(items.filter(({ action, lost }) => action === 'skip' || lost.length > 0)).toEqual([])
    const after = await shown()
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [name, what] of Object.entries(before)) expect(after[name], name).toEqual(what)
    const second = join(folder, 'second.zip')
    await writeExport(OPERATOR, createWriteStream(second))
    const [was, is] = [await textsOf(archive), await textsOf(second)]
    expect(Object.keys(is)).toEqual(Object.keys(was))
    for (const [path, text] of Object.entries(was)) expect(is[path], path).toBe(text)
  } finally {
    await first.$disconnect()
    await sample.remove()
  }
})
