/** What an archive of a Colophon site is made of; written by `writeExport()`, read by `readColophon()`. */
export const FORMAT = 'colophon-export'
export const FORMAT_VERSION = 1

export const MANIFEST = 'manifest.json'
/** Folders below which each text has a folder of its own: Hugo's page bundles, and Astro's collections. */
export const FOLDERS = { note: 'content/notes', project: 'content/projects' } as const
export const ABOUT = 'content/about'
/** In the folder of a text: what people and site generators read, and the stored text itself. */
export const TEXT = 'index.md'
export const STORED = 'text.html'
export const HISTORY = 'history.json'
export const SETTINGS = 'data/settings.json'
export const PROFILE = 'data/profile.json'
export const ADDRESSES = 'data/addresses.json'
export const TECHNOLOGIES = 'data/technologies.json'
export const PORTRAIT = 'portrait'

export type TextKind = keyof typeof FOLDERS | 'about'

/** `body` is the SHA-256 of the Markdown below the front matter: where it still fits, the stored text counts. */
export type ManifestText = { kind: TextKind; id: string; folder: string; version: number; body: string }

export type ManifestFile = { bytes: number; sha256: string; alt?: string }

export type Manifest = {
  format: typeof FORMAT
  version: number
  site: { name: string; url: string }
  texts: ManifestText[]
  files: Record<string, ManifestFile>
  /** Addresses of pictures that were not in the store. */
  missing: string[]
}
