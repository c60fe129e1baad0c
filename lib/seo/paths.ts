import { paths } from '@/lib/routes/paths'

/** The addresses of what search engines, feed readers and language models fetch, written once. */
export const seoPaths = {
  sitemap: '/sitemap.xml',
  /** Parts of a site map too large for one file; they count from 1. */
  sitemapPart: (part: number) => `/sitemap/${part}.xml`,
  robots: '/robots.txt',
  manifest: '/manifest.webmanifest',
  /** The design's own sign, in its own colour. */
  mark: '/icon.svg',
  /** Where programs look that read no page; rewritten to the current icon (next.config.ts). */
  favicon: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
  llms: '/llms.txt',
  noteFeeds: { rss: '/feed.xml', atom: '/atom.xml', json: '/feed.json' },
  postFeeds: { rss: '/projects/feed.xml', atom: '/projects/atom.xml', json: '/projects/feed.json' },
  noteMarkdown: (id: string) => `${paths.note(id)}.md`,
  postMarkdown: (id: string) => `${paths.post(id)}.md`,
} as const

export type FeedPaths = { rss: string; atom: string; json: string }
