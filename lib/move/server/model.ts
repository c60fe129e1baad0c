/** Systems that are a folder of texts. */
export const FOLDERS = [
  'jekyll',
  'hugo',
  'astro',
  'next',
  'docusaurus',
  'hexo',
  'pelican',
  'obsidian',
  'markdown',
] as const

/** What can be read, by its name on the command line. */
export const KINDS = [
  'wordpress',
  'ghost',
  'medium',
  'hashnode',
  ...FOLDERS,
  'rss',
  'atom',
  'jsonfeed',
  'jsonresume',
  'colophon',
] as const

export type Kind = (typeof KINDS)[number]

/** Something that could not be read at all, and why. */
export type Refusal = { source: string; reason: string }

/**
 * What stops the whole reading; the message is for the owner.
 * @param message says what is wrong and, in a text, where
 */
export class Unreadable extends Error {
  override name = 'AppError'
  constructor(
    message: string,
    readonly refused: Refusal[] = [],
  ) {
    super(message)
  }
}

export type Status = 'published' | 'draft' | 'scheduled'

export type Picture = { src: string; alt?: string; caption?: string }

/** A text as its reader found it: HTML that nothing has been looked up in or cleaned yet. */
export type RawItem = {
  /** Where in the source: a file's name, or an element of it. */
  source: string
  /** What it is called there for ever, so that a second import finds it again: an id, a GUID, a path. */
  identity: string
  kind: 'note' | 'project' | 'page'
  title: string
  about?: string
  html: string
  /** The file it came from, which relative addresses start from. */
  file?: string
  /** Its own address on the web, which relative addresses start from otherwise. */
  address?: string
  /** Its old addresses on its own site: path and query. The first one is its address, the others led to it. */
  paths: string[]
  /** Where links find it beside, without being an address that readers came by. */
  alsoAt?: string[]
  date: Date | null
  updated?: Date | null
  status: Status
  tech: string[]
  /** Shown above the text unless the text begins with it. */
  cover?: Picture
  /** Of a project */
  repo?: string
  link?: string
  ours?: Ours
  /** Why it is not brought. */
  skip?: string
  /** What the owner should know of it that is no loss. */
  remarks: string[]
  lost: string[]
}

/** What an archive of a Colophon site says beyond what other systems know. */
export type Ours = {
  /** That of the row; null for a text that was added to the archive by hand. */
  id: string | null
  slug: string
  version: number
  /** Whether `html` is as the site stored it: nothing is converted. */
  isHtmlStored: boolean
  /** Whether nobody has changed anything of it since the export. */
  isUnchanged: boolean
  facts?: { role?: string; forWhom?: string; period?: string; state?: string; isPinned: boolean }
  /** Of a project, in order. */
  pictures?: Array<{ src: string; alt: string }>
}

/** A reader's view of one source. `items()` may be called more than once; each time it reads anew. */
export type Reader = {
  kind: Kind
  /** Identifies the site the items come from; "" where the source does not say. */
  site: string
  /** The address of that site, which relative addresses are resolved against. */
  base: string | null
  items: () => AsyncIterable<RawItem>
  /** What a picture of the source shows, where it says so beside the texts. */
  altOf?: (path: string) => string
  /** What is known of files that are no items, once `items()` has been read. */
  refused: Refusal[]
}

/** Why something is skipped that an import has brought before and nobody has changed. */
export const HERE_ALREADY = 'It is here already.'

/** A row of the look. */
export type Row = {
  source: string
  kind: RawItem['kind'] | 'technology' | 'settings' | 'profile'
  action: 'create' | 'change' | 'skip'
  title: string
  path: string | null
  /** ISO 8601, UTC */
  date: string | null
  status: Status
  tech: string[]
  pictures: { found: string[]; missing: string[] }
  lost: string[]
  reason: string
}

export type Look = { kind: Kind; items: Row[]; refused: Refusal[] }

/** What a source may hold at most: more is an accident or an attack. */
export const LIMITS = {
  /** Of one text file, or one JSON document, in bytes. */
  text: 64 * 1024 * 1024,
  /** Of one XML document that is read as a stream. */
  stream: 2 * 1024 * 1024 * 1024,
  /** Of one picture. */
  picture: 32 * 1024 * 1024,
  /** Files in one source. */
  entries: 50_000,
  /** Of all that is read from an archive. */
  total: 8 * 1024 * 1024 * 1024,
  /** How many times larger than its compressed bytes an entry may be, above a megabyte. */
  ratio: 200,
}
