import type { Admin } from '@/lib/access/actor'
import { textOfLinks } from '@/lib/content/post-facts'
import { requireContentAsAdmin } from '@/lib/content-kind/server/queries'
import { entityTag } from '@/lib/content-markdown/etag'
import { MARKDOWN_FORMS, type MarkdownFields, type MarkdownKind, writeHead } from '@/lib/content-markdown/front-matter'
import { NOTES } from '@/lib/note/server/queries'
import { ownValue } from '@/lib/platform/own-value'
import { POSTS } from '@/lib/post/server/queries'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { toMarkdown } from '@/lib/rich-text/server/markdown'
import type { WorkingCopy } from '@/lib/working-copy/schema'
import { getWorkingCopy } from '@/lib/working-copy/server/queries'

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
