import type { Admin } from '@/lib/access/actor'
import { textOfLinks } from '@/lib/content/post-facts'
import { requireContentAsAdmin } from '@/lib/content-kind/server/queries'
import { entityTag } from '@/lib/content-markdown/etag'
import { MARKDOWN_FORMS, type MarkdownFields, type MarkdownKind, writeHead } from '@/lib/content-markdown/front-matter'
import type { ListedText } from '@/lib/content-markdown/schema'
import { NOTES } from '@/lib/note/server/queries'
import { ownValue } from '@/lib/platform/own-value'
import { db } from '@/lib/platform/server/db'
import { POSTS } from '@/lib/post/server/queries'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { toMarkdown } from '@/lib/rich-text/server/markdown'
import { TEXT_KINDS, type WorkingCopy } from '@/lib/working-copy/schema'
import { getWorkingCopy } from '@/lib/working-copy/server/queries'
import { FOLDERS, TEXT } from '@/packages/convert/archive/layout'

/** A text as a program edits it. */
export type MarkdownState = {
  id: string
  version: number
  status: 'draft' | 'scheduled' | 'published'
  publishAt: string | null
  /** What the row says. */
  row: MarkdownFields
  /** What waits beside a row that is or will be public. */
  copy: WorkingCopy | null
  /** The row with what waits: what is read and edited. */
  fields: MarkdownFields
  richText: SafeHtml
  etag: string
}

/** @throws AppError "not-found" */
export async function readState(kind: MarkdownKind, admin: Admin, id: string): Promise<MarkdownState> {
  const { richText, names } = MARKDOWN_FORMS[kind]
  const found =
    kind === 'note' ? await requireContentAsAdmin(NOTES, admin, id) : await requireContentAsAdmin(POSTS, admin, id)
  const { _id, version, status, publishAt } = found
  const texts: Record<string, unknown> = {
    ...found,
    ...('links' in found ? { links: textOfLinks(found.links), isPinned: String(found.isPinned) } : {}),
  }
  const columns = [...Object.values(names), richText]
  const row = Object.fromEntries(columns.map((column) => [column, String(ownValue(texts, column) ?? '')]))
  // A draft says itself what was typed into its form.
  const copy = await getWorkingCopy(admin, _id)
  const waiting = status === 'draft' ? {} : (copy?.fields ?? {})
  const fields = { ...row, ...Object.fromEntries(Object.entries(waiting).filter(([name]) => columns.includes(name))) }
  const etag = entityTag(version, copy?.version)
  return {
    id: _id,
    version,
    status,
    publishAt,
    row,
    copy,
    fields,
    richText: (ownValue(fields, richText) ?? '') as SafeHtml,
    etag,
  }
}

/** Front matter and text, as GET answers them and PUT takes them. */
export function writeMarkdown(kind: MarkdownKind, state: MarkdownState): string {
  return `${writeHead(kind, state, state.fields)}\n${toMarkdown(state.richText)}`
}

/** The source of what programs have written as Markdown, in "ImportedItem". */
export const PUSHED = 'colophon push'

const TEXTS_PAGE_SIZE = 100

/** All notes and projects by id, 100 a page. @param after the id of the last one before */
export async function listTexts(_admin: Admin, after = ''): Promise<ListedText[]> {
  type Row = Pick<ListedText, 'id' | 'kind' | 'status'> & {
    name: string
    version: number
    copyVersion: number | null
    hash: string | null
    isCurrent: boolean
  }
  const rows = await db().$queryRaw<Row[]>`
    SELECT texts."id", texts."kind", coalesce("slug", texts."id") AS "name", texts."version", copy."version" AS "copyVersion",
      CASE WHEN "publishedAt" IS NULL THEN 'draft' WHEN copy."fields" <> copy."base" THEN 'waiting'
        WHEN "publishedAt" > now() THEN 'scheduled' ELSE 'published' END AS "status",
      item."hash", item."version" = texts."version" AND item."copyVersion" = coalesce(copy."version", 0) AS "isCurrent"
    FROM (
      SELECT "id", 'note' AS "kind", "slug", "version", "publishedAt" FROM "Note" WHERE "deletedAt" IS NULL
      UNION ALL SELECT "id", 'post', "slug", "version", "publishedAt" FROM "Post" WHERE "deletedAt" IS NULL) AS texts
    LEFT JOIN "WorkingCopy" AS copy ON copy."key" = texts."id" AND copy."kind" = ANY(${TEXT_KINDS})
    LEFT JOIN "ImportedItem" AS item ON item."source" = ${PUSHED} AND item."identity" = texts."id"
    WHERE texts."id" > ${after} ORDER BY texts."id" LIMIT ${TEXTS_PAGE_SIZE}`
  return rows.map(({ id, kind, name, version, copyVersion, status, hash, isCurrent }) => ({
    ...{ id, kind, status, path: `${FOLDERS[kind === 'note' ? 'note' : 'project']}/${name}/${TEXT}` },
    etag: entityTag(version, copyVersion ?? 0),
    pushed: hash === null ? null : { sha256: hash, isCurrent },
  }))
}
