import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import tar from 'tar-stream'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

/** The header: the first entry of the archive. */
const HEADER = 'backup.json'
/** Size and checksum of every part before it. */
const MANIFEST = 'manifest.json'
/** The checksum of the manifest, as the last entry: without it the file is incomplete. */
const CHECKSUM = 'manifest.sha256'

const FORMAT = 'colophon-backup'
const FORMAT_VERSION = 1

/** Far above the size of any part; a foreign file must not exhaust the memory. */
const PART_MAX_BYTES = 128 * 1024 * 1024

/** `columns` in the order of their values in a row. */
type SavedTable = { name: string; columns: string[] }
export type ArchiveHeader = {
  format: string
  version: number
  /** ISO 8601 */
  madeAt: string
  /** the migrations the tables had */
  migrations: { name: string; checksum: string }[]
  /** each table after those it refers to */
  tables: SavedTable[]
  siteUrl: string | null
}
export type Manifest = {
  parts: Record<string, { bytes: number; sha256: string }>
  /** `sha256` is of the rows in COPY format, sorted by primary key */
  tables: Record<string, { rows: number; sha256: string }>
  /** keys of images with a row but no file */
  missing: string[]
  /** number of images stored by another service */
  elsewhere: number
}
export type Part = { name: string; bytes: Buffer }

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/**
 * Starts a backup file. Parts are written as they are added; `finish` completes it and syncs it to disk.
 * @param file must not exist
 */
export async function createArchive(file: string, header: Omit<ArchiveHeader, 'format' | 'version'>) {
  const pack = tar.pack()
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const written = pipeline(pack, target)
  // The next `add` rejects with the error.
  written.catch(() => {})
  await Promise.race([once(target, 'open'), written])
  const mtime = new Date(header.madeAt)
  const parts: Manifest['parts'] = {}

  const add = async (name: string, bytes: Buffer) => {
    parts[name] = { bytes: bytes.length, sha256: sha256(bytes) }
    const packed = new Promise((resolve, reject) => {
      const entry = pack.entry({ name, size: bytes.length, mode: 0o600, mtime }, (error) =>
        error ? reject(error) : resolve(undefined),
      )
      entry.end(bytes)
    })
    await Promise.race([packed, written])
  }
  await add(HEADER, toJson({ format: FORMAT, version: FORMAT_VERSION, ...header }))
  return {
    add,
    async finish(rest: Omit<Manifest, 'parts'>) {
      const manifest = toJson({ parts: { ...parts }, ...rest })
      await add(MANIFEST, manifest)
      await add(CHECKSUM, Buffer.from(`${sha256(manifest)}\n`))
      pack.finalize()
      await written
      const handle = await open(file, 'r+')
      await handle.sync()
      await handle.close()
    },
    /** Stops writing; the incomplete file stays. */
    abort() {
      pack.destroy()
    },
  }
}

/**
 * The parts of a backup in order, each entirely in memory, unchecked.
 * @throws the system's error when the file cannot be read, the library's when it is not a tar file or is truncated
 */
export async function* readArchive(file: string): AsyncGenerator<Part> {
  const extract = tar.extract()
  pipeline(createReadStream(file), extract).catch((error) => extract.destroy(error))
  for await (const entry of extract) {
    const { name, size = 0 } = entry.header
    if (size > PART_MAX_BYTES) throw new Error(`its part ${name} is too large`)
    const chunks = []
    for await (const chunk of entry) chunks.push(chunk)
    yield { name, bytes: Buffer.concat(chunks) }
  }
}

/**
 * Reads the entire file and verifies its checksums.
 * @throws UserError when it cannot be read, is not a backup of this software, was made by a newer version, or is
 *   damaged
 */
export async function checkArchive(file: string): Promise<{ header: ArchiveHeader; manifest: Manifest }> {
  let header: ArchiveHeader | null = null
  const found: Manifest['parts'] = {}
  let manifest: Buffer | null = null
  let checksum = ''
  try {
    for await (const { name, bytes } of readArchive(file)) {
      if (!header) header = readHeader(file, name, bytes)
      if (name === MANIFEST) manifest = bytes
      else if (name === CHECKSUM) checksum = bytes.toString('utf8').trim()
      else found[name] = { bytes: bytes.length, sha256: sha256(bytes) }
    }
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code) throw new UserError(`${file} cannot be read: ${message}`, { cause: error })
    throw header ? damaged(file, `it cannot be read to its end (${message})`) : notABackup(file)
  }
  if (!header) throw notABackup(file)
  if (!manifest || checksum === '') throw damaged(file, 'its end is missing')
  if (sha256(manifest) !== checksum) throw damaged(file, 'its list of parts was changed')
  const listed: Manifest = JSON.parse(manifest.toString('utf8'))
  for (const [name, { sha256: expected }] of Object.entries(listed.parts)) {
    if (!found[name]) throw damaged(file, `the part ${name} is missing`)
    if (found[name].sha256 !== expected) throw damaged(file, `the part ${name} was changed`)
  }
  const extra = Object.keys(found).find((name) => !listed.parts[name])
  if (extra) throw damaged(file, `the part ${extra} does not belong to it`)
  return { header, manifest: listed }
}

function readHeader(file: string, name: string, bytes: Buffer): ArchiveHeader {
  if (name !== HEADER) throw notABackup(file)
  let header: ArchiveHeader
  try {
    header = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw damaged(file, `the part ${HEADER} was changed`)
  }
  if (header.format !== FORMAT) throw notABackup(file)
  if (header.version > FORMAT_VERSION) {
    throw new UserError(
      `${file} was made by a newer version of the site (format ${header.version}; this one reads ${FORMAT_VERSION}).\nUpdate this copy first.`,
    )
  }
  return header
}

function notABackup(file: string) {
  return new UserError(`${file} is no backup of this site's software.\nName a file that npm run backup made.`)
}

function damaged(file: string, why: string) {
  return new UserError(`The backup ${file} is damaged: ${why}. Nothing was changed.\nUse another backup.`)
}

function toJson(value: unknown) {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
}
