import { cache } from 'react'
import type { PreviewPass } from '@/lib/access/preview-pass'
import { type ContentKind, previewRow, publicRowAt } from '@/lib/content-kind/server/queries'
import { readRichText } from '@/lib/content-kind/server/rich-text'
import type { Backdrop } from '@/lib/media/backdrop'
import { withPictures } from '@/lib/media/server/queries'
import type { AdminPage, Page, PageTableRow } from '@/lib/page/schema'
import { db, type Prisma } from '@/lib/platform/server/db'
import { changedAt, IS_PUBLIC, postedAt, publishingState } from '@/lib/publishing/server/visibility'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { withoutEmptyHeadings } from '@/lib/rich-text/server/empty-headings'
import { publicPaths } from '@/lib/routes/public-paths'
import { getSettings } from '@/lib/site-settings/server/queries'

export const PAGE_COLUMNS = {
  ...{ id: true, slug: true, title: true, footer: true, robots: true },
  ...{ description: true, descriptionStamp: true, wordCount: true },
  ...{ createdAt: true, updatedAt: true, publishedAt: true, keptDate: true, version: true },
} satisfies Prisma.PageSelect

const SHOWN_COLUMNS = { ...PAGE_COLUMNS, rendered: true, toc: true } satisfies Prisma.PageSelect

type ShownRow = Prisma.PageGetPayload<{ select: typeof SHOWN_COLUMNS }>
export type PageRow = Prisma.PageGetPayload<{ select: typeof PAGE_COLUMNS }>

async function toPage(row: PageRow): Promise<Page & { description: SafeHtml }> {
  return {
    ...{ _id: row.id, slug: row.slug ?? '', title: row.title, footer: row.footer, robots: row.robots },
    description: (await readRichText(row, 'description')).html,
    createdAt: postedAt(row).toISOString(),
    version: row.version,
  }
}

/** The owner's pages of his own. */
export const PAGES: ContentKind<PageRow, Page & { description: SafeHtml }, AdminPage, PageTableRow> = {
  name: 'page',
  columns: PAGE_COLUMNS,
  tableColumns: { slug: true, footer: true, updatedAt: true },
  toPublic: toPage,
  toAdmin: async (row, now) => ({ ...(await toPage(row)), ...publishingState(row, now) }),
}

/** What the screen of a page shows. */
export type ShownPage = {
  page: { _id: string; slug: string; title: string; robots: string; createdAt: string; updatedAt: string }
  rendered: SafeHtml
  backdrops: Backdrop[]
}

/** A public page by its id or its slug; null when there is none. */
export async function getPage(address: string): Promise<ShownPage | null> {
  const row = await publicRowAt<ShownRow>('page', address, SHOWN_COLUMNS)
  return row && toShown(row)
}

/**
 * A page that need not be public; null when it is in the trash.
 * @param written what its form holds, for admins, who see it in the trash too
 */
export async function previewPage(
  pass: PreviewPass & { kind: 'page' },
  written?: Partial<Pick<PageRow, 'title' | 'description'>>,
): Promise<{ shown: ShownPage; isPublic: boolean } | null> {
  const found = await previewRow<ShownRow>(pass, SHOWN_COLUMNS, written)
  return found && { shown: await toShown(found.row), isPublic: found.isPublic }
}

async function toShown(row: ShownRow): Promise<ShownPage> {
  const { rendered: written } = await readRichText(row, 'description')
  const { html: rendered, backdrops } = await withPictures(withoutEmptyHeadings(written))
  const { id: _id, slug, title, robots } = row
  const dates = {
    createdAt: postedAt(row).toISOString(),
    updatedAt: changedAt({ ...row, revisedAt: row.updatedAt }).toISOString(),
  }
  return { page: { _id, slug: slug ?? '', title, robots, ...dates }, rendered, backdrops }
}

/** What the frame of every screen shows: settings, and the pages that its footer leads to, in the owner's order. */
export const siteFrame = cache(async () => {
  const settings = await getSettings()
  const rows = await db().$queryRaw<Array<{ id: string; slug: string | null; title: string }>>`
    SELECT "id", "slug", "title" FROM "Page" WHERE ${IS_PUBLIC} AND "footer" <> '' ORDER BY "footer"::int, "title", "id"`
  return { settings, pages: rows.map(({ id, slug, title }) => ({ title, path: publicPaths.page(slug ?? id) })) }
})
