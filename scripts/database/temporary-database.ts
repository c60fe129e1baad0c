import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase } from './cluster-location'
import { copyDataDir } from './copy-data-dir'
import { startEmbedded } from './embedded'

/** Test helpers that write or empty a database require this name. */
const TEST_DATABASE_NAME = 'colophon_test'

export type TemporaryDatabase = {
  url: string
  dataDir: string
  stop: () => Promise<void>
  /** Stops it too. */
  remove: () => Promise<void>
}

/**
 * Starts a PostgreSQL in a temporary folder.
 * @param original the folder of a stopped one to begin with a copy of; without it the database is empty
 */
export async function startTemporaryDatabase(original?: string): Promise<TemporaryDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'colophon-test-'))
  // Root's PostgreSQL runs as another user, which has to traverse it.
  chmodSync(dataDir, 0o711)
  if (original) copyDataDir(original, dataDir)
  const server = await startEmbedded({ dataDir, password: 'throw-away', database: TEST_DATABASE_NAME })
  return {
    url: server.url,
    dataDir,
    stop: server.stop,
    async remove() {
      await server.stop()
      removeDatabase(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
