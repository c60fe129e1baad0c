import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Admin } from '@/lib/access/actor'
import { requireScope } from '@/lib/access/scope'
import { autosave } from '@/lib/autosave/server/mutations'
import type { MarkdownWritten } from '@/lib/content-kind/schema'
import { namesTag } from '@/lib/content-markdown/etag'
import { MARKDOWN_FORMS, type MarkdownFields, type MarkdownKind, readHead } from '@/lib/content-markdown/front-matter'
import { type MarkdownState, PUSHED, readState } from '@/lib/content-markdown/server/queries'
import { AppError, fieldError } from '@/lib/http/errors'
import { saveImportedItem } from '@/lib/move/server/mutations'
import { createNoteSchema, updateNoteSchema } from '@/lib/note/input'
import { createNote, updateNote } from '@/lib/note/server/mutations'
import { isId, newRowId } from '@/lib/platform/ids'
import { ownValue } from '@/lib/platform/own-value'
import type { Transaction } from '@/lib/platform/server/db'
import { createPostSchema, updatePostSchema } from '@/lib/post/input'
import { createPost, updatePost } from '@/lib/post/server/mutations'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { editMarkdown } from '@/lib/rich-text/server/edit-markdown'
import { saveWaitingChange } from '@/lib/working-copy/server/mutations'
import { type FrontMatter, splitFrontMatter, textField } from '@/packages/convert/archive/read-front-matter'
import { attribute, elementsOf, parseTree } from '@/packages/convert/tree'

/** What is longer nobody writes above a text, and a YAML parser needs seconds for. */
const HEAD_MAX_CHARACTERS = 8_192
const HEAD_MAX_LINES = 200

/** A request that writes Markdown. */
export type MarkdownWrite = {
  markdown: string
  /** Of its headers; null where it has none. */
  ifMatch: string | null
  ifNoneMatch: string | null
}

type Write = { written: MarkdownWritten; isNew: boolean }

/**
 * Creates a note or project of Markdown: a draft, unless its front matter says `draft: false`.
 * @param id one the client has chosen: the same request again finds what it made
 * @throws AppError "unprocessable", or "forbidden" where it would publish and may not; "precondition-failed" where the
 * id has another text
 */
export async function createMarkdown(
  kind: MarkdownKind,
  admin: Admin,
  { markdown }: MarkdownWrite,
  id = newRowId(),
): Promise<Write> {
  const { data, body, fields, remarks } = parse(kind, markdown, id)
  const status = draftIn(data) === false ? 'published' : 'draft'
  if (status === 'published') requireScope(admin, 'publish')
  const { html } = await editMarkdown('' as SafeHtml, body)
  refuseRelativePictures(html)
  const date = status === 'draft' ? undefined : dateIn(data)
  const input = {
    ...fields,
    [MARKDOWN_FORMS[kind].richText]: html,
    status,
    ...(date ? { publishAt: date.toISOString() } : {}),
    draft: { _id: id },
  }
  const imported = pushed(kind, id, markdown)
  if (kind === 'note') await createNote(admin, checked(kind, createNoteSchema, input), imported)
  else await createPost(admin, checked(kind, createPostSchema, input), undefined, imported)
  return { written: await answer(kind, admin, id, 'Created.', [], remarks), isNew: true }
}

/**
 * Writes Markdown over the state of a note or project that `If-Match` names, or with `If-None-Match: *` a new one. What
 * readers see changes only for whoever may publish; else the text waits beside it.
 * @throws AppError "precondition-required" without one of these headers, "precondition-failed" for another state,
 * "not-found", "unprocessable", "forbidden"
 */
