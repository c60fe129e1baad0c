import { describe, expect, it } from 'vitest'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import type { FeedEntry } from '@/lib/seo/server/feed'
import { newestEntries } from '@/lib/seo/server/feeds'

function entry(title: string, characters: number): FeedEntry {
  const when = new Date('2026-03-01T10:00:00.000Z')
  return {
    id: title,
    url: `https://ada.example/note/${title}`,
    title,
    summary: '',
    html: 'x'.repeat(characters) as SafeHtml,
    publishedAt: when,
    updatedAt: when,
    tags: [],
    image: null,
  }
}

const titles = (entries: FeedEntry[]) => entries.map(({ title }) => title)

describe('newestEntries', () => {
  it('leaves the oldest texts out where they would grow beyond the limit', async () => {
    const entries = await newestEntries(['a', 'b', 'c', 'd'], async (title) => entry(title, 100), 250)
    expect(titles(entries)).toEqual(['a', 'b'])
  })

  it('holds the newest text however long it is', async () => {
    const entries = await newestEntries(['a', 'b'], async (title) => entry(title, 300), 250)
    expect(titles(entries)).toEqual(['a'])
  })

  it('passes over what was deleted since it was listed', async () => {
    const entries = await newestEntries(['a', 'gone', 'c'], async (title) =>
      title === 'gone' ? null : entry(title, 1),
    )
    expect(titles(entries)).toEqual(['a', 'c'])
  })
})
