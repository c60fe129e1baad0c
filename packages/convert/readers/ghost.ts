import { splitFrontMatter } from '../archive/read-front-matter'
import { parseDate } from '../dates'
import { sitePath } from '../html/links'
import { systemMarkdownToHtml } from '../markdown/to-html'
import { type RawItem, type Reader, type Status, Unreadable } from '../model'
import { fileName } from '../source/names'
import { headingWords, isRecord, wholeAddress } from '../source/scan'
import type { Source } from '../source/source'
import { decodeText } from '../source/text'
import { type Json, readJson, recordsIn, textIn } from './json'

const PLACEHOLDER = /__GHOST_URL__/g
/** Only these tables are looked at: the others hold keys, hashes and the addresses of members. */
type Tables = { posts: Json[]; meta: Map<string, Json>; tags: Map<string, string[]> }

/** Ghost's export: one JSON document, with pictures beside it in an archive. */
export async function readGhost(source: Source, path: string, base: string | null): Promise<Reader> {
  const tables = tablesOf(await readJson(source, path))
  return {
    kind: 'ghost',
    site: base ?? '',
    base,
    refused: [],
    async *items() {
      for (const post of tables.posts) yield toItem(post, tables, base)
    },
  }
}

/** The tables of an export, in any of its wrappings; null for another document. */
export function ghostTables(document: unknown): Json | null {
  const wrapped = isRecord(document) && document.db !== undefined ? document.db : document
  const [only] = Array.isArray(wrapped) ? wrapped : [wrapped]
  const data = isRecord(only) && isRecord(only.data) ? only.data : only
  if (!isRecord(data) || !Array.isArray(data.posts)) return null
  // Tables alone, without a wrapping, could be of another system.
  const isRepeated = data !== document
  const isOwn = recordsIn(data.posts).some((post) => ['html', 'mobiledoc', 'lexical'].some((name) => name in post))
  return isRepeated || (isOwn && !recordsIn(data.posts).some((post) => 'contentMarkdown' in post)) ? data : null
}

function tablesOf(document: unknown): Tables {
  const data = ghostTables(document)
  if (!data) throw new Unreadable('It is no export of Ghost: it holds no posts.')
  const names = new Map(recordsIn(data.tags).map((tag) => [textIn(tag, 'id'), textIn(tag, 'name', 'slug')]))
  const links = recordsIn(data.posts_tags).sort((a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0))
  const tags = new Map<string, string[]>()
  for (const link of links) {
    const name = names.get(textIn(link, 'tag_id'))
    const post = textIn(link, 'post_id')
    const own = tags.get(post) ?? []
    // Internal ones begin with #.
    if (name && !name.startsWith('#') && !own.includes(name)) tags.set(post, [...own, name])
  }
  const meta = new Map(recordsIn(data.posts_meta).map((row) => [textIn(row, 'post_id'), row]))
  return { posts: recordsIn(data.posts), meta, tags }
}

function toItem(post: Json, { meta, tags }: Tables, base: string | null): RawItem {
  const id = textIn(post, 'id', 'uuid')
  const lost: string[] = []
  const remarks: string[] = []
  const stated = textIn(post, 'status') || 'published'
  const date = parseDate(post.published_at) ?? parseDate(post.created_at)
  const markdown = textIn(post, 'markdown')
  const [written = '', ...members] = textIn(post, 'html').split(MEMBERS)
  const { status, remark } = statusOf(stated, textIn(post, 'visibility'), date)
  if (remark) remarks.push(remark)
  if (
    members
      .join('')
      .replace(/<[^<>]*>/g, '')
      .trim() !== ''
  )
    lost.push('The part for members alone')
  const slug = textIn(post, 'slug')
  const own = (text: string) => text.replace(PLACEHOLDER, base?.replace(/\/$/, '') ?? '')
  const extra = meta.get(id)
  const cover = own(textIn(post, 'feature_image', 'image'))
  const canonical = textIn(post, 'canonical_url')
  if (canonical) lost.push(`It names another address as its own: ${canonical}`)
  for (const name of ['codeinjection_head', 'codeinjection_foot']) if (textIn(post, name)) lost.push('Code of its page')
  const path = slug === '' || /^untitled(?:-\d+)?$/.test(slug) ? null : sitePath(`/${slug}/`)
  return {
    source: `post ${id || slug}`,
    identity: textIn(post, 'uuid') || id || slug,
    kind:
      post.page === true || post.page === 1 || post.page === '1' || textIn(post, 'type') === 'page' ? 'page' : 'note',
    title: textIn(post, 'title') === '(Untitled)' ? '' : textIn(post, 'title'),
    about: textIn(post, 'custom_excerpt') || textIn(extra, 'meta_description') || textIn(post, 'meta_description'),
    original: JSON.stringify([written, markdown]),
    html: (losses) => own(written || systemMarkdownToHtml(markdown, { kind: 'ghost', file: '', lost: losses })),
    paths: path ? [path] : [],
    address: wholeAddress(path ?? '', base),
    date,
    updated: parseDate(post.updated_at),
    status,
    tech: tags.get(id) ?? [],
    cover: cover
      ? { src: cover, alt: textIn(extra, 'feature_image_alt'), caption: own(textIn(extra, 'feature_image_caption')) }
      : undefined,
    skip: skipOf(post, written || markdown),
    remarks,
    lost,
  }
}

