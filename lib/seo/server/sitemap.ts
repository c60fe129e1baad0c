import { paths } from '@/lib/routes/paths'
import { SITEMAP_PAGES } from '@/lib/routes/public-pages'
import { canonicalPath } from '@/lib/routes/public-paths'
import { type TextDocument, textDocument } from '@/lib/seo/server/document'
import { type Listed, type Listing, listEverything } from '@/lib/seo/server/queries'
import { absolute } from '@/lib/seo/server/site'
import { escapeXml, XML_DECLARATION } from '@/lib/seo/server/xml'

/** Of the protocol for one file. */
const MAX_ADDRESSES = 50_000
const PAGE_MAX_IMAGES = 1_000

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

export async function sitemap(): Promise<TextDocument> {
  return textDocument(sitemapXml(await listEverything()), 'application/xml; charset=utf-8')
}

/** Search engines find what is beyond the limit by the links of what is not. */
export function sitemapXml(listing: Listing): string {
  const entries = pages(listing).slice(0, MAX_ADDRESSES)
  return `${XML_DECLARATION}<urlset ${NAMESPACES}>\n${entries.join('\n')}\n</urlset>\n`
}

function pages({ posts, notes, pages, technologies, hasCv }: Listing): string[] {
  const changedBy = (key: string | undefined) =>
    key === undefined ? undefined : newest(key === 'posts' ? posts : notes)
  return [
    ...SITEMAP_PAGES.filter(({ path }) => hasCv || path !== paths.cv).map(({ path, shows }) =>
      entry(path, changedBy(shows?.({})[0])),
    ),
    ...posts.map((post) => entry(canonicalPath('post', post), post.updatedAt, post.images)),
    ...notes.map((note) => entry(canonicalPath('note', note), note.updatedAt, note.images)),
    ...pages.map((page) => entry(canonicalPath('page', page), page.updatedAt)),
    ...technologies.map(({ slug, last }) => entry(paths.technology(slug), last)),
  ]
}

function newest(rows: Listed[]): Date | undefined {
  return rows.reduce<Date | undefined>(
    (last, { updatedAt }) => (last && last > updatedAt ? last : updatedAt),
    undefined,
  )
}

function entry(path: string, changed?: Date, images: string[] = []): string {
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
  const pictures = images
    .slice(0, PAGE_MAX_IMAGES)
    .map((url) => `<image:image><image:loc>${escapeXml(url)}</image:loc></image:image>`)
  return `<url><loc>${escapeXml(absolute(path))}</loc>${lastmod}${pictures.join('')}</url>`
}
