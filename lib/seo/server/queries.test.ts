import { XMLParser } from 'fast-xml-parser'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sanitiseRichText } from '@/lib/rich-text/server/clean'
import { noteFeed, postFeed } from '@/lib/seo/server/feeds'
import { llmsText } from '@/lib/seo/server/llms'
import { noteMarkdown, postMarkdown } from '@/lib/seo/server/markdown'
import { listEverything } from '@/lib/seo/server/queries'
import { sitemap } from '@/lib/seo/server/sitemap'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const SITE = 'https://ada.example'

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: (name) => ['item', 'entry', 'url'].includes(name),
})
vi.mock('@/lib/platform/server/env', () => ({ env: () => ({ SITE_URL: 'https://ada.example' }) }))

const { database } = throwAwayDatabase()
let ids: { note: string; silent: string; post: string; hidden: string[] }

beforeAll(async () => {
  ids = await fill()
})

async function noteColumns(html: string) {
  const { html: description, stamp: descriptionStamp, ...text } = await sanitiseRichText(html, 'description')
  return { description, descriptionStamp, rendered: text.rendered, toc: text.toc, wordCount: text.wordCount }
}

async function fill() {
  await database().siteSettings.create({
    data: { ownerName: 'Ada & Co', titleLine: 'Engineer', bio: '', contactNote: '', competencies: [] },
  })
  const html =
    '<p>See <a href="/projects">mine</a> &amp; <code>&lt;img src="https://no.example/x.png"&gt;</code></p>' +
    '<p><img src="/media/a.png?x=1&amp;y=2" alt="An &quot;engine&quot; src=&quot;no&quot;"></p>' +
    '<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=""></p>'
  const note = await database().note.create({
    data: {
      publishedAt: new Date('2026-03-01T10:00:00Z'),
      title: 'On <engines> & [more]',
      about: 'Why & how',
      ...(await noteColumns(html)),
    },
  })
  const silent = await database().note.create({
    data: { publishedAt: new Date('2026-03-02T10:00:00Z'), title: 'Silent', ...(await noteColumns('')) },
  })
  const post = await database().post.create({
    data: {
      title: 'Engine',
      description: 'First <line>\nsecond *line*\n\nNext',
      tech: 'React, C&C',
      repo: 'https://github.com/ada/engine',
      images: {
        create: {
          key: 'k',
          url: '/media/k.png',
          store: 'disk',
          contentType: 'image/png',
          bytes: 1,
          width: 8,
          height: 6,
        },
      },
    },
  })
  const deletedAt = new Date()
  const hidden = await Promise.all([
    database().note.create({ data: { title: 'Trashed note', deletedAt, ...(await noteColumns('<p>x</p>')) } }),
    database().post.create({ data: { title: 'Trashed post', description: 'x', deletedAt } }),
  ])
  return { note: note.id, silent: silent.id, post: post.id, hidden: hidden.map((row) => row.id) }
}

describe('the listing', () => {
  it('names what is there, newest first, with its pictures; never what is in the trash', async () => {
    const { posts, notes } = await listEverything()
    expect(notes.map(({ _id: id, images }) => ({ id, images }))).toEqual([
      { id: ids.silent, images: [] },
      { id: ids.note, images: [`${SITE}/media/a.png?x=1&y=2`] },
    ])
    expect(posts.map(({ _id: id, images }) => ({ id, images }))).toEqual([
      { id: ids.post, images: [`${SITE}/media/k.png`] },
    ])
  })
})

describe('what is made from the listing', () => {
  it('agrees on every address: feeds, site map, llms.txt and Markdown', async () => {
    const [rss, atom, json] = await Promise.all([noteFeed('rss'), noteFeed('atom'), noteFeed('json')])
    const notes = [`${SITE}/note/${ids.silent}`, `${SITE}/note/${ids.note}`]
    expect(parser.parse(rss.body).rss.channel.item.map((item: { link: string }) => item.link)).toEqual(notes)
    expect(
      parser.parse(atom.body).feed.entry.map((entry: { link: Record<string, string> }) => entry.link['@_href']),
    ).toEqual(notes)
    expect(JSON.parse(json.body).items.map((item: { url: string }) => item.url)).toEqual(notes)

    const posts = [`${SITE}/post/${ids.post}`]
    expect(JSON.parse((await postFeed('json')).body).items.map((item: { url: string }) => item.url)).toEqual(posts)

    const listed = parser.parse((await sitemap()).body).urlset.url.map((url: { loc: string }) => url.loc)
    expect(listed).toEqual([
      `${SITE}/`,
      `${SITE}/projects`,
      `${SITE}/myblog`,
      `${SITE}/about`,
      `${SITE}/subscribe`,
      `${SITE}/tech`,
      ...posts,
      ...notes,
    ])

    const llms = (await llmsText()).body
    for (const url of [...notes, ...posts]) expect(llms).toContain(`(${url}.md)`)
    for (const id of ids.hidden) {
      for (const text of [rss.body, atom.body, json.body, llms, ...listed]) expect(text).not.toContain(id)
    }
  })

  it('carries a note’s whole text with absolute addresses and the pictures’ own words', async () => {
    const { items } = JSON.parse((await noteFeed('json')).body)
    expect(items[1]).toMatchObject({ title: 'On <engines> & [more]', summary: 'Why & how' })
    expect(items[1].content_html).toContain(`<a href="${SITE}/projects">mine</a> &amp;`)
    expect(items[1].content_html).toContain(
      `<img src="${SITE}/media/a.png?x=1&amp;y=2" alt="An &quot;engine&quot; src=&quot;no&quot;">`,
    )
  })

  it('writes a project’s lines, picture, links and technologies', async () => {
    const [item] = JSON.parse((await postFeed('json')).body).items
    expect(item).toMatchObject({ tags: ['React', 'C&C'], image: `${SITE}/media/k.png` })
    expect(item.content_html).toBe(
      `<p><img src="${SITE}/media/k.png" alt="Engine" width="8" height="6"></p>` +
        '<p>First &lt;line&gt;<br>second *line*</p><p>Next</p>' +
        '<ul><li><a href="https://github.com/ada/engine">Github Code</a></li></ul>',
    )
  })

  it('gives each note and project its own Markdown', async () => {
    const note = await noteMarkdown(ids.note)
    expect(note.pageUrl).toBe(`${SITE}/note/${ids.note}`)
    expect(note.markdown).toMatch(
      /^# On \\?<engines\\?> \\?& \\\[more\\?\]\n\nPosted: \d{4}-\d\d-\d\d · Ada \\?& Co · </,
    )
    expect(note.markdown).toContain(`[mine](${SITE}/projects)`)
    expect(note.markdown).toContain(`](${SITE}/media/a.png?x=1&y=2`)
    const post = await postMarkdown(ids.post)
    expect(post.markdown).toContain('second \\*line\\*')
    expect(post.markdown).toContain('Technologies: React, C')
    expect(post.markdown).toContain('[Github Code](https://github.com/ada/engine)')
    await expect(noteMarkdown(ids.hidden[0] ?? '')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(postMarkdown('x')).rejects.toMatchObject({ kind: 'not-found' })
  })
})
