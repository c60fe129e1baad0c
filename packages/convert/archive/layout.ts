import type { AddressPattern, RawItem, Refusal, Status, TextFolder } from '../model'

/* What an archive of a site is made of. Exports write it, and converters of what other systems export; imports read it. */

/** What a site takes at most: longer ones are cut. */
export const TITLE_MAX_CHARACTERS = 200
export const ABOUT_MAX_CHARACTERS = 500
export const PROJECT_MAX_CHARACTERS = 20_000
export const TAGS_MAX_CHARACTERS = 500
export const TEXT_MAX_BYTES = 1_048_576

export const FORMAT = 'colophon-export'
export const FORMAT_VERSION = 1

export const MANIFEST = 'manifest.json'
/** Folders below which each text has a folder of its own: Hugo's page bundles, and Astro's collections. */
export const FOLDERS = { note: 'content/notes', project: 'content/projects', page: 'content/pages' } as const
export const ABOUT = 'content/about'
/** In the folder of a text: what people and site generators read, and the stored text itself. */
export const TEXT = 'index.md'
export const STORED = 'text.html'
export const HISTORY = 'history.json'
export const SETTINGS = 'data/settings.json'
export const PROFILE = 'data/profile.json'
export const CV = 'data/cv.json'
export const ADDRESSES = 'data/addresses.json'
export const TECHNOLOGIES = 'data/technologies.json'
export const PORTRAIT = 'portrait'

export type ContentFolder = keyof typeof FOLDERS
export type TextKind = ContentFolder | 'about'

/** `body` is the SHA-256 of the Markdown below the front matter: where it still fits, the stored text counts. */
export type ManifestText = {
  kind: TextKind
  id: string
  /** "" for a converted text that is not taken. */
  folder: string
  version: number
  body: string
  converted?: ConvertedText
}

/** Of a text of another system: where it is from, and what becomes of it. */
export type ConvertedText = {
  /** Where in the source: a file's name, or an element of it. */
  source: string
  kind: RawItem['kind']
  /** What it is called there for ever. */
  identity: string
  /** SHA-256 of all that it says there. */
  hash: string
  action: 'create' | 'skip'
  /** Why it is not taken, or what its owner should know. */
  reason: string
  title: string
  /** Its old addresses: path and query. */
  paths: string[]
  /** ISO 8601, UTC; null for a text without one. */
  date: string | null
  status: Status
  tech: string[]
  pictures: { found: string[]; missing: string[] }
  lost: string[]
}

/** Of an archive that was made of another system's export. */
export type ConvertedFrom = {
  kind: string
  /** Identifies the site there. */
  site: string
  refused: Refusal[]
  /** What is told once for all of it. */
  remarks: string[]
  folders: TextFolder[]
  addresses: AddressPattern | null
}

export type ManifestFile = { bytes: number; sha256: string; alt?: string }

export type Manifest = {
  format: typeof FORMAT
  version: number
  site: { name: string; url: string }
  texts: ManifestText[]
  files: Record<string, ManifestFile>
  /** Addresses of pictures that were not in the store. */
  missing: string[]
  from?: ConvertedFrom
}
