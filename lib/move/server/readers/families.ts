import { parseDate } from '@/lib/move/server/dates'
import { type FrontMatter, flagField, listField, textField } from '@/lib/move/server/markdown/front-matter'
import type { Kind } from '@/lib/move/server/model'
import { extensionOf, fileName, folderOf, withoutExtension } from '@/lib/move/server/source/names'
import type { SiteConfig } from './site-config'

/** What a file of a folder is: an item, something else that is named, or nothing to speak of. */
export type Role = { kind: 'note' | 'page'; reason?: string; isDraft?: boolean } | null

export type Family = {
  role: (path: string, data: FrontMatter, paths: readonly string[]) => Role
  /** Its old address; null where nothing says it. */
  address: (path: string, data: FrontMatter, date: Date | null, site: SiteConfig) => string | null
  /** Where it has texts as HTML, too. */
  html?: RegExp
  tags: RegExp
}

const TEXTS = new Set(['md', 'markdown', 'mdown', 'mkd', 'mkdn', 'mdx', 'text', 'textile'])
const DATED = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:-(.+))?$/
const COMMAS = /,/

export function isText(path: string): boolean {
  return TEXTS.has(extensionOf(path))
}

/** The date and the rest of a name such as `2021-08-26-welcome`, of the file or, for an index, of its folder. */
export function nameParts(path: string): { date: string; slug: string } {
  // Docusaurus: folders for the date, 2021/08/26/name.
  const [, year, month, day, rest] = /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})[/-]([^/]+)(?:\/index)?\.\w+$/.exec(path) ?? []
  if (year) return { date: `${year}-${month}-${day}`, slug: withoutExtension(rest ?? '') }
  const own = withoutExtension(fileName(path))
  const name = /^index(?:\.[a-z-]{2,5})?$/i.test(own) ? fileName(folderOf(path)) || own : own
  const match = DATED.exec(name)
  return match ? { date: `${match[1]}-${match[2]}-${match[3]}`, slug: match[4] ?? name } : { date: '', slug: name }
}