export async function updateMarkdown(
  kind: MarkdownKind,
  admin: Admin,
  id: string,
  write: MarkdownWrite,
): Promise<Write> {
  const { ifMatch, ifNoneMatch, markdown } = write
  if (ifNoneMatch?.trim() === '*') return createOnce(kind, admin, id, write)
  if (ifMatch === null || ifMatch.trim() === '*')
    throw new AppError('precondition-required', 'Say with If-Match which state you have edited: its ETag.')
  const state = await readState(kind, admin, id)
  if (!namesTag(ifMatch, state.etag)) throw changedSince(state)
  const { data, body, fields, remarks } = parse(kind, markdown, state.id)
  const { richText } = MARKDOWN_FORMS[kind]
  const { html, lost } = await editMarkdown(state.richText, body)
  if (html !== state.richText) refuseRelativePictures(html, state.richText)
  const target = { ...state.fields, ...fields, [richText]: html }
  const publishing = publishingIn(data, state)
  const { slug, ...texts } = differences(state.row, target)
  const isDraft = state.status === 'draft'
  const mayPublish = !admin.token || admin.token.scopes.includes('publish')
  // What cannot wait beside what readers see: when it is public, where it is, and whether it is pinned.
  const isMoved = publishing.status !== undefined || publishing.publishAt !== undefined
  if (isMoved || (!isDraft && (slug !== undefined || texts.isPinned !== undefined))) requireScope(admin, 'publish')
  const isChanged = Object.keys(differences(state.fields, target)).length > 0
  const isWaiting = !isDraft && !mayPublish
  const imported = pushed(kind, state.id, markdown)
  try {
    let copyVersion = state.copy?.version ?? 0
    const changes = isWaiting ? {} : { ...texts, ...(slug === undefined ? {} : { slug }), ...publishing }
    if (Object.keys(changes).length > 0) {
      const { copy, version } = state
      const draft = { _id: state.id, ...(copy ? { on: { _id: copy._id, version: copy.version } } : {}) }
      const input = { ...changes, version, draft }
      if (kind === 'note') await updateNote(admin, state.id, checked(kind, updateNoteSchema, input), imported)
      else await updatePost(admin, state.id, checked(kind, updatePostSchema, input), undefined, imported)
    } else {
      if (isWaiting && isChanged) {
        checkedUpdate(kind, texts)
        const subject = { kind, id: state.id }
        copyVersion = (await saveWaitingChange(admin, subject, { ...target }, state.copy, autosave)).version
      }
      await imported.also(undefined, { version: state.version, copyVersion })
    }
  } catch (error) {
    // Somebody was faster since the state was read.
    if (error instanceof AppError && error.kind === 'conflict') throw changedSince(await readState(kind, admin, id))
    throw error
  }
  return { written: await answer(kind, admin, state.id, 'Saved.', lost, remarks), isNew: false }
}

/** Creates a row with an id of the client's own: once, however often the request is sent. */
async function createOnce(kind: MarkdownKind, admin: Admin, id: string, write: MarkdownWrite): Promise<Write> {
  if (!isId(id)) throw fieldError('id', 'The id must be a UUID.')
  const state = await readState(kind, admin, id).catch((error) => {
    if (error instanceof AppError && error.kind === 'not-found') return null
    throw error
  })
  if (!state) return createMarkdown(kind, admin, write, id.toLowerCase())
  const { body, fields } = parse(kind, write.markdown, id)
  const { html } = await editMarkdown(state.richText, body)
  const target = { ...state.fields, ...fields, [MARKDOWN_FORMS[kind].richText]: html }
  if (Object.keys(differences(state.fields, target)).length > 0) throw changedSince(state)
  const { version, copy } = state
  await pushed(kind, state.id, write.markdown).also(undefined, { version, copyVersion: copy?.version ?? 0 })
  return { written: await answer(kind, admin, id, 'It is here already.', [], []), isNew: false }
}

/** Remembers what a program has sent, and which state became of it: it knows then what it need not send again. */
function pushed(kind: MarkdownKind, id: string, markdown: string) {
  const hash = createHash('sha256').update(markdown.replace(/\r\n?/g, '\n')).digest('hex')
  const also = (
    transaction: Transaction | undefined,
    { version, copyVersion }: { version: number; copyVersion?: number },
  ) => {
    const row = { kind, id, version, copyVersion }
    return saveImportedItem({ id: null, source: PUSHED }, { identity: id, hash, before: null, row }, transaction)
  }
  return { columns: {}, also }
}

