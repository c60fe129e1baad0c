import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import type { Account } from './account'
import { accountForNewDatabase, canWrite, isRoot } from './account'

/** The folder of an embedded PostgreSQL cluster, and the account it runs as. */
export type ClusterLocation = { home: string; account: Account }

/** Used when PostgreSQL's user cannot reach the checkout or the data folder. */
export const SHARED_FOLDER = '/var/lib/colophon'

/**
 * Locates or creates the cluster's folder: `postgres` in the data folder, or below /var/lib when root's PostgreSQL user
 * cannot reach that. The data folder then has a pointer file.
 */
export function locateCluster(dataDir: string): ClusterLocation {
  const home = findHome(dataDir)
  if (!home) return createLocation(dataDir)
  const { uid, gid } = statSync(home)
  if (isRoot() && uid !== 0) return { home, account: { uid, gid } }
  if (!isRoot() && uid !== process.getuid?.()) {
    throw new UserError(
      `The database in ${home} belongs to another user.\nStart the site as the user who started it first, or choose another DATA_DIR.`,
    )
  }
  return { home, account: null }
}

/**
 * The cluster's folder, or null when there is none yet.
 * @throws UserError when the data folder is a copy of one with its cluster elsewhere
 */
export function findHome(dataDir: string): string | null {
  const inside = join(dataDir, 'postgres')
  if (existsSync(inside)) return inside
  const pointer = join(dataDir, 'postgres-home')
  if (!existsSync(pointer)) return null
  const home = readFileSync(pointer, 'utf8').trim()
  if (!existsSync(home)) {
    throw new UserError(
      `The database of this site was in ${home}, which is gone.\nPut it back, or delete ${pointer} to begin with an empty one.`,
    )
  }
  const owner = readFileSync(join(home, 'belongs-to'), 'utf8').trim()
  const here = realpathSync(dataDir)
  if (owner !== here) {
    if (existsSync(join(owner, 'postgres-home'))) {
      throw new UserError(
        `${dataDir} is a copy of ${owner}, and the database of that one is not inside it.\n` +
          `Delete ${pointer} to begin with an empty database here.`,
      )
    }
    writeFileSync(join(home, 'belongs-to'), here)
  }
  return home
}

/** Deletes the cluster of a data folder, wherever it is. It must not be running. */
export function removeDatabase(dataDir: string) {
  const home = findHome(dataDir)
  if (home) rmSync(home, { recursive: true, force: true })
  rmSync(join(dataDir, 'postgres-home'), { force: true })
}

function createLocation(dataDir: string): ClusterLocation {
  const account = accountForNewDatabase()
  const inside = join(dataDir, 'postgres')
  createHome(inside, account)
  if (canWrite(inside, account)) return { home: inside, account }
  rmSync(inside, { recursive: true })
  if (!account) throw new UserError(`The folder ${dataDir} cannot be written to.\nChoose another with DATA_DIR.`)

  const outside = join(SHARED_FOLDER, randomUUID())
  mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o755 })
  createHome(outside, account)
  if (!canWrite(outside, account)) {
    throw new UserError(
      `PostgreSQL refuses to run as root, and its own user can write neither in ${dataDir} nor in ${SHARED_FOLDER}.\n` +
        'Run the same command as an ordinary user, or name a PostgreSQL in DATABASE_URL.',
    )
  }
  writeFileSync(join(outside, 'belongs-to'), realpathSync(dataDir))
  writeFileSync(join(dataDir, 'postgres-home'), `${outside}\n`)
  return { home: outside, account }
}

function createHome(folder: string, account: Account) {
  mkdirSync(folder, { mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
}
