import type { Readable } from 'node:stream'
import yazl from 'yazl'
import { PART_BYTES } from '@/lib/move/schema'

/** A Jekyll blog of so many posts as a ZIP, and what else it holds by name. */
export async function blogZip(posts: number, others: Record<string, Buffer> = {}): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  zip.addBuffer(Buffer.from('url: https://old.example\n'), '_config.yml')
  for (let post = 1; post <= posts; post += 1) {
    const text = `---\ntitle: Post ${post}\ndate: 2020-01-01\n---\nWords of ${post}. ![Pot ${post}](/pots/${post}.png)\n`
    zip.addBuffer(Buffer.from(text), `_posts/2020-01-01-post-${post}.md`)
  }
  for (const [name, content] of Object.entries(others)) zip.addBuffer(content, name, { compress: false })
  zip.end()
  return Buffer.concat(await (zip.outputStream as Readable).toArray())
}

/** A file in the parts in which it goes up. */
export function partsOfFile(file: Buffer): Buffer[] {
  const count = Math.ceil(file.length / PART_BYTES)
  return Array.from({ length: count }, (_, part) => file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES))
}
