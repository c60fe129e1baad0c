import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import type { ManifestFile } from './layout'

/** A ZIP that is written while it is made: no more than one file of it is in memory. */
export type ZipWriter = {
  /** @param isPacked whether its bytes are compressed already */
  add: (path: string, content: Readable | string, options: { time: Date; isPacked?: boolean }) => Promise<ManifestFile>
  finish: () => Promise<void>
}

const MAX_2 = 0xffff
const MAX_4 = 0xffff_ffff
/** The version of the format that has archives beyond 4 GB, and Unix as the system whose file modes it names. */
const VERSION = 45
const MADE_BY = (3 << 8) | VERSION
const UTF8_NAMES = 1 << 11
const DEFLATED = 8
const FILE_MODE = 0o100644 * 0x1_0000

/**
 * Writes the format itself (APPNOTE.TXT of PKWARE), because a library computes checksums in JavaScript, which takes as
 * long as all the rest; Node has them.
 */
export function zipTo(target: Writable): ZipWriter {
  const ended = finished(target)
  // Whoever adds a file hears of it.
  ended.catch(() => {})
  const directory: Buffer[] = []
  let count = 0
  let offset = 0

  async function write(parts: Buffer[]): Promise<void> {
    for (const part of parts) {
      offset += part.length
      if (!target.write(part)) await Promise.race([once(target, 'drain'), ended])
    }
  }

  return {
    async add(path, content, { time, isPacked = false }) {
      const hash = createHash('sha256')
      const parts: Buffer[] = []
      let bytes = 0
      let crc = 0
      for await (const part of typeof content === 'string' ? [Buffer.from(content)] : content) {
        hash.update(part)
        crc = crc32(part, crc)
        bytes += part.length
        parts.push(part)
      }
      const packed = isPacked ? parts : [await deflated(Buffer.concat(parts))]
      const name = Buffer.from(path)
      const size = packed.reduce((sum, { length }) => sum + length, 0)
      const how = record('222', VERSION, UTF8_NAMES, isPacked ? 0 : DEFLATED)
      const what = record('224442', ...dosTime(time), crc, size, bytes, name.length)
      const far = offset < MAX_4 ? record('') : record('228', 1, 8, offset)
      directory.push(
        ...[record('42', 0x02014b50, MADE_BY), how, what],
        ...[record('222244', far.length, 0, 0, 0, FILE_MODE, Math.min(offset, MAX_4)), name, far],
      )
      count += 1
      await write([record('4', 0x04034b50), how, what, record('2', 0), name, ...packed])
      return { bytes, sha256: hash.digest('hex') }
    },
    async finish() {
      const start = offset
      await write(directory)
      const size = offset - start
      if (start >= MAX_4 || size >= MAX_4 || count >= MAX_2) {
        await write([
          record('4822448888', 0x06064b50, 44, MADE_BY, VERSION, 0, 0, count, count, size, start),
          record('4484', 0x07064b50, 0, start + size, 1),
        ])
      }
      const files = Math.min(count, MAX_2)
      const at = [Math.min(size, MAX_4), Math.min(start, MAX_4)]
      await write([record('42222442', 0x06054b50, 0, 0, files, files, ...at, 0)])
      target.end()
      await ended
    },
  }
}

const deflateInThread = promisify(deflateRaw)
/** In bytes: what is larger would keep a server from answering meanwhile; what is smaller takes longer to hand over. */
const LARGE = 64 * 1024

async function deflated(bytes: Buffer): Promise<Buffer> {
  return bytes.length < LARGE ? deflateRawSync(bytes) : deflateInThread(bytes)
}

/** Fields of an archive. @param sizes of each one, in bytes, by its digit */
function record(sizes: string, ...values: number[]): Buffer {
  const lengths = [...sizes].map(Number)
  const bytes = Buffer.alloc(lengths.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const [index, length] of lengths.entries()) {
    const value = values[index] ?? 0
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, length)
    at += length
  }
  return bytes
}

/** In UTC, so that the same site gives the same bytes everywhere. */
function dosTime(time: Date): [number, number] {
  return [
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
    ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(),
  ]
}
