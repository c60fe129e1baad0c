import type { AddressPattern, ConvertOptions, Refusal, Status, TextFolder } from '@/packages/convert/model'

/** Why something is skipped that an import has made before and nobody has changed. */
export const HERE_ALREADY = 'It is here already.'

/** What an import does with a text, or with a part of the site. */
export type Row = {
  source: string
  kind: 'note' | 'project' | 'page' | 'technology' | 'settings' | 'profile'
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

/** What an import would do, or has done. */
export type Report = {
  kind: string
  items: Row[]
  refused: Refusal[]
  /** What is told once for all of it. */
  remarks: string[]
  folders: TextFolder[]
  addresses: AddressPattern | null
}

export type ImportOptions = ConvertOptions & {
  /** Whether pictures that stay on the web are copied from there. */
  pictures?: boolean
  /** Whether the settings and the profile of an archive take the place of those that are here. */
  settings?: boolean
}
