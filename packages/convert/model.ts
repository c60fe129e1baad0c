/** Systems that are a folder of texts. */
export const FOLDERS = [
  'jekyll',
  'hugo',
  'astro',
  'next',
  'docusaurus',
  'hexo',
  'pelican',
  'eleventy',
  'gatsby',
  'zola',
  'quartz',
  'obsidian',
  'markdown',
] as const

export type FolderKind = (typeof FOLDERS)[number]

/** What can be read, by its name on the command line. */
export const KINDS = ['wordpress', 'ghost', 'medium', ...FOLDERS, 'rss', 'atom', 'jsonfeed', 'jsonresume'] as const

export type Kind = (typeof KINDS)[number]

/** Something that could not be read at all, and why. */
export type Refusal = { source: string; reason: string }

/**
 * What stops the whole reading; the message is for the owner.
 * @param message says what is wrong and, in a text, where
 */
export class Unreadable extends Error {
  override name = 'Unreadable'
  constructor(
    message: string,
    readonly refused: Refusal[] = [],
  ) {
    super(message)
  }
}

export type Status = 'published' | 'draft' | 'scheduled'

export type Picture = { src: string; alt?: string; caption?: string }

/** A text as its reader found it. */
export type RawItem = {
  /** Where in the source: a file's name, or an element of it. */
  source: string
  /** What it is called there for ever, so that a second import finds it again: an id, a GUID, a path. */
  identity: string
  kind: 'note' | 'project' | 'page'
  title: string
  about?: string
  /** The text as it is written there, to tell whether it has changed. */
  original: string
  /** Its HTML, which nothing has been looked up in yet; adds to `lost` what has no form here. May be called again. */
  html: (lost: string[]) => string
  /** The file it came from, which relative addresses start from. */
  file?: string
  /** Its own address on the web, which relative addresses start from otherwise. */
  address?: string
  /** Its old addresses on its own site: path and query. The first one is its address, the others led to it. */
  paths: string[]
  /** Where links find it, without being an address that readers came by. */
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
  /** Why it is not imported. */
  skip?: string
  /** What the owner should know of it that is no loss. */
  remarks: string[]
  lost: string[]
  /** What the site has of groups of texts, which are told once for all: categories, series. */
  groups?: string[]
}

/** A folder with texts, and whether what is in it is taken for articles. */
export type TextFolder = { path: string; texts: number; dated: number; isTicked: boolean }

/** Where texts lived, and how that is known. */
export type AddressPattern = { pattern: string; from: string; samples: Array<{ title: string; address: string }> }

/** A reader's view of one source. `items()` may be called more than once; each time it reads anew. */
export type Reader = {
  kind: Kind
  /** Identifies the site the items come from; "" where the source does not say. */
  site: string
  /** The address of that site, which relative addresses are resolved against. */
  base: string | null
  /** The time zone its settings name. */
  zone?: string
  items: () => AsyncIterable<RawItem>
  /** What is known of files that are no items, once `items()` has been read. */
  refused: Refusal[]
  folders?: TextFolder[]
  addresses?: AddressPattern
}

export type ConvertOptions = {
  as?: Kind
  /** The address of the old site. */
  base?: string | null
  /** Whether pages are taken as notes, too. */
  pages?: boolean
  /** The pattern of the old addresses: `/blog/:slug/`. */
  addresses?: string
  /** The folders whose texts are articles. */
  folders?: string[]
}

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
