import { getContent, requireContent } from '@/lib/content-kind/server/queries'
import { AppError } from '@/lib/http/errors'
import { NOTES } from '@/lib/note/server/queries'
import { splitTech } from '@/lib/platform/format'
import { truncate } from '@/lib/platform/truncate'
import { POSTS } from '@/lib/post/server/queries'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { withoutEmptyHeadings } from '@/lib/rich-text/server/empty-headings'
import { feedHtml } from '@/lib/rich-text/server/feed-html'
import { decodedSegment, paths } from '@/lib/routes/paths'
import { canonicalPath } from '@/lib/routes/public-paths'
import { type FeedPaths, seoPaths } from '@/lib/seo/paths'
import { absoluteHtml } from '@/lib/seo/server/absolute-html'
import { type TextDocument, textDocument, textResponse } from '@/lib/seo/server/document'
import { type Feed, type FeedEntry, type FeedFormat, toAtom, toJsonFeed, toRss } from '@/lib/seo/server/feed'
import { postHtml } from '@/lib/seo/server/post-html'
import { FEED_MAX_ENTRIES, type Listed, listNotes, listPosts } from '@/lib/seo/server/queries'
import { absolute } from '@/lib/seo/server/site'
import { getSettings } from '@/lib/site-settings/server/queries'
import { findTechnology } from '@/lib/technology/server/queries'
import { BLOG_HEADING, BLOG_SUBTITLE, PROJECTS_HEADING, workWith } from '@/lib/texts/constants'
import { NAV_PROJECTS, PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

/** Feed readers reject larger feeds; the newest entry is included whatever its size. */
const FEED_MAX_CHARACTERS = 5_000_000
const SUMMARY_MAX_CHARACTERS = 300

const XML = 'application/xml; charset=utf-8'
const WRITERS = {
  rss: { write: toRss, contentType: XML },
  atom: { write: toAtom, contentType: XML },
  json: { write: toJsonFeed, contentType: 'application/feed+json; charset=utf-8' },
}

/** The feed of the blog: the newest notes with their full text. */
export async function noteFeed(format: FeedFormat): Promise<TextDocument> {
  const entries = await newestEntries(await listNotes(FEED_MAX_ENTRIES), readNote)
  const { blogSubtitle } = await getSettings()
  return write(
    format,
    { name: BLOG_HEADING, about: blogSubtitle || BLOG_SUBTITLE, page: paths.notes(), self: seoPaths.noteFeeds },
    entries,
  )
}

/** The feed of the projects: the newest ones in the order of the list, with picture, description and links. */
export async function postFeed(format: FeedFormat): Promise<TextDocument> {
  const entries = await newestEntries(await listPosts(FEED_MAX_ENTRIES, undefined, true), readPost)
  return write(
    format,
    { name: NAV_PROJECTS, about: PROJECTS_HEADING, page: paths.posts(), self: seoPaths.postFeeds },
    entries,
  )
}

/**
 * The feed of a technology: the newest projects and notes with it; by a name it had it answers 308.
 * @throws AppError "not-found"
 */
export async function technologyFeedResponse(request: Request, format: FeedFormat, segment: string): Promise<Response> {
  const address = decodedSegment(segment)
  const technology = await findTechnology(address)
  if (!technology) throw new AppError('not-found', PAGE_NOT_FOUND)
  const { slug, name, keys } = technology
  const self = seoPaths.technologyFeeds(slug)
  if (slug !== address) return new Response(null, { status: 308, headers: { Location: self[format] } })
  const [posts, notes] = await Promise.all([listPosts(FEED_MAX_ENTRIES, keys), listNotes(FEED_MAX_ENTRIES, keys)])
  const rows = [...posts.map((row) => ({ row, read: readPost })), ...notes.map((row) => ({ row, read: readNote }))]
  const newest = rows.sort((a, b) => Number(b.row.createdAt) - Number(a.row.createdAt))
  const entries = await newestEntries(newest.slice(0, FEED_MAX_ENTRIES), ({ row, read }) => read(row))
  const feed = await write(format, { name, about: workWith(name), page: paths.technology(slug), self }, entries)
  return textResponse(request, feed)
}

type Kind = { name: string; about: string; page: string; self: FeedPaths }

async function write(format: FeedFormat, kind: Kind, entries: FeedEntry[]): Promise<TextDocument> {
  const { ownerName, hubUrl } = await getSettings()
  const feed: Feed = {
    title: `${kind.name} · ${ownerName}`,
    description: `${kind.about} by ${ownerName}.`,
    pageUrl: absolute(kind.page),
    selfUrls: { rss: absolute(kind.self.rss), atom: absolute(kind.self.atom), json: absolute(kind.self.json) },
    author: { name: ownerName, url: absolute(paths.about) },
    hubUrl,
    updatedAt: new Date(Math.max(0, ...entries.map((entry) => entry.updatedAt.getTime()))),
    entries,
  }
  const { write, contentType } = WRITERS[format]
  return textDocument(write(feed), contentType)
}

/**
 * Those that still exist, fewer where their texts exceed `maxCharacters`. Sequentially, so that a popular
 * feed never loads fifty long texts at once.
 */
export async function newestEntries<Row>(
  rows: Row[],
  read: (row: Row) => Promise<FeedEntry | null>,
  maxCharacters = FEED_MAX_CHARACTERS,
): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = []
  let characters = 0
  for (const row of rows) {
    const entry = await read(row)
    if (!entry) continue
    characters += entry.html.length
    if (entries.length > 0 && characters > maxCharacters) break
    entries.push(entry)
  }
  return entries
}

/** Null for a note deleted since it was listed. */
async function readNote(row: Listed): Promise<FeedEntry | null> {
  try {
    const note = await requireContent(NOTES, row._id)
    return entryOf(row, canonicalPath('note', row), note.about, feedHtml(note.description), splitTech(note.tech))
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not-found') return null
    throw error
  }
}

async function readPost(row: Listed): Promise<FeedEntry | null> {
  const post = await getContent(POSTS, row._id)
  if (!post) return null
  const html = postHtml(post, feedHtml(withoutEmptyHeadings(post.story)))
  const summary = truncate(post.description, SUMMARY_MAX_CHARACTERS)
  return entryOf(row, canonicalPath('post', row), summary, html, splitTech(post.tech))
}

function entryOf(row: Listed, path: string, summary: string, html: SafeHtml, tags: string[]): FeedEntry {
  const url = absolute(path)
  return {
    id: row._id,
    url,
    title: row.title,
    summary,
    html: absoluteHtml(html, url),
    publishedAt: row.createdAt,
    updatedAt: row.updatedAt,
    tags,
    image: row.images[0] ?? null,
  }
}
