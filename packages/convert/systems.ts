import { type FrontMatter, flagField, textField } from './archive/read-front-matter'
import type { FolderKind, TextFolder } from './model'
import { extensionOf, fileName, folderOf, withoutExtension } from './source/names'

/** What is known of a system that is a folder of texts: where it has them by custom, and how it writes its lists. */
export type System = {
  /** The addresses it gives where nothing else is said; "" for none. */
  pattern: string
  /** What stands between tags that are written as one text. */
  tags: RegExp
  /** Where it has texts as HTML, too. */
  html?: RegExp
}

const COMMAS = /,/
const POSTS = /(?:^|\/)_(?:posts|drafts)\//

export const SYSTEMS: Record<FolderKind, System> = {
  jekyll: { pattern: '/:categories/:year/:month/:day/:title.html', tags: /[\s,]+/, html: POSTS },
  hexo: { pattern: '/:year/:month/:day/:title/', tags: COMMAS, html: POSTS },
  hugo: { pattern: '/:sections/:slug/', tags: COMMAS, html: /(?:^|\/)content\// },
  zola: { pattern: '/:sections/:slug/', tags: COMMAS },
  astro: { pattern: '/:sections/:slug/', tags: COMMAS },
  next: { pattern: '/:sections/:slug', tags: COMMAS },
  gatsby: { pattern: '/:sections/:slug/', tags: COMMAS },
  eleventy: { pattern: '/:sections/:slug/', tags: COMMAS },
  quartz: { pattern: '/:sections/:slug', tags: COMMAS },
  docusaurus: { pattern: '/blog/:year/:month/:day/:slug', tags: COMMAS },
  pelican: { pattern: '/:slug.html', tags: COMMAS },
  obsidian: { pattern: '', tags: COMMAS },
  markdown: { pattern: '', tags: COMMAS },
}

/** What Jekyll has names for. */
export const STYLES: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
}

const TEXTS = new Set(['md', 'markdown', 'mdown', 'mkd', 'mkdn', 'mdx', 'text', 'textile'])
const DATED = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:-(.+))?$/
const INDEX = /^(?:index|page)(?:\.[a-z]{2}(?:-[a-z]{2})?)?$/i

export function isText(path: string): boolean {
  return TEXTS.has(extensionOf(path))
}

/** A file that is the text of its folder. */
export function isIndex(path: string): boolean {
  return INDEX.test(withoutExtension(fileName(path))) && path.includes('/')
}

/** The date and the rest of a name such as `2021-08-26-welcome`, of the file or, for an index, of its folder. */
export function nameParts(path: string): { date: string; slug: string } {
  // Folders for the date: 2021/08/26/name.
  const [, year, month, day, rest] = /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})[/-]([^/]+)(?:\/index)?\.\w+$/.exec(path) ?? []
  if (year) return { date: `${year}-${month}-${day}`, slug: withoutExtension(rest ?? '') }
  const own = withoutExtension(fileName(path)).replace(/\.[a-z]{2}(?:-[a-z]{2})?$/, '')
  const name = isIndex(path) ? fileName(folderOf(path)) || own : own
  const match = DATED.exec(name)
  return match ? { date: `${match[1]}-${match[2]}-${match[3]}`, slug: match[4] ?? name } : { date: '', slug: name }
}

/** The folder of a text as its owner thinks of it: without its own, and without those for dates. */
export function textFolder(path: string): string {
  let folder = isIndex(path) ? folderOf(folderOf(path)) : folderOf(path)
  while (/(?:^|\/)\d{1,4}$/.test(folder)) folder = folderOf(folder)
  return folder
}

const ROOTS =
  /^(?:.*?\/)?(?:(?:src\/)?content|src\/(?:pages|data|app)|source|data|app|pages|public|static|vault)(?:\/|$)/

