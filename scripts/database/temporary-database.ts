import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase } from './cluster-location'
import { startEmbedded } from './embedded'

/** The name says that nothing in it is worth keeping; what writes or empties a database for tests asks for it. */
const TEST_DATABASE_NAME = 'colophon_test'

/**
 * An empty PostgreSQL in a folder of its own below the system's temporary one.
 * @returns `remove` stops it and deletes all
 */
export async function startTemporaryDatabase(): Promise<{ url: string; dataDir: string; remove: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'colophon-test-'))
  // Root's database runs as another user, which has to pass through.
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
