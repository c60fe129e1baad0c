import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { takeLock } from '../folder-lock.mjs'
import { PlainError } from '../plain-error.mjs'
import { importEntry } from '../prepare.mjs'
import { ROOT } from '../root.mjs'
import { checkArchive, createArchive } from './archive.mjs'
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
} from './tables.mjs'

/** @typedef {import('pg').Client} Client */
/** @typedef {import('./archive.mjs').Manifest} Manifest */
/** @typedef {import('./tables.mjs').Table} Table */

/** @typedef {{ file: string, bytes: number, rows: number, pictures: number, missing: string[], elsewhere: number }} Made */
/** @typedef {Awaited<ReturnType<typeof createArchive>>} Archive */

const CHUNK_BYTES = 4 * 1024 * 1024
/** A picture may be replaced between the moment its row was read and the one its file is held. */
const SNAPSHOT_TRIES = 5
const PART = '.part'
const BACKUP_NAME = /^(colophon|scheduled|before-restore)-\d{8}T\d{6}(\d{3})?Z\.tar$/

const pack = promisify(gzip)

/** Where backups go unless a file is named: BACKUP_DIR, or `backups` in the data folder. @param {string} dataDir */
export function backupFolder(dataDir) {
  const named = process.env.BACKUP_DIR?.trim()
  return named ? resolve(ROOT, named) : join(dataDir, 'backups')
}

/**
 * @param {string} dataDir
 * @param {'colophon' | 'scheduled' | 'before-restore'} kind
 */
export function backupFile(dataDir, kind) {
  const stamp = new Date().toISOString().replace(/[-:.]/g, '')
  return join(backupFolder(dataDir), `${kind}-${stamp}.tar`)
}

/**
 * Writes the site as it is at one instant into one file, while it runs, and proves the file by restoring it into tables
 * that are then given up. A file that is there under its name has been proved.
 * @param {{ databaseUrl: string, dataDir: string, file: string }} options
 * @returns {Promise<Made>}
 * @throws PlainError
 */
export async function makeBackup({ databaseUrl, dataDir, file }) {
  const lock = takeLock(join(dataDir, 'backup.lock'), file)
  if (lock.holder)
    throw new PlainError(`Another backup is being made (process ${lock.holder.pid}). Wait for it to end.`)
  process.once('exit', lock.release)
  const held = join(dataDir, 'backup-pictures')
  const unfinished = file + PART
  const client = await connect(databaseUrl)
  try {
    if (existsSync(file)) throw new PlainError(`${file} is there already.\nName another file.`)
    makeFolder(dirname(file))
    // What a killed backup left.
    rmSync(held, { recursive: true, force: true })
    for (const name of readdirSync(dirname(file))) {
      if (name.endsWith(PART) && BACKUP_NAME.test(name.slice(0, -PART.length))) rmSync(join(dirname(file), name))
    }
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

/**
 * @param {Client} client
 * @param {string} file
 * @param {{ dataDir: string, held: string }} folders
 * @returns {Promise<Pick<Manifest, 'tables' | 'missing' | 'elsewhere'> & { parts: Record<string, unknown> }>}
 */
async function write(client, file, { dataDir, held }) {
  const { uploadsFolder } = await importEntry('media/disk-store')
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
        /** @type {Record<string, true>} */
        const parts = {}
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

/**
 * @param {Client} client
 * @param {Archive} archive
 * @param {Table[]} saved
 */
async function writeTables(client, archive, saved) {
  /** @type {Manifest['tables']} */
  const tables = {}
  for (const table of saved) {
    const rows = copyOut(client, table)
    const hash = createHash('sha256')
    let number = 0
    /** @type {Buffer[]} */
    let waiting = []
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

/**
 * Restores a file into tables of its own, counts and hashes their rows, and gives them up.
 * @param {Client} client
 * @param {string} file
 */
async function prove(client, file) {
  const { head, manifest } = await checkArchive(file)
  await inTransaction(client, 'READ COMMITTED', async () => {
    const { schema } = await makeScratch(client, knownMigrations(head.migrations, 'The backup'))
    await copyIn(client, file, head)
    const { saved } = await listTables(client, schema)
    expectSame(await hashTables(client, saved), manifest)
    const { here } = await listPictures(client)
    const without = here.find((key) => !manifest.parts[`uploads/${key}`] && !manifest.missing.includes(key))
    if (without) throw new PlainError(`The backup lacks the picture ${without}.`)
  })
}

/**
 * @param {Manifest['tables']} found
 * @param {Manifest} manifest
 * @throws PlainError naming the first table that differs
 */
export function expectSame(found, { tables }) {
  const differing = Object.keys({ ...found, ...tables }).find(
    (name) => found[name]?.rows !== tables[name]?.rows || found[name]?.sha256 !== tables[name]?.sha256,
  )
  if (!differing) return
  throw new PlainError(
    `The backup does not restore to what was saved: the table ${differing} has ${found[differing]?.rows ?? 0} rows instead of ${tables[differing]?.rows ?? 0}, or other ones.`,
  )
}

/**
 * Holds pictures by a second name, which outlives the first, and answers with those that have no file. A picture's file
 * never changes.
 * @param {string} uploads
 * @param {string} held
 * @param {string[]} keys
 */
function holdPictures(uploads, held, keys) {
  return keys.filter((key) => {
    const mine = join(held, key)
    if (existsSync(mine)) return false
    return !hold(join(uploads, key), mine) && !hold(join(uploads, `${key}.aside`), mine)
  })
}

/** A file that is set aside has its key before that mark. @param {string} name */
function keyOf(name) {
  return name.replace(/\.aside$/, '')
}

/**
 * @param {string} from
 * @param {string} to
 */
function hold(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return false
  }
  // Some file systems know no second names.
  try {
    copyFileSync(from, to)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return false
    throw error
  }
}

/**
 * Deletes the oldest scheduled backups but `keep`; those made by hand stay.
 * @param {string} folder
 * @param {number} keep
 * @returns {string[]} the names deleted
 */
export function rotate(folder, keep) {
  const names = readdirSync(folder).filter((name) => name.startsWith('scheduled-') && BACKUP_NAME.test(name))
  const old = names.sort().reverse().slice(keep)
  for (const name of old) rmSync(join(folder, name))
  return old
}

/** @param {string} folder */
function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new PlainError(`The folder ${folder} cannot be made: ${/** @type {Error} */ (error).message}`, {
      cause: error,
    })
  }
}

/** Without this the name of a file just made can be lost with the power. @param {string} folder */
async function syncFolder(folder) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/**
 * @param {unknown} error
 * @param {string} file
 */
function inPlainWords(error, file) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
  if (code === 'ENOSPC') return new PlainError(`There is no room for ${basename(file)} in ${dirname(file)}.`)
  if (code === 'EACCES' || code === 'EROFS') {
    return new PlainError(`${file} cannot be written: ${message}\nName another file, or set BACKUP_DIR.`)
  }
  return error
}
