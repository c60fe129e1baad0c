import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Client } from 'pg'
import { syncFolder, uploadsFolder } from '@/lib/media/server/disk-store'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { takeLock } from '@/scripts/build/folder-lock'
import { connect } from '@/scripts/database/connect'
import type { Migration } from '@/scripts/database/migrations'
import { checkArchive, createArchive, type Manifest } from './archive'
import { createFolder, removeUnfinished, UNFINISHED } from './folder'
import { keyOf, linkPictures } from './picture-links'
import {
  appliedMigrations,
  copyIn,
  copyOut,
  createScratchSchema,
  hashTables,
  inTransaction,
  knownMigrations,
  listPictures,
  listTables,
  type Table,
} from './tables'

export type BackupResult = {
  file: string
  bytes: number
  rows: number
  pictures: number
  missing: string[]
  elsewhere: number
}
type Archive = Awaited<ReturnType<typeof createArchive>>

const CHUNK_BYTES = 4 * 1024 * 1024
/** An image can be replaced between reading its row and linking its file. */
const SNAPSHOT_ATTEMPTS = 5

const pack = promisify(gzip)

/**
 * Writes a consistent snapshot of the running site into one file, and verifies the file by restoring it into temporary
 * tables. A file with its final name has been verified.
 * @throws UserError
 */
export async function createBackup({
  databaseUrl,
  dataDir,
  file,
}: {
  databaseUrl: string
  dataDir: string
  file: string
}): Promise<BackupResult> {
  const lock = takeLock(join(dataDir, 'backup.lock'), file)
  if (lock.holder) throw new UserError(`Another backup is being made (process ${lock.holder.pid}). Wait for it to end.`)
  process.once('exit', lock.release)
  const linkFolder = join(dataDir, 'backup-pictures')
  const unfinished = file + UNFINISHED
  const client = await connect(databaseUrl)
  try {
    if (existsSync(file)) throw new UserError(`${file} is there already.\nName another file.`)
    createFolder(dirname(file))
    // Left by a killed backup.
    rmSync(linkFolder, { recursive: true, force: true })
    removeUnfinished(dirname(file))
    rmSync(unfinished, { force: true })
    mkdirSync(linkFolder, { mode: 0o700 })

    const manifest = await write(client, unfinished, { dataDir, linkFolder })
    await verifyBackup(client, unfinished)
    renameSync(unfinished, file)
    await syncFolder(dirname(file))
    const { tables, parts, missing, elsewhere } = manifest
    return {
      file,
      bytes: statSync(file).size,
      rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
      pictures: Object.keys(parts).filter((name) => name.startsWith('uploads/')).length,
      missing,
      elsewhere,
    }
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw toUserError(error, file)
  } finally {
    rmSync(linkFolder, { recursive: true, force: true })
    await client.end().catch(() => {})
    process.off('exit', lock.release)
    lock.release()
  }
}

async function write(
  client: Client,
  file: string,
  { dataDir, linkFolder }: { dataDir: string; linkFolder: string },
): Promise<Pick<Manifest, 'tables' | 'missing' | 'elsewhere'> & { parts: Record<string, unknown> }> {
  const uploads = uploadsFolder(dataDir)
  const migrations = await appliedMigrations(client)
  const { saved } = await inTransaction(client, 'READ COMMITTED', async () => {
    const { schema } = await createScratchSchema(client, migrations)
    return listTables(client, schema)
  })
  // Links all present files first, so that few remain to be linked during the snapshot.
  linkPictures(uploads, linkFolder, existsSync(uploads) ? readdirSync(uploads).map(keyOf) : [])

  for (let attempt = 1; ; attempt += 1) {
    const done = await inTransaction(client, 'REPEATABLE READ READ ONLY', async () => {
      const pictures = await listPictures(client)
      const missing = linkPictures(uploads, linkFolder, pictures.onDisk)
      if (missing.length > 0 && attempt < SNAPSHOT_ATTEMPTS) return null

      const archive = await createArchive(file, {
        madeAt: new Date().toISOString(),
        migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
        tables: saved.map(({ name, columns }) => ({ name, columns })),
        siteUrl: process.env.SITE_URL?.trim() || null,
      })
      try {
        const tables = await writeTables(client, archive, saved)
        const parts: Record<string, true> = {}
        for (const key of pictures.onDisk.filter((file) => !missing.includes(file))) {
          await archive.add(`uploads/${key}`, await readFile(join(linkFolder, key)))
          parts[`uploads/${key}`] = true
        }
        await archive.finish({ tables, missing, elsewhere: pictures.elsewhere })
        return { tables, missing, elsewhere: pictures.elsewhere, parts }
      } catch (error) {
        archive.abort()
        throw error
      }
    })
    if (done) return done
  }
}

async function writeTables(client: Client, archive: Archive, saved: Table[]) {
  const tables: Manifest['tables'] = {}
  for (const table of saved) {
    const rows = copyOut(client, table)
    const hash = createHash('sha256')
    let number = 0
    let buffered: Buffer[] = []
    let bytes = 0
    const flush = async () => {
      number += 1
      const name = `database/${table.name}/${String(number).padStart(6, '0')}.gz`
      await archive.add(name, await pack(Buffer.concat(buffered)))
      buffered = []
      bytes = 0
    }
    for await (const chunk of rows) {
      hash.update(chunk)
      buffered.push(chunk)
      bytes += chunk.length
      if (bytes >= CHUNK_BYTES) await flush()
    }
    if (bytes > 0) await flush()
    tables[table.name] = { rows: rows.rowCount, sha256: hash.digest('hex') }
  }
  return tables
}

/** Restores a file into temporary tables, compares row counts and hashes, and rolls back. */
async function verifyBackup(client: Client, file: string) {
  const { header, manifest } = await checkArchive(file)
  await inTransaction(client, 'READ COMMITTED', async () => {
    await restoreToScratch(client, file, {
      header,
      manifest,
      migrations: knownMigrations(header.migrations, 'The backup'),
    })
    const { onDisk } = await listPictures(client)
    const without = onDisk.find((key) => !manifest.parts[`uploads/${key}`] && !manifest.missing.includes(key))
    if (without) throw new UserError(`The backup lacks the picture ${without}.`)
  })
}

type Checked = Awaited<ReturnType<typeof checkArchive>> & { migrations: Migration[] }

/**
 * Restores a checked file into a scratch schema and compares it with its manifest, inside a transaction.
 * @throws UserError when they differ
 */
export async function restoreToScratch(client: Client, file: string, { header, manifest, migrations }: Checked) {
  const scratch = await createScratchSchema(client, migrations)
  await copyIn(client, file, header)
  assertSame(await hashTables(client, (await listTables(client, scratch.schema)).saved), manifest)
  return scratch
}

/** @throws UserError naming the first table that differs */
function assertSame(found: Manifest['tables'], { tables }: Manifest) {
  const differing = Object.keys({ ...found, ...tables }).find(
    (name) => found[name]?.rows !== tables[name]?.rows || found[name]?.sha256 !== tables[name]?.sha256,
  )
  if (!differing) return
  throw new UserError(
    `The backup does not restore to what was saved: the table ${differing} has ${found[differing]?.rows ?? 0} rows instead of ${tables[differing]?.rows ?? 0}, or other ones.`,
  )
}

function toUserError(error: unknown, file: string) {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new UserError(`There is no room for ${basename(file)} in ${dirname(file)}.`)
  if (code === 'EACCES' || code === 'EROFS') {
    return new UserError(`${file} cannot be written: ${message}\nName another file, or set BACKUP_DIR.`)
  }
  return error
}
