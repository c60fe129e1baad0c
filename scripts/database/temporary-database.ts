import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockHolder } from '@/scripts/build/folder-lock'
import { isAlive } from '@/scripts/build/processes'
import { findHome, removeDatabase } from './cluster-location'
import { copyDataDir } from './copy-data-dir'
import { startEmbedded } from './embedded'
import { stopLeftovers } from './postmaster'

/** Test helpers that write or empty a database require this name, or one that begins with it. */
export const TEST_DATABASE_NAME = 'colophon_test'

const PREFIX = 'colophon-test-'

export type TemporaryDatabase = {
  url: string
  dataDir: string
  stop: () => Promise<void>
  /** Stops it too. */
  remove: () => Promise<void>
}

type Options = {
  /** the folder of a stopped one to begin with a copy of; without it the database is empty */
  original?: string
  throwAway?: boolean
}

/** Starts a PostgreSQL in a temporary folder. */
export async function startTemporaryDatabase({ original, throwAway }: Options = {}): Promise<TemporaryDatabase> {
  const dataDir = makeTemporaryDataDir()
  if (original) copyDataDir(original, dataDir)
  const server = await startEmbedded({ dataDir, password: 'throw-away', database: TEST_DATABASE_NAME, throwAway })
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

/** A data folder that names the process it belongs to. */
export function makeTemporaryDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  // Root's PostgreSQL runs as another user, which has to traverse it.
  chmodSync(dataDir, 0o711)
  return dataDir
}

/** Removes the temporary data folders of processes that were killed, with the sites and databases that run on them. */
export async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^colophon-test-(\d+)-/.exec(name) ?? []
    if (!pid || isAlive(Number(pid))) continue
    const dataDir = join(tmpdir(), name)
    try {
      const site = lockHolder(join(dataDir, 'lock'))
      if (site) process.kill(site.pid, 'SIGKILL')
      const home = findHome(dataDir)
      if (home && existsSync(join(home, 'data'))) await stopLeftovers(join(home, 'data'), () => {})
      removeDatabase(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // Another user's, or another run removes it.
    }
  }
}
