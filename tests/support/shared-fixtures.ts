import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The `shared` folder, whose inputs by others are one more corpus where it lies beside the project: the tests have their
 * own of each kind. Null for a clone without it. `COLOPHON_SHARED` overrides its path.
 */
function findSharedFolder(): string | null {
  const named = process.env.COLOPHON_SHARED
  if (named) return named
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const shared = join(folder, 'shared')
    if (existsSync(join(shared, 'fixtures'))) return shared
  }
  return null
}

const SHARED_FOLDER = findSharedFolder()

/** Whether it is there; otherwise the tests of what it alone has are reported as skipped. */
export const HAS_SHARED_FIXTURES = SHARED_FOLDER !== null

/** The rows of one of its files; none where it is not there. */
export function sharedFixture<T>(path: string): T[] {
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
