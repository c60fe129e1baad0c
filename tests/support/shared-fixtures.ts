import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The `shared` folder, which lies beside the project and is not part of it (attack vectors have licences of their
 * own); null for a clone that stands alone. `COLOPHON_SHARED` names it where it lies elsewhere.
 */
function findSharedFolder(): string | null {
  const named = process.env.COLOPHON_SHARED
  if (named) return named
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const shared = join(folder, 'shared')
    if (existsSync(join(shared, 'fixtures'))) return shared
  }
  // Where the result decides what lands, their absence is a fault and not a circumstance.
  if (process.env.CI)
    throw new Error('shared/fixtures was found in no folder above; set COLOPHON_SHARED to the shared folder')
  return null
}

const SHARED_FOLDER = findSharedFolder()

/** Whether the published attacks and the old notes are at hand; their suites are left out, visibly, where not. */
export const HAS_SHARED_FIXTURES = SHARED_FOLDER !== null

function sharedFixture<T>(path: string): T[] {
  return SHARED_FOLDER ? (JSON.parse(readFileSync(join(SHARED_FOLDER, 'fixtures', path), 'utf8')) as T[]) : []
}

export type XssVector = { id: string; source: string; payload: string }

/** Every attack vector: 567 published ones from three collections. */
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

/** Ten notes as Quill wrote them, with the Delta each was made from. */
export function quillNotes(): QuillNote[] {
  return sharedFixture<QuillNote>('quill-notes.json')
}
