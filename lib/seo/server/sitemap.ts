import { AppError } from '@/lib/http/errors'
import { paths } from '@/lib/routes/paths'
import { SITEMAP_PAGES } from '@/lib/routes/public-pages'
import { canonicalPath } from '@/lib/routes/public-paths'
import { seoPaths } from '@/lib/seo/paths'
import { type TextDocument, textDocument } from '@/lib/seo/server/document'
import { type Listed, type Listing, listEverything } from '@/lib/seo/server/queries'
import { absolute } from '@/lib/seo/server/site'
import { escapeXml, XML_DECLARATION } from '@/lib/seo/server/xml'

/** Limits of the site map protocol for one file. */
const FILE_MAX_ADDRESSES = 50_000
const FILE_MAX_CHARACTERS = 24_000_000
const PAGE_MAX_IMAGES = 1_000

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

/**
 * The site map, or the list of its parts where one file cannot hold it; with a number, that part, counted from 1.
 * @throws AppError "not-found" when there is no such part
 */
export async function sitemap(part?: number): Promise<TextDocument> {
  const { main, parts } = sitemapFiles(await listEverything())
  const found = part === undefined ? main : parts[part - 1]
  if (found === undefined) throw new AppError('not-found', 'There is no such part of the site map.')
  return textDocument(found, 'application/xml; charset=utf-8')
}

/** `parts` is empty where `main` holds everything. The limits are parameters for the tests' sake. */
export function sitemapFiles(
  listing: Listing,
  { maxAddresses = FILE_MAX_ADDRESSES, maxCharacters = FILE_MAX_CHARACTERS } = {},
): { main: string; parts: string[] } {
  const files = split(pages(listing), maxAddresses, maxCharacters).map(
    (entries) => `${XML_DECLARATION}<urlset ${NAMESPACES}>\n${entries.join('\n')}\n</urlset>\n`,
  )
  const [only = '', ...others] = files
  if (others.length === 0) return { main: only, parts: [] }
  const locations = files.map((_, index) => `<sitemap>${location(seoPaths.sitemapPart(index + 1))}</sitemap>`)
  const main = `${XML_DECLARATION}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${locations.join('\n')}\n</sitemapindex>\n`
  return { main, parts: files }
}

function pages({ posts, notes, technologies }: Listing): string[] {
  const changedBy = (key: string | undefined) =>
    key === undefined ? undefined : newest(key === 'posts' ? posts : notes)
  return [
    ...SITEMAP_PAGES.map(({ path, shows }) => entry(path, changedBy(shows?.({})[0]))),
    ...posts.map((post) => entry(canonicalPath('post', post), post.updatedAt, post.images)),
    ...notes.map((note) => entry(canonicalPath('note', note), note.updatedAt, note.images)),
    ...technologies.map(({ slug, last }) => entry(paths.technology(slug), last)),
  ]
}

function newest(rows: Listed[]): Date | undefined {
  return rows.reduce<Date | undefined>(
    (last, { updatedAt }) => (last && last > updatedAt ? last : updatedAt),
    undefined,
  )
}

const location = (path: string) => `<loc>${escapeXml(absolute(path))}</loc>`

function entry(path: string, changed?: Date, images: string[] = []): string {
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
  const pictures = images
    .slice(0, PAGE_MAX_IMAGES)
    .map((url) => `<image:image><image:loc>${escapeXml(url)}</image:loc></image:image>`)
  return `<url>${location(path)}${lastmod}${pictures.join('')}</url>`
}

function split(entries: string[], maxEntries: number, maxCharacters: number): string[][] {
  const files: string[][] = [[]]
  let characters = 0
  for (const entry of entries) {
    let file = files.at(-1) ?? []
    if (file.length > 0 && (file.length >= maxEntries || characters + entry.length > maxCharacters)) {
      file = []
      files.push(file)
      characters = 0
    }
    file.push(entry)
    characters += entry.length
  }
  return files
}
