import { PassThrough, Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { zipTo } from './zip-writer'

const time = new Date('2026-02-03T04:05:06Z')

/** What a program of others reads in an archive. */
async function entriesOf(target: PassThrough): Promise<yauzl.Entry[]> {
  const zip = await yauzl.fromBufferPromise(Buffer.concat(await target.toArray()), { lazyEntries: true })
  const entries: yauzl.Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries
}

describe('a ZIP', () => {
  it('says of each file its name, size, time and mode', async () => {
    const target = new PassThrough({ highWaterMark: 1_000_000 })
    const zip = zipTo(target)
    await zip.add('größe.txt', 'a'.repeat(200_000), { time })
    await zip.add('b.png', Readable.from([Buffer.from('12'), Buffer.from('345')]), { time, isPacked: true })
    await Promise.all([
      zip.finish(),
      expect(entriesOf(target)).resolves.toMatchObject([
        {
          fileName: 'größe.txt',
          uncompressedSize: 200_000,
          compressionMethod: 8,
          externalFileAttributes: 0o100644 * 65_536,
        },
        { fileName: 'b.png', uncompressedSize: 5, compressedSize: 5, compressionMethod: 0, crc32: 0xcbf53a1c },
      ]),
    ])
  })

  it('holds more files than the format first had numbers for', async () => {
    const target = new PassThrough({ highWaterMark: 100_000_000 })
    const zip = zipTo(target)
    for (let index = 0; index < 65_536; index += 1)
      await zip.add(String(index), Readable.from([]), { time, isPacked: true })
    const [entries] = await Promise.all([entriesOf(target), zip.finish()])
    expect(entries).toHaveLength(65_536)
    expect(entries.at(-1)?.fileName).toBe('65535')
  })

  it('is given up when nobody takes it any more', async () => {
    const target = new Writable({ highWaterMark: 1, write: () => {} })
    const zip = zipTo(target)
    const added = zip.add('a', 'text', { time })
    await setImmediate()
    target.destroy()
    await expect(added).rejects.toThrow(/premature close/i)
  })
})