function parse(kind: MarkdownKind, markdown: string, id: string) {
  const text = markdown.replace(/^\ufeff/, '')
  const end = text.indexOf('\n---')
  const head = text.startsWith('---') ? text.slice(0, end === -1 ? undefined : end) : ''
  if (head.length > HEAD_MAX_CHARACTERS || head.split('\n').length > HEAD_MAX_LINES)
    throw fieldError('front matter', `The front matter can have at most ${HEAD_MAX_LINES} lines and 8 KB.`)
  // Other systems begin theirs with other signs: here these are a text's.
  const { data, body, problem = '' } = head === '' ? { data: {}, body: text } : splitFrontMatter(text)
  if (problem !== '') throw fieldError('front matter', 'The front matter is not valid YAML.')
  const stated = textField(data, 'id')
  if (stated !== '' && stated.toLowerCase() !== id.toLowerCase())
    throw fieldError('id', 'The front matter has the id of another text.')
  return { data, body, ...readHead(kind, data) }
}

function draftIn(data: FrontMatter): boolean | null {
  const stated = textField(data, 'draft').toLowerCase()
  if (stated === '') return null
  if (stated === 'true' || stated === 'false') return stated === 'true'
  throw fieldError('draft', 'draft can only be true or false.')
}

function dateIn(data: FrontMatter): Date | undefined {
  const stated = textField(data, 'date')
  if (stated === '') return undefined
  const date = new Date(stated)
  if (!/^\d{4}-\d{2}-\d{2}/.test(stated) || Number.isNaN(date.getTime()))
    throw fieldError('date', 'date must be a time such as 2026-03-01T09:00:00Z.')
  return date
}

/** What the front matter changes of when a text is public. A date of a draft is what site generators want there. */
function publishingIn(data: FrontMatter, { status, publishAt }: MarkdownState) {
  const isDraft = draftIn(data) ?? status === 'draft'
  const date = isDraft ? undefined : dateIn(data)
  const isMoved = date !== undefined && date.toISOString() !== publishAt
  return {
    ...(isDraft === (status === 'draft') ? {} : { status: isDraft ? ('draft' as const) : ('published' as const) }),
    ...(isMoved ? { publishAt: date.toISOString() } : {}),
  }
}

function differences(before: MarkdownFields, after: MarkdownFields): MarkdownFields {
  return Object.fromEntries(Object.entries(after).filter(([name, text]) => ownValue(before, name) !== text))
}

/** A picture lies beside a file of the client's; the site has no such folder. */
function refuseRelativePictures(html: string, before = ''): void {
  const known = new Set(addressesIn(before))
  const relative = addressesIn(html).find((src) => !known.has(src) && !/^(?:https?:|data:|\/)/i.test(src))
  if (relative === undefined) return
  const name = relative.slice(0, 200)
  throw fieldError('text', `The picture ${name} is not on this site. Upload it, and use the address it gets.`)
}

function addressesIn(html: string): string[] {
  return [...elementsOf(parseTree(html))].flatMap((node) =>
    node.tagName === 'img' ? [attribute(node, 'src') ?? ''] : [],
  )
}

/** The issues of a field by its name in the front matter. */
function checked<Output>(kind: MarkdownKind, schema: z.ZodType<Output>, input: unknown): Output {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const { names, richText } = MARKDOWN_FORMS[kind]
  const nameOf: Record<string, string> = Object.fromEntries([
    ...Object.entries(names).map(([name, column]) => [column, name]),
    ...[
      [richText, 'text'],
      ['publishAt', 'date'],
      ['status', 'draft'],
    ],
  ])
  const issues = result.error.issues.slice(0, 20).map(({ path, message }) => {
    const column = String(path[0] ?? '')
    return { path: ownValue(nameOf, column) ?? column, message }
  })
  throw new AppError('unprocessable', issues[0]?.message ?? 'The fields are not valid.', { issues })
}

function checkedUpdate(kind: MarkdownKind, input: MarkdownFields): void {
  if (kind === 'note') checked(kind, updateNoteSchema, input)
  else checked(kind, updatePostSchema, input)
}

function changedSince({ etag }: Pick<MarkdownState, 'etag'>): AppError {
  return new AppError('precondition-failed', 'This has changed since: read it again and repeat the change.', { etag })
}

async function answer(
  kind: MarkdownKind,
  admin: Admin,
  id: string,
  message: string,
  lost: string[],
  remarks: string[],
): Promise<MarkdownWritten> {
  const { version, copy, status, row, fields, etag } = await readState(kind, admin, id)
  const isWaiting = status !== 'draft' && copy !== null && Object.keys(differences(row, fields)).length > 0
  return { message, _id: id, version, etag, status: isWaiting ? 'waiting' : status, lost, remarks }
}
