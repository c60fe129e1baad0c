import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The `shared` folder, which is beside the project and not part of it (attack vectors have licences of their own); null
 * for a clone without it. `COLOPHON_SHARED` overrides its path.
 */
function findSharedFolder(): string | null {
  const named = process.env.COLOPHON_SHARED
  if (named) return named
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const shared = join(folder, 'shared')
    if (existsSync(join(shared, 'fixtures'))) return shared
  }
  // In continuous integration their absence is an error.
  if (process.env.CI)
    throw new Error('shared/fixtures was found in no folder above; set COLOPHON_SHARED to the shared folder')
  return null
}

const SHARED_FOLDER = findSharedFolder()

/** Whether the published attacks and old notes are available; otherwise their suites are reported as skipped. */
export const HAS_SHARED_FIXTURES = SHARED_FOLDER !== null

function sharedFixture<T>(path: string): T[] {
  return SHARED_FOLDER ? (JSON.parse(readFileSync(join(SHARED_FOLDER, 'fixtures', path), 'utf8')) as T[]) : []
}

/** The folder of what other systems export. */
export const IMPORT_FIXTURES = join(SHARED_FOLDER ?? '', 'fixtures', 'imports')

/** Folders of the kinds that were once read wrongly. */
export const MOVING_FIXTURES = join(SHARED_FOLDER ?? '', 'fixtures', 'moving')

/** HTML that was pasted into an editor when somebody reported a fault. */
export function reportedPaste(name: string): string {
  return SHARED_FOLDER ? readFileSync(join(SHARED_FOLDER, 'fixtures', 'reports', name), 'utf8') : ''
}

export type XssVector = { id: string; source: string; payload: string }

/** All attack vectors: 567 published ones from three collections. */
export function xssVectors(): XssVector[] {
  return ['html5sec', 'dompurify-expect', 'owasp-filter-evasion'].flatMap((name) =>
    sharedFixture<XssVector>(`xss/${name}.json`),
  )
}

export type QuillNote = {
  id: string
  title: string
  description: string
  delta: { ops: { insert: string | Record<string, string>; attributes?: Record<string, unknown> }[] }
}

/** Ten notes written by Quill, each with its Delta. */
export function quillNotes(): QuillNote[] {
  return sharedFixture<QuillNote>('quill-notes.json')
}
