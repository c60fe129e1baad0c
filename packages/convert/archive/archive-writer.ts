import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import {
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
  type ManifestFile,
  type ManifestText,
  STORED,
  TEXT,
} from './layout'
import { frontMatter } from './write-front-matter'

/** ZIP knows no time before. With it the same source gives the same bytes. */
export const EPOCH = new Date('1980-01-01T00:00:00Z')

/** What a text says: `markdown` is "" where the stored HTML alone counts. */
export type ArchivedText = { head: Parameters<typeof frontMatter>[0]; markdown: string; html: string }

/**
 * Writes an archive of a site while it is made: no more than one file of it is in memory. Each file is in the manifest,
 * which `finish` writes as the last one.
 */
export class ArchiveWriter {
  readonly manifest: Manifest
  private readonly zip = new yazl.ZipFile()
  private readonly written: Promise<void>

  constructor(target: Writable, site: Manifest['site']) {
    this.manifest = { format: FORMAT, version: FORMAT_VERSION, site, texts: [], files: {}, missing: [] }
    this.written = pipeline(this.zip.outputStream, target)
    // Whoever adds a file hears of it.
    this.written.catch(() => {})
    this.zip.on('error', (error) => (this.zip.outputStream as Readable).destroy(error))
  }

  async file(path: string, content: string, time = EPOCH): Promise<void> {
    this.manifest.files[path] = await this.add(path, Readable.from([Buffer.from(content)]), time)
  }

  json(path: string, value: unknown, time = EPOCH): Promise<void> {
    return this.file(path, `${JSON.stringify(value, null, 2)}\n`, time)
  }

  async picture(path: string, content: Readable, { alt, time = EPOCH }: { alt: string; time?: Date }): Promise<void> {
    // Its bytes are compressed already.
    const file = await this.add(path, content, time, { compress: false })
    this.manifest.files[path] = alt === '' ? file : { ...file, alt }
  }

  async text(entry: Omit<ManifestText, 'body'>, { head, markdown, html }: ArchivedText, time = EPOCH): Promise<void> {
    const body = markdown === '' ? '' : `\n${markdown}`
    await this.file(`${entry.folder}/${TEXT}`, frontMatter(head) + body, time)
    await this.file(`${entry.folder}/${STORED}`, html, time)
    this.list(entry, markdown)
  }

  /** Lists a text, also one that is not in the archive. */
  list(entry: Omit<ManifestText, 'body'>, markdown = ''): void {
    this.manifest.texts.push({ ...entry, body: createHash('sha256').update(markdown.trim()).digest('hex') })
  }

  async finish(time = EPOCH): Promise<void> {
    await this.add(MANIFEST, Readable.from([Buffer.from(`${JSON.stringify(this.manifest, null, 1)}\n`)]), time)
    this.zip.end()
    await this.written
  }

  private async add(path: string, content: Readable, mtime: Date, { compress = true } = {}): Promise<ManifestFile> {
    const hash = createHash('sha256')
    let bytes = 0
    const counted = new Transform({
      transform(part: Buffer, _encoding, done) {
        hash.update(part)
        bytes += part.length
        done(null, part)
      },
    })
    const read = pipeline(content, counted)
    const ended = once(counted, 'end')
    for (const promise of [read, ended]) promise.catch(() => {})
    this.zip.addReadStream(counted, path, { mtime, mode: 0o100644, compress })
    try {
      await Promise.race([Promise.all([read, ended]), this.written])
    } catch (error) {
      // Nobody reads on: the file would stay open.
      counted.destroy()
      throw error
    }
    return { bytes, sha256: hash.digest('hex') }
  }
}
