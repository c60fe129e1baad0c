import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Client } from 'pg'
import { uploadsFolder } from '@/lib/media/server/disk-store'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { takeLock } from '@/scripts/build/folder-lock'
import type { Migration } from '@/scripts/database/migrations'
import { checkArchive, createArchive, type Manifest } from './archive'
import { makeFolder, removeUnfinished, syncFolder, UNFINISHED } from './folder'
import { holdPictures, keyOf } from './picture-links'
import {
  appliedMigrations,
  connect,
  copyIn,
  copyOut,
  hashTables,
  inTransaction,
  knownMigrations,
  listPictures,
  listTables,
  makeScratch,
  type Table,
} from './tables'

export type Made = { file: string; bytes: number; rows: number; pictures: number; missing: string[]; elsewhere: number }
type Archive = Awaited<ReturnType<typeof createArchive>>

const CHUNK_BYTES = 4 * 1024 * 1024
/** A picture may be replaced between the moment its row was read and the one its file is held. */
const SNAPSHOT_TRIES = 5

const pack = promisify(gzip)

/**
 * Writes the site as it is at one instant into one file, while it runs, and proves the file by restoring it into tables
 * that are then given up. A file that is there under its name has been proved.
 * @throws UserError
 */
export async function makeBackup({
  databaseUrl,
  dataDir,
  file,
}: {
  databaseUrl: string
  dataDir: string
  file: string
}): Promise<Made> {
  const lock = takeLock(join(dataDir, 'backup.lock'), file)
  if (lock.holder) throw new UserError(`Another backup is being made (process ${lock.holder.pid}). Wait for it to end.`)
  process.once('exit', lock.release)
  const held = join(dataDir, 'backup-pictures')
  const unfinished = file + UNFINISHED
  const client = await connect(databaseUrl)
  try {
    if (existsSync(file)) throw new UserError(`${file} is there already.\nName another file.`)
    makeFolder(dirname(file))
    // What a killed backup left.
    rmSync(held, { recursive: true, force: true })
    removeUnfinished(dirname(file))
    rmSync(unfinished, { force: true })
    mkdirSync(held, { mode: 0o700 })

    const manifest = await write(client, unfinished, { dataDir, held })
    await prove(client, unfinished)
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
    throw inPlainWords(error, file)
  } finally {
    rmSync(held, { recursive: true, force: true })
    await client.end().catch(() => {})
    process.off('exit', lock.release)
    lock.release()
  }
}

async function write(
  client: Client,
  file: string,
  { dataDir, held }: { dataDir: string; held: string },
): Promise<Pick<Manifest, 'tables' | 'missing' | 'elsewhere'> & { parts: Record<string, unknown> }> {
  const uploads = uploadsFolder(dataDir)
  const migrations = await appliedMigrations(client)
  const { saved } = await inTransaction(client, 'READ COMMITTED', async () => {
    const { schema } = await makeScratch(client, migrations)
    return listTables(client, schema)
  })
  // All that are there now, so that hardly any is left to the moment of the snapshot.
  holdPictures(uploads, held, existsSync(uploads) ? readdirSync(uploads).map(keyOf) : [])

  for (let turn = 1; ; turn += 1) {
    const done = await inTransaction(client, 'REPEATABLE READ READ ONLY', async () => {
      const pictures = await listPictures(client)
      const missing = holdPictures(uploads, held, pictures.here)
      if (missing.length > 0 && turn < SNAPSHOT_TRIES) return null

      const archive = await createArchive(file, {
        madeAt: new Date().toISOString(),
        migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
        tables: saved.map(({ name, columns }) => ({ name, columns })),
        siteUrl: process.env.SITE_URL?.trim() || null,
      })
      try {
        const tables = await writeTables(client, archive, saved)
        const parts: Record<string, true> = {}
        for (const key of pictures.here.filter((one) => !missing.includes(one))) {
          await archive.add(`uploads/${key}`, await readFile(join(held, key)))
          parts[`uploads/${key}`] = true
        }
        await archive.finish({ tables, missing, elsewhere: pictures.elsewhere })
        return { tables, missing, elsewhere: pictures.elsewhere, parts }
      } catch (error) {
        archive.abandon()
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
    let waiting: Buffer[] = []
    let bytes = 0
    const flush = async () => {
      number += 1
      const name = `database/${table.name}/${String(number).padStart(6, '0')}.gz`
      await archive.add(name, await pack(Buffer.concat(waiting)))
      waiting = []
      bytes = 0
    }
    for await (const chunk of rows) {
      hash.update(chunk)
      waiting.push(chunk)
      bytes += chunk.length
      if (bytes >= CHUNK_BYTES) await flush()
    }
    if (bytes > 0) await flush()
    tables[table.name] = { rows: rows.rowCount, sha256: hash.digest('hex') }
  }
  return tables
}

/** Restores a file into tables of its own, counts and hashes their rows, and gives them up. */
async function prove(client: Client, file: string) {
  const { head, manifest } = await checkArchive(file)
  await inTransaction(client, 'READ COMMITTED', async () => {
    await restoreToScratch(client, file, { head, manifest, migrations: knownMigrations(head.migrations, 'The backup') })
    const { here } = await listPictures(client)
    const without = here.find((key) => !manifest.parts[`uploads/${key}`] && !manifest.missing.includes(key))
    if (without) throw new UserError(`The backup lacks the picture ${without}.`)
  })
}

type Checked = Awaited<ReturnType<typeof checkArchive>> & { migrations: Migration[] }

/**
 * Restores a checked file into a schema of its own and compares it with what was saved, inside a transaction.
 * @throws UserError when they differ
 */
export async function restoreToScratch(client: Client, file: string, { head, manifest, migrations }: Checked) {
  const scratch = await makeScratch(client, migrations)
  await copyIn(client, file, head)
  expectSame(await hashTables(client, (await listTables(client, scratch.schema)).saved), manifest)
  return scratch
}

/** @throws UserError naming the first table that differs */
function expectSame(found: Manifest['tables'], { tables }: Manifest) {
  const differing = Object.keys({ ...found, ...tables }).find(
    (name) => found[name]?.rows !== tables[name]?.rows || found[name]?.sha256 !== tables[name]?.sha256,
  )
  if (!differing) return
  throw new UserError(
    `The backup does not restore to what was saved: the table ${differing} has ${found[differing]?.rows ?? 0} rows instead of ${tables[differing]?.rows ?? 0}, or other ones.`,
  )
}

function inPlainWords(error: unknown, file: string) {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new UserError(`There is no room for ${basename(file)} in ${dirname(file)}.`)
  if (code === 'EACCES' || code === 'EROFS') {
    return new UserError(`${file} cannot be written: ${message}\nName another file, or set BACKUP_DIR.`)
  }
  return error
}
