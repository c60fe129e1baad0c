import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A JSON file of the `shared/fixtures` folder, which lies beside the project and is not part of it (attack vectors
 * have licences of their own). `COLOPHON_SHARED` names the `shared` folder where it lies elsewhere.
 */
export function sharedFixture<T>(path: string): T {
  return JSON.parse(readFileSync(join(sharedFolder(), 'fixtures', path), 'utf8')) as T
}

function sharedFolder(): string {
  const named = process.env.COLOPHON_SHARED
  if (named) return named
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const shared = join(folder, 'shared')
    if (existsSync(join(shared, 'fixtures'))) return shared
  }
  throw new Error('shared/fixtures was found in no folder above; set COLOPHON_SHARED to the shared folder')
}

export type XssVector = { id: string; source: string; payload: string }

/** Every attack vector: 567 published ones from three collections. */
export function xssVectors(): XssVector[] {
  return ['html5sec', 'dompurify-expect', 'owasp-filter-evasion'].flatMap((name) =>
    sharedFixture<XssVector[]>(`xss/${name}.json`),
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
  return sharedFixture<QuillNote[]>('quill-notes.json')
}
