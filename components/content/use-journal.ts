'use client'

import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ConflictField, Side } from '@/components/content/conflict-dialog'
import { htmlBlocks } from '@/components/content/html-blocks'
import { htmlText } from '@/components/content/html-text'
import type { RichTextDraft } from '@/components/content/rich-text-field'
import { CLOSED, Journal, type JournalState } from '@/lib/browser/journal'
import type { JournalFiles } from '@/lib/browser/journal-files'
import { ApiError } from '@/lib/calls/client'
import { isId, newRowId } from '@/lib/platform/ids'
import { COPY_QUERY, paths } from '@/lib/routes/paths'
import { type CopyFields, type CopyKind, type FormCopy, RICH_FIELDS } from '@/lib/working-copy/schema'

export type JournalOptions<Row> = {
  kind: CopyKind
  from: FormCopy
  row: Row
  /** Of the row; null for something new. */
  id: string | null
  versionOf: (row: Row) => number
  /** Whether what is typed becomes of the row by itself. */
  isDraft?: (row: Row) => boolean
  fieldsOf: (row: Row) => CopyFields
  /** The address of the row's picture, in a form that has one. */
  pictureOf?: (row: Row) => string | undefined
  /** What the form holds now. */
  read: () => CopyFields
  write: (fields: CopyFields) => void
  /** Its rich text, whose pictures may be on their way. */
  text?: Pick<RichTextDraft, 'pending' | 'restore'>
  /** Prepares and sends a picture that was chosen; answers what its field holds from then on. */
  upload?: (file: File) => Promise<string>
  labels: Record<string, string>
  /** A field as it is read, where that is not its text. */
  show?: (name: string, text: string) => string
}

type KnownRow = { _id: string | null; version: number | null }

type Compared = 'published' | 'copy' | 'resumed'

export type FormJournal<Row = unknown> = {
  /** Where the text is; what shows it asks `useJournalState`, so that the form is not rendered each time it is saved. */
  store: Pick<Journal, 'subscribe' | 'state'>
  /** Whether the form holds what was written in it before. */
  isReady: boolean
  isNew: boolean
  /** The id of its row, or the one that is to have. */
  key: () => string
  /** Something may have been typed, pasted or chosen. */
  touch: () => void
  flush: () => Promise<void>
  /** Whether nothing is lost by leaving now. */
  isSafe: () => boolean
  /** The form is saved and being left. */
  finish: () => Promise<void>
  /** The form is saved and goes on. */
  published: (row: Row) => void
  /** Whether the form was begun from what this row holds, also where it was published by another tab. */
  goesOnFrom: (row: Row) => boolean
  revert: () => void
  undoRevert: () => void
  /** What the form is being compared with; null while it is not. Call `fields` after the form is rendered: it reads it. */
  comparison: { type: Compared; fields: () => ConflictField[] } | null
  compare: (type: Compared | null) => void
  decide: (choice: Record<string, Side>) => void
  /** Where what it holds goes on as something new, when its row is gone; null where it cannot. */
  asNew: (() => Promise<void>) | null
  /**
   * The row to be saved, once the server has of a draft what the form holds; null where nothing new was written.
   * @param known as the form knows it
   * @throws ApiError where the server does not have it
   */
  settled: (known: KnownRow) => Promise<{ _id: string; version: number } | null>
  /** The files its fields hold. */
  files: Pick<JournalFiles, 'attach' | 'fileOf' | 'textOf'>
}

/** The same for what shows it, whatever its row. */
export type ShownJournal = Omit<FormJournal, 'published' | 'goesOnFrom'>

const OPEN: JournalState = { ...CLOSED, isReady: true }

/** Of a form that stores nothing until it is saved. */
export const NO_JOURNAL: FormJournal = {
  store: { subscribe: () => () => {}, state: () => OPEN },
  isReady: true,
  isNew: false,
  key: () => '',
  touch() {},
  flush: async () => {},
  isSafe: () => true,
  finish: async () => {},
  published() {},
  goesOnFrom: () => false,
  revert() {},
  undoRevert() {},
  comparison: null,
  compare() {},
  decide() {},
  asNew: null,
  settled: async () => null,
  files: { attach: () => '', fileOf: () => undefined, textOf: (text) => text },
}

