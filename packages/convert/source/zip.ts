import { basename } from 'node:path'
import { Readable, Transform } from 'node:stream'
import yauzl from 'yauzl'
import { LIMITS, type Refusal, Unreadable } from '../model'
import { isLitter, safeName } from './names'
import type { Source, StoredFile } from './source'

const IS_ENCRYPTED = 0x1
const FILE_TYPE = 0o170000
const REGULAR = 0o100000

/**
 * Opens a ZIP by a map of its names: a path is looked up, never made from what the archive says. Links, encrypted
 * entries and names that lead out are refused; what is inflated is counted, for declared sizes lie.
 * @throws Unreadable
 */
export async function openZip(from: string | StoredFile): Promise<Source> {
  const path = typeof from === 'string' ? from : from.name
  // Names are decoded and checked here, one by one: the library would refuse all of an archive for one.
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
  const opening =
    typeof from === 'string'
      ? yauzl.openPromise(from, options)
      : yauzl.fromRandomAccessReaderPromise(new StoredReader(from), from.size, options)
  const file = await opening.catch((error: unknown) => {
    throw broken(path, error)
  })
  const entries = new Map<string, yauzl.Entry>()
  const seen = new Set<string>()
  const refused: Refusal[] = []
  try {
    for await (const entry of file.eachEntry()) {
      entry.fileName = yauzl.getFileNameLowLevel(
        entry.generalPurposeBitFlag,
        entry.fileNameRaw,
        entry.extraFields,
        false,
      )
      const { name, reason } = judged(entry)
      if (name === '' || isLitter(name) || (name.endsWith('/') && !reason)) continue
      if (reason) refused.push({ source: entry.fileName.slice(0, 200), reason })
      else if (seen.has(name.toLowerCase())) {
        refused.push({
          source: name,
          reason: 'Another file of this name, but for upper and lower case, comes before it.',
        })
      } else {
        entries.set(name, entry)
        seen.add(name.toLowerCase())
      }
      if (entries.size + refused.length > LIMITS.entries) {
        throw new Unreadable(`The archive holds more than ${LIMITS.entries} files.`)
      }
    }
  } catch (error) {
    file.close()
    throw error instanceof Unreadable ? error : broken(path, error)
  }
  let total = 0
  async function stream(name: string, maxBytes: number = LIMITS.stream): Promise<Readable> {
    const entry = entries.get(name)
    if (!entry) throw new Unreadable(`The archive holds no ${name}.`)
    const source = await file.openReadStreamPromise(entry).catch((error: unknown) => {
      throw broken(name, error)
    })
    let bytes = 0
    const counted = new Transform({
      transform(part: Buffer, _encoding, done) {
        bytes += part.length
        total += part.length
        const isBomb = bytes > 1_048_576 && bytes > entry.compressedSize * LIMITS.ratio
        if (isBomb) done(new Unreadable(`${name} grows more than ${LIMITS.ratio} times when it is unpacked.`))
        else if (bytes > maxBytes) {
          done(new Unreadable(`${name} is larger than ${Math.floor(maxBytes / 1_048_576)} MB when it is unpacked.`))
        } else if (total > LIMITS.total) done(new Unreadable('The archive is too large when it is unpacked.'))
        else done(null, part)
      },
    })
    source.on('error', (error) => counted.destroy(error instanceof Unreadable ? error : broken(name, error)))
    counted.on('close', () => source.destroy())
    return source.pipe(counted)
  }
  return {
    name: basename(path),
    isFile: false,
    paths: [...entries.keys()].sort(),
    refused,
    async read(name, maxBytes) {
      const parts: Buffer[] = []
      for await (const part of await stream(name, maxBytes)) parts.push(part)
      return Buffer.concat(parts)
    },
    stream,
    close: async () => file.close(),
  }
}

class StoredReader extends yauzl.RandomAccessReader {
  constructor(private readonly file: StoredFile) {
    super()
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return streamOf(this.file, start, end)
  }
}

const PIECE_BYTES = 65_536

/** The bytes of a stored file from `start` to before `end`, as they are wanted. */
export function streamOf(file: StoredFile, start: number, end: number): Readable {
  async function* pieces() {
    for (let at = start; at < end; ) {
      const piece = await file.read(at, Math.min(PIECE_BYTES, end - at))
      if (piece.length === 0) return
      at += piece.length
      yield piece
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}

function broken(path: string, error: unknown): Unreadable {
  const detail = error instanceof Error ? error.message : String(error)
  return new Unreadable(`${basename(path)} cannot be read as a ZIP: ${detail}`)
}

function judged(entry: yauzl.Entry): { name: string; reason?: string } {
  const name = safeName(entry.fileName)
  if (name === null) return { name: entry.fileName, reason: 'Its name leads out of the archive.' }
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE
  const isFolder = entry.fileName.endsWith('/')
  if (!isFolder && type !== 0 && type !== REGULAR) return { name, reason: 'A link or a device is not followed.' }
  if (entry.generalPurposeBitFlag & IS_ENCRYPTED) return { name, reason: 'It is encrypted: unlock the archive first.' }
  return { name: isFolder ? `${name}/` : name }
}
