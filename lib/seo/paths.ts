import { PUBLIC_PAGES } from '@/lib/routes/public-pages'
import { fill } from '@/lib/routes/public-paths'

const PAGES = PUBLIC_PAGES

/** The addresses of what search engines, feed readers and language models fetch. */
export const seoPaths = {
  sitemap: PAGES.sitemap.path,
  robots: PAGES.robots.path,
  manifest: PAGES.manifest.path,
  /** The design's own sign, in its own colour. */
  mark: '/icon.svg',
  /** Where programs look that read no page; rewritten to the current icon (next.config.ts). */
  favicon: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
  llms: PAGES.llms.path,
  cvJson: PAGES.cvJson.path,
  noteFeeds: { rss: PAGES.noteRss.path, atom: PAGES.noteAtom.path, json: PAGES.noteJson.path },
  postFeeds: { rss: PAGES.postRss.path, atom: PAGES.postAtom.path, json: PAGES.postJson.path },
  technologyFeeds: (slug: string): FeedPaths => ({
    rss: fill(PAGES.technologyRss.path, slug),
    atom: fill(PAGES.technologyAtom.path, slug),
    json: fill(PAGES.technologyJson.path, slug),
  }),
  noteMarkdown: (id: string) => fill(PAGES.noteMarkdown.path, id),
  postMarkdown: (id: string) => fill(PAGES.postMarkdown.path, id),
  pageMarkdown: (slug: string) => fill(PAGES.pageMarkdown.path, slug),
} as const

export type FeedPaths = { rss: string; atom: string; json: string }