/** Keeps what is typed into a form, and goes on with it when the form is opened again (decision 023). */
export function useJournal<Row>(options: JournalOptions<Row>): FormJournal<Row> {
  const { kind, from, row, id, labels, show } = options
  const latest = useRef(options)
  latest.current = options
  const [journal] = useState(
    () =>
      new Journal({
        account: from.account,
        isKept: from.isKept,
        kind,
        key: () => id ?? askedKey() ?? newRowId(),
        row: rowOf(row, id === null),
        onBegun: () => keepAddress(journal.key),
        read: () => latest.current.read(),
        write: (fields) => latest.current.write(fields),
        upload: (file) => latest.current.upload?.(file) ?? Promise.reject(new Error('There is no picture here.')),
        pending: () => latest.current.text?.pending() ?? [],
        restore: (pictures) => latest.current.text?.restore(pictures),
        split: Object.fromEntries(RICH_FIELDS[kind].map((name) => [name, htmlBlocks])),
      }),
  )
  const isReady = useJournalState(journal, ({ isReady }) => isReady)
  const [comparing, setComparing] = useState<Compared | null>(null)

  useEffect(() => {
    void journal.open(latest.current.from.copy)
  }, [journal])
  // Before the fields are taken out of the page.
  useLayoutEffect(() => () => journal.close(), [journal])

  function rowOf(of: Row, isNew = false) {
    const { versionOf, fieldsOf, isDraft = () => false } = options
    return { version: versionOf(of), fields: fieldsOf(of), isNew, isDraft: !isNew && isDraft(of) }
  }

  async function settled({ _id, version }: KnownRow) {
    if (journal.row.isDraft || journal.row.isNew) await journal.flush()
    if (journal.row.isNew && journal.failure) throw journal.failure
    if (journal.state().other) throw new ApiError(0, 'The same place was changed elsewhere too.', null)
    if (journal.row.isNew) return null
    return { _id: _id ?? journal.key, version: Math.max(version ?? 0, journal.row.version) }
  }

  async function asNew() {
    const key = await journal.startAnew()
    const { update, form } = FORMS[kind as 'note' | 'post']
    window.location.assign(journal.row.isDraft ? update(key) : `${form}?${COPY_QUERY}=${key}`)
  }

  function theirs(type: Compared): CopyFields {
    return type === 'resumed' ? journal.row.fields : (journal.state().other?.fields ?? {})
  }

  function decide(choice: Record<string, Side>) {
    if (comparing === null) return
    const chosen = { ...latest.current.read() }
    const other = theirs(comparing)
    for (const [name, side] of Object.entries(choice)) if (side === 'theirs') chosen[name] = other[name] ?? ''
    journal.decide(chosen)
    setComparing(null)
  }

  return {
    store: journal,
    isReady,
    isNew: id === null,
    key: () => journal.key,
    touch: () => journal.touch(),
    flush: () => journal.flush(),
    isSafe: () => journal.isSafe(),
    finish: () => journal.finish(),
    published: (next) => journal.published(rowOf(next)),
    goesOnFrom: (next) => journal.goesOnFrom(options.fieldsOf(next), options.pictureOf?.(next)),
    revert: () => journal.revert(),
    undoRevert: () => journal.undoRevert(),
    comparison: comparing && {
      type: comparing,
      fields: () => differences({ mine: options.read(), theirs: theirs(comparing) }, { kind, labels, show }),
    },
    compare: setComparing,
    decide,
    asNew: id === null || !(kind in FORMS) ? null : asNew,
    settled,
    files: journal.files,
  }
}

/** What of a journal's state a component shows: it is rendered again when that changes, and for nothing else. */
export function useJournalState<Part>(store: FormJournal['store'], part: (state: JournalState) => Part): Part {
  const read = () => part(store.state())
  return useSyncExternalStore(store.subscribe, read, read)
}

/** The fields in which two states of a form differ, as they are read. */
function differences(
  { mine, theirs }: { mine: CopyFields; theirs: CopyFields },
  { kind, labels, show = (_, text) => text }: Pick<JournalOptions<unknown>, 'kind' | 'labels' | 'show'>,
): ConflictField[] {
  return Object.entries(labels).flatMap(([name, label]) => {
    const [one = '', other = ''] = [mine[name], theirs[name]]
    if (one === other) return []
    const isRich = RICH_FIELDS[kind].includes(name)
    const words = isRich
      ? { mine: htmlText(one), theirs: htmlText(other) }
      : { mine: show(name, one), theirs: show(name, other) }
    const note = isRich && words.mine === words.theirs ? SAME_WORDS : undefined
    return [{ name, label, ...words, note, first: 'mine' as const }]
  })
}

const FORMS = {
  note: { form: paths.newNote, update: paths.updateNote },
  post: { form: paths.newPost, update: paths.updatePost },
}

/** The key of something new that was begun in this browser and the server has not heard of. */
function askedKey(): string | null {
  const asked = typeof window === 'undefined' ? null : new URL(window.location.href).searchParams.get(COPY_QUERY)
  return asked !== null && isId(asked) ? asked : null
}

/** A reload goes on with what was begun. */
function keepAddress(key: string): void {
  const address = new URL(window.location.href)
  address.searchParams.set(COPY_QUERY, key)
  window.history.replaceState(null, '', address)
}

const SAME_WORDS = 'Same words, different formatting.'
