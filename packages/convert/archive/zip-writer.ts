import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { ManifestFile } from './layout'

/** A ZIP that is written while it is made: no more than one file of it is in memory. */
export type ZipWriter = {
  /** @param isPacked whether its bytes are compressed already */
  add: (path: string, content: Readable | string, options: { time: Date; isPacked?: boolean }) => Promise<ManifestFile>
  finish: () => Promise<void>
}

export function zipTo(target: Writable): ZipWriter {
  const zip = new yazl.ZipFile()
  const written = pipeline(zip.outputStream, target)
  // Whoever adds a file hears of it.
  written.catch(() => {})
  zip.on('error', (error) => (zip.outputStream as Readable).destroy(error))
  return {
    async add(path, content, { time, isPacked = false }) {
      const hash = createHash('sha256')
      let bytes = 0
      const counted = new Transform({
        transform(part: Buffer, _encoding, done) {
          hash.update(part)
          bytes += part.length
          done(null, part)
        },
      })
      const source = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content
      const read = pipeline(source, counted)
      const ended = once(counted, 'end')
      for (const one of [read, ended]) one.catch(() => {})
      zip.addReadStream(counted, path, { mtime: time, mode: 0o100644, compress: !isPacked })
      try {
        await Promise.race([Promise.all([read, ended]), written])
      } catch (error) {
        // Nobody reads on: the file would stay open.
        counted.destroy()
        throw error
      }
      return { bytes, sha256: hash.digest('hex') }
    },
    async finish() {
      zip.end()
      await written
    },
  }
}