function slugOf(path: string, data: FrontMatter): string {
  // A name is no address yet: these signs mean something in one.
  return textField(data, 'slug') || nameParts(path).slug.replace(/[%?#]/g, encodeURIComponent)
}

/** As Hugo writes a title into an address. */
function inAddress(title: string): string {
  return title.replace(/[^\p{L}\p{N}\p{M}.\s_-]+/gu, '').replace(/[\s-]+/g, '-')
}

/** As Pelican does. */
function slugified(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-')
}

const PAGE: Role = { kind: 'page', reason: 'A page, not an article.' }

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

function dayPath(date: Date): string {
  return `${date.getUTCFullYear()}/${pad(date.getUTCMonth() + 1)}/${pad(date.getUTCDate())}`
}

type Values = { date: Date | null; title: string; categories: string[]; more?: Record<string, string> }

/** Jekyll's, Hexo's and Hugo's patterns: `/:year/:month/:title/`. Null when it holds a variable that is not known. */
function permalink(pattern: string, { date, title, categories, more }: Values): string | null {
  const known: Record<string, string> = {
    ...{
      title,
      slug: title,
      name: title,
      post_title: title,
      categories: categories.join('/'),
      category: categories[0] ?? '',
      ...more,
    },
    ...(date
      ? {
          year: String(date.getUTCFullYear()),
          short_year: String(date.getUTCFullYear()).slice(2),
          month: pad(date.getUTCMonth() + 1),
          i_month: String(date.getUTCMonth() + 1),
          day: pad(date.getUTCDate()),
          i_day: String(date.getUTCDate()),
          hour: pad(date.getUTCHours()),
          minute: pad(date.getUTCMinutes()),
          second: pad(date.getUTCSeconds()),
        }
      : {}),
    output_ext: '.html',
  }
  if (!date && /:(?:year|short_year|i?_?month|i?_?day)/.test(pattern)) return null
  let isKnown = true
  const path = pattern.replace(/:([a-z_]+)/g, (_, name: string) => {
    if (known[name] === undefined) isKnown = false
    return known[name] ?? ''
  })
  return isKnown ? `/${path}`.replace(/\/{2,}/g, '/') : null
}

const JEKYLL_STYLES: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
}

/** The address of a page, which is where its file is. */
function pageAddress(path: string, extension: string): string {
  const name = withoutExtension(path)
  if (/(?:^|\/)(?:index|readme)$/i.test(name)) return `/${folderOf(path)}/`.replace(/\/{2,}/g, '/')
  return `/${name}${extension}`
}

/** Folders in which frameworks keep other things than articles. */
const ASIDE = /(?:^|\/)(?:tags?|categor(?:y|ies)|authors?|pages|templates?|archetypes|layouts|i18n|snippets)\//i

export const FAMILIES: Partial<Record<Kind, Family>> = {
  jekyll: {
    role(path) {
      const [, collection] = /(?:^|\/)_(\w[\w-]*)\//.exec(path) ?? []
      if (collection === 'drafts') return { kind: 'note', isDraft: true }
      if (!collection && /^\d{4}-\d{1,2}-\d{1,2}-/.test(path)) return { kind: 'note' }
      if (collection && /^(?:site|includes|layouts|data|sass|plugins|assets)$/.test(collection)) return null
      return collection ? { kind: 'note' } : PAGE
    },
    address(path, data, date, site) {
      const isPost = /(?:^|\/)_\w/.test(path) || nameParts(path).date !== ''
      const said = textField(data, 'permalink') || (isPost ? (site.permalinks[''] ?? 'date') : '')
      if (!said) return pageAddress(path, site.permalinks[''] === 'pretty' ? '/' : '.html')
      const categories = listField(data, /\s+/, 'categories').concat(listField(data, /$^/, 'category'))
      const values = { date, title: slugOf(path, data), categories: categories.map((name) => name.toLowerCase()) }
      return permalink(JEKYLL_STYLES[said] ?? said, values)
    },
    html: /(?:^|\/)_(?:posts|drafts)\//,
    tags: /[\s,]+/,
  },
  hexo: {
    role(path) {
      if (/(?:^|\/)_drafts\//.test(path)) return { kind: 'note', isDraft: true }
      if (/(?:^|\/)_posts\//.test(path)) return { kind: 'note' }
      if (/(?:^|\/)(?:scaffolds|themes)\//.test(path)) return null
      return /(?:^|\/)source\//.test(path) ? PAGE : { kind: 'note' }
    },
    address(path, data, date, site) {
      const said = textField(data, 'permalink')
      const inside = path.replace(/^.*?source\//, '')
      if (!said && !/^_/.test(inside) && inside !== path) return pageAddress(inside, '.html')
      const values = { date, title: slugOf(path, data), categories: listField(data, COMMAS, 'categories', 'category') }
      return permalink(said || (site.permalinks[''] ?? ':year/:month/:day/:title/'), values)
    },
    html: /(?:^|\/)_(?:posts|drafts)\//,
    tags: COMMAS,
  },
  hugo: {
    role(path, data, paths) {
      const name = fileName(path)
      if (/(?:^|\/)(?:archetypes|themes|layouts|data|i18n)\//.test(path)) return null
      if (/^_index\./.test(name)) return { kind: 'page', reason: 'The introduction of a list, not an article.' }
      if (flagField(data, 'headless') === true) return { kind: 'page', reason: 'A part of another page.' }
      const inside = path.replace(/^.*?content\//, '')
      const [section = ''] = inside.includes('/') ? inside.split('/') : ['']
      const hasMain = paths.some((one) => MAIN_SECTION.test(one.replace(/^.*?content\//, '')))
      const isDated = textField(data, 'date', 'publishDate') !== ''
      // A section brought by itself has its articles at the root.
      const isWhole = hasMain || inside !== path
      if (section === '' ? isWhole && !(isDated && !hasMain) : ASIDE.test(`${section}/`)) return PAGE
      const isMain = hasMain ? MAIN_SECTION.test(inside) : isDated || section === ''
      return isMain ? { kind: 'note' } : { kind: 'page', reason: `A page of the section "${section}", not an article.` }
    },
    address(path, data, date, site) {
      const url = textField(data, 'url', 'permalink')
      if (url) return url.startsWith('/') ? url : `/${url}`
      const inside = path.replace(/^.*?content\//, '')
      if (/^_index\./.test(fileName(inside))) return folderOf(inside) ? `/${folderOf(inside)}/` : null
      const language = /\.([a-z]{2}(?:-[a-z]{2})?)\.\w+$/i.exec(inside)?.[1]?.toLowerCase() ?? site.language
      const bundle = /\/index(?:\.[a-z-]{2,5})?\.\w+$/.test(`/${inside}`)
      const folder = folderOf(bundle ? folderOf(inside) : inside)
      const own = bundle
        ? fileName(folderOf(inside))
        : withoutExtension(fileName(inside)).replace(/\.[a-z]{2}(?:-[a-z]{2})?$/i, '')
      const start = language === site.language ? '' : `/${language}`
      const slug = textField(data, 'slug') || own
      const pattern = site.permalinks[inside.split('/')[0] ?? '']
      if (pattern) {
        const title = inAddress(textField(data, 'title') || own)
        const more = {
          slug: textField(data, 'slug') || title,
          filename: own,
          contentbasename: own,
          slugorfilename: slug,
        }
        const sections = { section: inside.split('/')[0] ?? '', sections: folder, slugorcontentbasename: slug }
        const made = permalink(pattern, { date, title, categories: [], more: { ...more, ...sections } })
        return made && (start + made).toLowerCase()
      }
      return `${start}/${[folder, slug].filter(Boolean).join('/')}/`.toLowerCase()
    },
    html: /(?:^|\/)content\//,
    tags: COMMAS,
  },
  astro: {
    role(path, data) {
      if (/(?:^|\/)(?:node_modules|public)\//.test(path)) return null
      // Its collections leave out what begins with a line.
      if (/(?:^|\/)content\//.test(path) && /(?:^|\/)_[^/]+$/.test(path)) return { kind: 'note', isDraft: true }
      // Pages of Markdown with a date are articles.
      const isDated = /(?:^|\/)src\/pages\/.*\//.test(path) && textField(data, 'pubDate', 'date') !== ''
      return ASIDE.test(path) && !isDated ? PAGE : readmeOr(path)
    },
    address(path, data) {
      const inside = path.replace(/^.*?(?:src\/content|content|src\/pages|src\/data)\//, '')
      const id = withoutExtension(inside).replace(/(?:^|\/)index$/, '')
      const slug = textField(data, 'slug')
      return `/${slug ? [id.split('/')[0], slug].filter(Boolean).join('/') : id}/`
    },
    tags: COMMAS,
  },
  next: {
    role(path, data) {
      const isDated = /(?:^|\/)pages\/.*\//.test(path) && textField(data, 'date', 'publishedAt') !== ''
      return ASIDE.test(path) && !isDated ? PAGE : readmeOr(path)
    },
    address(path, data) {
      const inside = withoutExtension(path.replace(/^.*?(?:data|content|src\/content)\//, ''))
        .replace(/^(?:src\/)?(?:app|pages)\//, '')
        .replace(/(?:^|\/)(?:index|page)$/, '')
        // Route groups, and the folder of the posts that Vercel's starter serves at /blog.
        .replace(/(^|\/)\([^()/]+\)\//g, '$1')
        .replace(/^blog\/posts\//, 'blog/')
        .replace(/^(?:.*\/)?_?posts\//, 'posts/')
      const slug = textField(data, 'slug')
      if (slug.startsWith('/')) return slug
      if (slug && inside.startsWith('posts/')) return `/posts/${slug}`
      return `/${/^(?:blog|posts|articles|writing)\//.test(inside) ? '' : 'blog/'}${slug || inside}`
    },
    tags: COMMAS,
  },
  docusaurus: {
    role(path) {
      if (/(?:^|\/)(?:blog|[\w-]*blog)\//.test(path) || !/(?:^|\/)(?:docs|src|versioned_docs|i18n)\//.test(path))
        return readmeOr(path)
      return { kind: 'page', reason: 'A page of the documentation, not an article.' }
    },
    address(path, data) {
      const slug = textField(data, 'slug')
      if (slug) return slug.startsWith('/') ? `/blog${slug}` : `/blog/${slug}`
      const inside = path.replace(/^.*?(?:docs|blog)\//, '')
      if (!/(?:^|\/)[\w-]*blog\//.test(path) && path !== inside) return `/docs${pageAddress(inside, '')}`
      const name = nameParts(path)
      const day = parseDate(name.date)
      return day ? `/blog/${dayPath(day)}/${name.slug}` : `/blog/${name.slug}`
    },
    tags: COMMAS,
  },
  pelican: {
    role: (path, data) => (/(?:^|\/)pages\//.test(path) || textField(data, 'type') === 'page' ? PAGE : readmeOr(path)),
    address(path, data, date, site) {
      const own = textField(data, 'url', 'save_as')
      if (own) return `/${own}`.replace(/^\/{2,}/, '/')
      const slug = textField(data, 'slug') || slugified(textField(data, 'title')) || slugOf(path, data)
      if (/(?:^|\/)pages\//.test(path)) return `/pages/${slug}.html`
      const letters: Record<string, string> = { Y: 'year', m: 'month', d: 'day' }
      const pattern = (site.permalinks[''] ?? '{slug}.html')
        .replace(/\{date:([^{}]*)\}/g, (_, format: string) =>
          format.replace(/%([Ymd])/g, (__, one) => `:${letters[one]}`),
        )
        .replace(/\{(\w+)\}/g, ':$1')
      return permalink(pattern, { date, title: slug, categories: listField(data, /$^/, 'category').map(slugified) })
    },
    // Not of its theme, nor what it made.
    html: /^(?!(?:.*\/)?(?:output|themes?|templates|static|pages?_static)\/)/,
    tags: COMMAS,
  },
  hashnode: {
    role: (path) => readmeOr(path),
    address: (path, data) => `/${slugOf(path, data)}`,
    tags: COMMAS,
  },
  obsidian: {
    role(path) {
      if (/(?:^|\/)(?:templates?|\.obsidian|\.trash)\//i.test(path)) return null
      return /\.excalidraw\.md$/i.test(path) ? { kind: 'page', reason: 'A drawing of a plug-in.' } : { kind: 'note' }
    },
    address: (_, data) => textField(data, 'permalink', 'url') || null,
    tags: COMMAS,
  },
  markdown: {
    role: (path) => readmeOr(path),
    address(_, data) {
      const path = textField(data, 'permalink', 'path', 'url') || textField(data, 'slug')
      return path ? (/^(?:\/|https?:)/.test(path) ? path : `/${path}`) : null
    },
    tags: COMMAS,
  },
}

const MAIN_SECTION = /^(?:(?:[a-z]{2}\/)?)(?:posts?|blog|articles?|writing|notes?|essays?)\//i

function readmeOr(path: string): Role {
  if (
    /^(?:readme|license|licence|changelog|contributing|code_of_conduct|security|authors)$/i.test(
      withoutExtension(fileName(path)),
    ) &&
    !path.includes('/')
  ) {
    return { kind: 'page', reason: 'Says something about the folder, and is no article.' }
  }
  return { kind: 'note' }
}
