import { notFound, redirect } from 'next/navigation'
import type { Admin } from '@/lib/access/actor'
import { RICH_TEXT, type RichTextField } from '@/lib/content/kinds'
import type { ContentTableRow } from '@/lib/content-kind/schema'
import { type ContentKind, type ContentRow, getContentAsAdmin, tableContent } from '@/lib/content-kind/server/queries'
import { CONTENT_TABLES } from '@/lib/content-kind/tables'
import { parseRevisionRange } from '@/lib/history/revision-params'
import { compareRevisions, listRevisions } from '@/lib/history/server/queries'
import { backdropsIn } from '@/lib/media/server/queries'
import { listPreviewLinks } from '@/lib/preview/server/queries'
import type { Status } from '@/lib/publishing/status'
import { CONTENT_PATHS, COPY_QUERY, paths } from '@/lib/routes/paths'
import { readTable } from '@/lib/table/server/read-table'
import { formCopy, newFormCopy } from '@/lib/working-copy/server/queries'

/*
 * What the admin's screens of every kind of content show. Without a row they end as "not found", and have no Suspense
 * boundary: with one, 200 would already be sent.
 */

type Query = Record<string, string | string[] | undefined>
type FormRow = { _id: string; title: string; status: Status } & Partial<Record<RichTextField, string>>

export function readContentTable<Row extends ContentRow, TableRow extends ContentTableRow>(
  kind: ContentKind<Row, unknown, unknown, TableRow>,
  admin: Admin,
  query: Query,
) {
  const { name } = kind
  const read = (state: Parameters<typeof tableContent>[2]) => tableContent(kind, admin, state)
  return readTable(CONTENT_PATHS[name].table, CONTENT_TABLES[name].size, query, read)
}

/** A row, what its form continues with, and what surrounds the form. */
export async function readForm<Row extends ContentRow, Shown extends FormRow>(
  kind: ContentKind<Row, unknown, Shown>,
  admin: Admin,
  rowId: string,
) {
  const { name } = kind
  const { table, history } = CONTENT_PATHS[name]
  const field = RICH_TEXT[name]
  const row = (await getContentAsAdmin(kind, admin, rowId)) ?? notFound()
  const { _id: id, status } = row
  const from = await formCopy(admin, id)
  const backdrops = await backdropsIn(row[field] ?? '', from.copy?.fields[field] ?? '')
  return {
    row,
    form: { from, previewLinks: await listPreviewLinks(admin, { kind: name, id }) },
    // What is not public has no page to go back to.
    screen: { back: status === 'published' ? paths[name](id) : table, history: history(id), backdrops },
  }
}

/** What the form of a new row continues with; where that is a draft by now, opens the form of the draft. */
export async function beginForm<Row extends ContentRow>(
  kind: ContentKind<Row>,
  admin: Admin,
  { [COPY_QUERY]: begun }: Query,
) {
  if (typeof begun === 'string' && (await getContentAsAdmin(kind, admin, begun)))
    redirect(CONTENT_PATHS[kind.name].update(begun))
  return newFormCopy(admin)
}

/** The history of a row, with the two revisions that the address asks for. */
export async function readHistory<Row extends ContentRow>(
  kind: ContentKind<Row, unknown, FormRow>,
  admin: Admin,
  rowId: string,
  query: Query,
) {
  const { _id: id, title } = (await getContentAsAdmin(kind, admin, rowId)) ?? notFound()
  const subject = { kind: kind.name, id }
  const { history, update } = CONTENT_PATHS[kind.name]
  const revisions = await listRevisions(admin, subject)
  const requested = parseRevisionRange(query, revisions)
  const comparison = requested && (await compareRevisions(admin, subject, { revisions, ...requested }))
  const blocks = (comparison?.fields ?? []).flatMap((field) => (field.type === 'rich-text' ? field.blocks : []))
  const backdrops = await backdropsIn(...blocks.map(({ html }) => html))
  return { title, path: history(id), back: update(id), revisions, requested, comparison, backdrops }
}
