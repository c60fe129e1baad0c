import { linksIn, POST_FACTS, textOfLinks } from '@/lib/content/post-facts'
import { splitTech } from '@/lib/platform/format'
import { ownValue } from '@/lib/platform/own-value'
import { type FrontMatter, listField, type Value } from '@/packages/convert/archive/read-front-matter'
import { frontMatter } from '@/packages/convert/archive/write-front-matter'
import { isRecord } from '@/packages/convert/source/scan'

/** The kinds that have a form in Markdown. */
export type MarkdownKind = 'note' | 'post'

/** The texts of a row by the names of its columns; `links` and `isPinned` as forms send them. */
export type MarkdownFields = Record<string, string>

/** Of each kind: the column of its rich text, and of the others by their names in the front matter. */
export const MARKDOWN_FORMS: Record<MarkdownKind, { richText: string; names: Record<string, string> }> = {
  note: {
    richText: 'description',
    names: { title: 'title', slug: 'slug', tags: 'tech', series: 'series', related: 'related', description: 'about' },
  },
  post: {
    richText: 'story',
    names: {
      ...{ title: 'title', slug: 'slug', tags: 'tech', repo: 'repo', link: 'link' },
      ...Object.fromEntries(POST_FACTS.map((name) => [name, name])),
      ...{ links: 'links', pinned: 'isPinned', description: 'description' },
    },
  },
}

/** What the front matter says that is no column, and what the export writes there that nobody can change. */
const OTHER_NAMES = ['id', 'date', 'draft', 'lastmod', 'story', 'position', 'pictures']

type Head = { id: string; status: 'draft' | 'scheduled' | 'published'; publishAt: string | null }

/** The front matter of a row, in the form of the export. */
export function writeHead(kind: MarkdownKind, { id, status, publishAt }: Head, fields: MarkdownFields): string {
  const texts = Object.entries(MARKDOWN_FORMS[kind].names).map(([name, column]) => {
    const text = ownValue(fields, column) ?? ''
    return [name, plainValue(column, text)]
  })
  return frontMatter({ title: '', date: publishAt ?? '', draft: status === 'draft', ...Object.fromEntries(texts), id })
}

function plainValue(column: string, text: string) {
  if (column === 'tech') return splitTech(text)
  if (column === 'links') return linksIn(text)
  if (column === 'related') return text.split('\n').filter(Boolean)
  return column === 'isPinned' ? text === 'true' : text
}

/** What front matter says: the columns it names, "" for those it clears, and what is read and changes nothing. */
export function readHead(kind: MarkdownKind, data: FrontMatter): { fields: MarkdownFields; remarks: string[] } {
  const { names } = MARKDOWN_FORMS[kind]
  const fields = Object.entries(data).flatMap(([name, value]) => {
    const column = ownValue(names, name)
    return column ? [[column, fieldText(column, data, name, value)] as const] : []
  })
  const unknown = Object.keys(data).filter((name) => !Object.hasOwn(names, name) && !OTHER_NAMES.includes(name))
  const remarks = unknown.map((name) => `${name.slice(0, 60)} has no meaning here and was left out.`)
  return { fields: Object.fromEntries(fields), remarks }
}

function fieldText(column: string, data: FrontMatter, name: string, value: Value): string {
  if (column === 'tech') return listField(data, /,/, name).join(', ')
  if (column === 'related') return listField(data, /\s/, name).join('\n')
  if (column === 'links') {
    const links: unknown[] = Array.isArray(value) ? value : []
    return textOfLinks(links.filter(isRecord).map(({ label, url }) => ({ label: plain(label), url: plain(url) })))
  }
  return plain(value)
}

const plain = (value: unknown) => (typeof value === 'string' ? value : '')
