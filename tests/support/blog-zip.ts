import { PassThrough, Readable } from 'node:stream'
import { PART_BYTES } from '@/lib/move/schema'
import { zipTo } from '@/lib/move/server/archive/zip-writer'

/** A Jekyll blog of so many posts as a ZIP, and what else it holds by name. */
export async function blogZip(posts: number, others: Record<string, Buffer> = {}): Promise<Buffer> {
  const target = new PassThrough()
  const zip = zipTo(target)
  const whole = target.toArray()
  const time = new Date('2026-01-01T00:00:00Z')
  await zip.add('_config.yml', 'url: https://old.example\n', { time })
  for (let post = 1; post <= posts; post += 1) {
    const text = `---\ntitle: Post ${post}\ndate: 2020-01-01\n---\nWords of ${post}. ![Pot ${post}](/pots/${post}.png)\n`
    await zip.add(`_posts/2020-01-01-post-${post}.md`, text, { time })
  }
  for (const [name, content] of Object.entries(others))
    await zip.add(name, Readable.from([content]), { time, isPacked: true })
  await zip.finish()
  return Buffer.concat(await whole)
}

/** A file in the parts in which it goes up. */
export function partsOfFile(file: Buffer): Buffer[] {
  const count = Math.ceil(file.length / PART_BYTES)
  return Array.from({ length: count }, (_, part) => file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES))
}
