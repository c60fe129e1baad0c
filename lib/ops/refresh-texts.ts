import { CONTENT_NAMES, RICH_TEXT, type RichTextField } from '@/lib/content/kinds'
import { rowsOf } from '@/lib/content-kind/server/queries'
import { richTextColumns } from '@/lib/content-kind/server/rich-text'
import { db, type Prisma } from '@/lib/platform/server/db'
import { describeError, log } from '@/lib/platform/server/log'
import type { RichText } from '@/lib/rich-text/safe-html'
import { SANITISER_VERSION } from '@/lib/rich-text/server/sanitiser-version'
import { aboutColumns } from '@/lib/user/server/queries'

const BATCH_ROWS = 10

let refreshing: Promise<number> | undefined

/**
 * Sanitises and renders again every stored text of another sanitiser version, one at a time, at the lowest priority.
 * Visitors already get the same from memory, so it is no change: versions, dates and cached pages stay. A text saved
 * concurrently is left as saved. `signal` stops it after the current text. Returns how many were refreshed; a second
 * concurrent call joins the first.
 */
export function refreshTexts(signal?: AbortSignal): Promise<number> {
  refreshing ??= refreshAll(signal).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refreshAll(signal: AbortSignal | undefined): Promise<number> {
  let refreshed = 0
  for (const name of CONTENT_NAMES) {
    const [rows, field] = [rowsOf<StoredText>(db(), { name }), RICH_TEXT[name]]
    refreshed += await refreshEach<StoredText>({
      signal,
      find: (after) =>
        rows.findMany({
          where: { id: { gt: after }, [field]: { not: '' }, [`${field}Stamp`]: { not: SANITISER_VERSION } },
          orderBy: [{ id: 'asc' }],
          take: BATCH_ROWS,
          select: { id: true, version: true, updatedAt: true, [field]: true },
        }),
      htmlOf: (row) => row[field] ?? '',
      save: ({ updatedAt, ...asRead }, text) =>
        rows.updateMany({ where: asRead, data: { ...richTextColumns(field, text), updatedAt } }),
    })
  }
  const profiles = await refreshEach({
    signal,
    find: (after) =>
      db().user.findMany({
        take: BATCH_ROWS,
        orderBy: { id: 'asc' },
        where: { id: { gt: after }, aboutStamp: { not: SANITISER_VERSION } },
        select: { id: true, version: true, updatedAt: true, about: true },
      }),
    htmlOf: ({ about }) => about,
    save: ({ updatedAt, ...asRead }, text) =>
      db().user.updateMany({ where: asRead, data: { ...aboutColumns(text), updatedAt } }),
  })
  return refreshed + profiles
}

type StoredText = { id: string; version: number; updatedAt: Date } & Partial<Record<RichTextField, string>>

type Refresh<Row> = {
  signal: AbortSignal | undefined
  /** A batch of rows of another sanitiser version, after the id `after`. */
  find: (after: string) => Promise<Row[]>
  htmlOf: (row: Row) => string
  /** Updates the row unless it was changed since. */
  save: (row: Row, text: RichText) => Prisma.PrismaPromise<{ count: number }>
}

async function refreshEach<Row extends { id: string }>({ signal, find, htmlOf, save }: Refresh<Row>): Promise<number> {
  let refreshed = 0
  for (let rows = await find(''); rows.length > 0; rows = await find(rows.at(-1)?.id ?? '')) {
    for (const row of rows) {
      if (signal?.aborted) return refreshed
      try {
        const { refreshRichText } = await import('@/lib/rich-text/server/clean')
        const text = await refreshRichText(htmlOf(row), 'maintenance')
        const [, { count }] = await db().$transaction([
          db().$executeRaw`SELECT set_config('colophon.pages_changed', 'none', true)`,
          save(row, text),
        ])
        refreshed += count
      } catch (error) {
        log('error', 'a stored text was not refreshed', { id: row.id, ...describeError(error) })
      }
    }
  }
  return refreshed
}