/** The folders that stand in an address: below the folder of texts, without those that only frameworks see. */
export function sectionsOf(path: string, kind: FolderKind): string {
  const folder = isIndex(path) ? folderOf(folderOf(path)) : folderOf(path)
  const inside = `${folder}/`.replace(ROOTS, '')
  const seen = inside
    .split('/')
    .filter((name) => name !== '' && !/^(?:_posts|_drafts|\(.*\))$/.test(name))
    .join('/')
  if (kind !== 'next' || /^(?:.*\/)?public\//.test(path)) return seen
  // The folder of the posts that Vercel's starter serves at /blog.
  if (seen === '' && /(?:^|\/)_?posts\//.test(path)) return 'posts'
  return seen.replace(/^blog\/posts$/, 'blog').replace(/^(?:.*\/)?posts$/, 'posts') || 'blog'
}

/** As Pelican writes a title into an address. */
export function slugified(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-')
}

/** What a file of a folder is: null for what is no text of the site. */
export type Role = { kind: 'note' | 'page'; reason?: string; isDraft?: boolean } | null

/** Of generators and of programs: what is in them is no text of the site. */
const MACHINERY =
  /(?:^|\/)(?:\.[^/]+|node_modules|vendor|archetypes|themes?|layouts|templates?|i18n|scaffolds|snippets|exampleSite|_(?:site|includes|layouts|data|sass|plugins|assets|templates))\//i
/** Folders in which systems have other things than articles. */
const LISTS = /(?:^|\/)(?:tags?|categor(?:y|ies)|authors?|_?pages|docs|versioned_docs|partials)\//i
const DOCUMENTS =
  /^(?:readme|licen[cs]e|changelog|contributing|code[_-]of[_-]conduct|security|authors|agents|claude|gemini|copilot-instructions|skill|todo|notes\.private|maintainers|governance|support|history|codeowners|pull_request_template|issue_template)$/i

export function isMachinery(path: string): boolean {
  return MACHINERY.test(path)
}

/** Whether a file says by its name that it is about its folder. */
export function isDocument(path: string): boolean {
  return DOCUMENTS.test(withoutExtension(fileName(path)))
}

/** Whether a folder's texts are lists and pages by the folder's name. */
export function isOfLists(folder: string): boolean {
  return LISTS.test(`${folder}/`) && !/_(?:posts|drafts)$/.test(folder)
}

const MAIN = /(?:^|\/)_?(?:posts?|blog|articles?|writing|notes?|essays?|journal|til)$/i

/** Folders that the texts of another one beside or in them make pages of: `content`, where there is `content/posts`. */
export function isNextToMain(folder: TextFolder, folders: TextFolder[]): boolean {
  // Collections of Jekyll begin with a line.
  if (MAIN.test(folder.path) || /drafts$|(?:^|\/)_[^/]*$/i.test(folder.path)) return false
  const around = folderOf(folder.path)
  return folders.some(({ path, dated, isTicked }) => {
    const isNear = folderOf(path) === folder.path || folderOf(path) === around
    return isTicked && MAIN.test(path) && path !== folder.path && isNear && dated >= folder.dated
  })
}

/** What a file's name and front matter say it is, beside its folder. */
export function ownRole(path: string, data: FrontMatter, kind: FolderKind): Role {
  if (isMachinery(path)) return null
  const name = fileName(path)
  if (/^_index\./.test(name)) return { kind: 'page', reason: 'The introduction of a list, not an article.' }
  if (flagField(data, 'headless') === true) return { kind: 'page', reason: 'A part of another page.' }
  if (/\.excalidraw\.md$/i.test(name)) return { kind: 'page', reason: 'A drawing of a plug-in.' }
  if (
    /^(?:page|pages)$/i.test(textField(data, 'type')) ||
    (/^page$/i.test(textField(data, 'layout')) && !DATED.test(withoutExtension(name)))
  )
    return { kind: 'page', reason: 'A page, not an article.' }
  const isHidden = kind === 'astro' && /(?:^|\/)_[^/]+$/.test(path)
  return { kind: 'note', isDraft: isHidden || /(?:^|\/)_?drafts\//i.test(path) }
}

/** As Hugo writes a title into an address. */
export function inAddress(title: string): string {
  return title.replace(/[^\p{L}\p{N}\p{M}.\s_-]+/gu, '').replace(/[\s-]+/g, '-')
}