function statusOf(stated: string, visibility: string, date: Date | null): { status: Status; remark?: string } {
  if (visibility !== '' && visibility !== 'public') {
    return {
      status: 'draft',
      remark: `It is for ${visibility === 'tiers' ? 'some members' : visibility} there: it comes as a draft.`,
    }
  }
  if (stated === 'published') return { status: 'published' }
  const isFuture = date !== null && date.getTime() > Date.now()
  if (stated === 'scheduled' && isFuture) return { status: 'scheduled' }
  return { status: 'draft', remark: stated === 'draft' ? undefined : `It is ${stated} there: it comes as a draft.` }
}

const MEMBERS = /<!--\s*members-only\s*-->/i

/** What its editor stores is of no use without it: lexical and mobiledoc are programs' own. */
function skipOf(post: Json, text: string): string | undefined {
  if (textIn(post, 'type') === 'email-only') return 'It was only ever sent by email.'
  const isStored = ['lexical', 'mobiledoc'].some((name) => textIn(post, name) !== '')
  return text === '' && isStored ? 'The file holds no HTML of it: export it again from Ghost.' : undefined
}

const NAMED = /^(published|draft|deleted)-(\d{4}-\d{1,2}-\d{1,2})-(.+)\.(?:md|markdown)$/

export function isGhostMarkdown(path: string): boolean {
  return NAMED.test(fileName(path))
}

/** Ghost's ZIP of Markdown: what a text is and of when is in its file's name, its title in its first heading. */
export function readGhostMarkdown(source: Source, base: string | null): Reader {
  return {
    kind: 'ghost',
    site: base ?? source.name,
    base,
    refused: [],
    async *items() {
      for (const path of source.paths) {
        const [, status, day, slug = ''] = NAMED.exec(fileName(path)) ?? []
        if (!status) continue
        const { data, body } = splitFrontMatter(decodeText(await source.read(path, 4_194_304)).text)
        const { picture, title, rest } = partsOf(body.trim())
        yield {
          source: path,
          identity: path,
          kind: 'note',
          title: title || String(data.title ?? ''),
          original: rest,
          html: (losses) => systemMarkdownToHtml(rest, { kind: 'ghost', file: path, lost: losses }),
          file: path,
          paths: [`/${slug}/`],
          date: parseDate(day),
          status: status === 'published' ? 'published' : 'draft',
          tech: [],
          cover: picture ? { src: picture } : undefined,
          skip: status === 'deleted' ? 'It is deleted there.' : undefined,
          remarks: [],
          lost: [],
        }
      }
    },
  }
}

/** A picture before the title is the one of the article. */
function partsOf(body: string): { picture: string; title: string; rest: string } {
  const [first = '', ...others] = body.split('\n')
  const picture = /^!\[[^[\]]*\]\(([^()\s]+)/.exec(first)?.[1] ?? ''
  const after = others.join('\n').trim()
  const text = picture && after.startsWith('#') ? after : body
  const [line = ''] = text.split('\n', 1)
  const title = headingWords(line)
  return { picture: text === after ? picture : '', title, rest: title ? text.slice(line.length) : text }
}
