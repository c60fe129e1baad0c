import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase } from './cluster-location'
import { startEmbedded } from './embedded'

/** Test helpers that write or empty a database require this name. */
const TEST_DATABASE_NAME = 'colophon_test'

/**
 * Starts an empty PostgreSQL in a temporary folder.
 * @returns `remove` stops and deletes it
 */
export async function startTemporaryDatabase(): Promise<{ url: string; dataDir: string; remove: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'colophon-test-'))
  // Root's PostgreSQL runs as another user, which has to traverse it.
  chmodSync(dataDir, 0o711)
  const server = await startEmbedded({ dataDir, password: 'throw-away', database: TEST_DATABASE_NAME })
  return {
    url: server.url,
    dataDir,
    async remove() {
      await server.stop()
      removeDatabase(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
