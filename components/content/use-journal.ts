'use client'

import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ConflictField, Side } from '@/components/content/conflict-dialog'
import { htmlBlocks } from '@/components/content/html-blocks'
import { htmlText } from '@/components/content/html-text'
import type { RichTextDraft } from '@/components/content/rich-text-field'
import { CLOSED, Journal, type JournalState } from '@/lib/browser/journal'
import { galleryLines } from '@/lib/content/gallery'
import type { ContentName } from '@/lib/content/kinds'
import { isId, newRowId } from '@/lib/platform/ids'
import { ownValue } from '@/lib/platform/own-value'
import { CONTENT_PATHS, COPY_QUERY } from '@/lib/routes/paths'
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
  /** The pictures of a field as the form has it, and of its other text. */
  pictures?: (name: string, other: string) => ConflictField['pictures']
}

type Compared = 'published' | 'copy' | 'resumed'

/** Methods of `Journal` passed as they are. */
type Passed = 'touch' | 'flush' | 'isSafe' | 'hold' | 'answered' | 'submission' | 'release' | 'finish' | 'undoRevert'

export type FormJournal<Row = unknown> = Pick<Journal, Passed | 'revert'> & {
  /** Where the text is; what shows it asks `useJournalState`, so that the form is not rendered each time it is saved. */
  store: Pick<Journal, 'subscribe' | 'state'>
  /** Whether the form holds what was written in it before. */
  isReady: boolean
  /** The id of its row, or the one that is to have. */
  key: () => string
  /** The version of the row that the form goes on from; undefined where there is none. */
  version: () => number | undefined
  /** The form is saved and goes on. */
  published: (row: Row) => void
  /** Takes over the row as somebody else has saved it; whether that waits for a decision. */
  meetRow: (row: Row, before: Row) => boolean
  /** What the form is being compared with; null while it is not. Call `fields` after the form is rendered: it reads it. */
  comparison: { type: Compared; fields: () => ConflictField[] } | null
  compare: (type: Compared | null) => void
  differences: (type: Compared) => ConflictField[]
  decide: (choice: Record<string, Side>, type: Compared) => void
  /** Where what it holds goes on as something new, when its row is gone; null where it cannot. */
  asNew: (() => Promise<void>) | null
  files: Pick<Journal['files'], 'attach' | 'fileOf' | 'textOf'>
}

/** The same for what shows it, whatever its row. */
export type ShownJournal = Omit<FormJournal, 'published' | 'meetRow'>

/** Keeps what is typed into a form, and goes on with it when the form is opened again (decision 023). */
export function useJournal<Row>(options: JournalOptions<Row>): FormJournal<Row> {
  const { kind, from, row, id } = options
  const latest = useRef(options)
  latest.current = options
  const [journal] = useState(
    () =>
      new Journal({
        account: from.account,
        kind,
        key: () => id ?? requestedKey() ?? newRowId(),
        row: rowOf(row, id === null),
        onBegun: () => keepAddress(journal.key),
        read: () => latest.current.read(),
        write: (fields) => latest.current.write(fields),
        upload: (file) => latest.current.upload?.(file) ?? Promise.reject(new Error('There is no picture here.')),
        pending: () => latest.current.text?.pending() ?? [],
        restore: (pictures) => latest.current.text?.restore(pictures),
        split: {
          pictures: galleryLines,
          ...Object.fromEntries(RICH_FIELDS[kind].map((name) => [name, htmlBlocks])),
        },
      }),
  )
  const isReady = useJournalState(journal, ({ isReady }) => isReady)
  const [comparing, setComparing] = useState<Compared | null>(null)

  useEffect(() => {
    void journal.open(latest.current.from.copy)
  }, [journal])
  // Before the fields are taken out of the page.
  useLayoutEffect(() => () => journal.close(), [journal])

  function rowOf(content: Row, isNew = false) {
    const { versionOf, fieldsOf, isDraft = () => false } = options
    return { version: versionOf(content), fields: fieldsOf(content), isNew, isDraft: !isNew && isDraft(content) }
  }

  async function asNew() {
    const key = await journal.startAnew()
    const { update, create } = CONTENT_PATHS[kind as ContentName]
    window.location.assign(journal.row.isDraft ? update(key) : `${create}?${COPY_QUERY}=${key}`)
  }

  function theirs(type: Compared): CopyFields {
    const { other } = journal.state()
    return type === 'resumed' || !other ? journal.row.fields : other.fields
  }

  function differences(type: Compared): ConflictField[] {
    return differencesOf({ mine: options.read(), theirs: theirs(type) }, options)
  }

  function decide(choice: Record<string, Side>, type: Compared) {
    const other = theirs(type)
    const fromOther = Object.entries(choice).filter(([, side]) => side === 'theirs')
    const taken = fromOther.map(([name]) => [name, ownValue(other, name) ?? ''])
    journal.decide({ ...latest.current.read(), ...Object.fromEntries(taken) })
    setComparing(null)
  }

  const { touch, flush, isSafe, finish, hold, release, answered, submission, revert, undoRevert, files } = journal
  return {
    ...{ touch, flush, isSafe, finish, hold, release, answered, submission, revert, undoRevert, files },
    store: journal,
    isReady,
    key: () => journal.key,
    version: () => journal.row.version || undefined,
    published: (next) => journal.published(rowOf(next)),
    meetRow(next, before) {
      const pictures = [next, before].map((row) => options.pictureOf?.(row))
      return journal.meetRow(rowOf(next), { picture: pictures[0], hasNewPicture: pictures[0] !== pictures[1] })
    },
    comparison: comparing && { type: comparing, fields: () => differences(comparing) },
    compare: setComparing,
    differences,
    decide,
    asNew: id === null || !(kind in CONTENT_PATHS) ? null : asNew,
  }
}

const OPEN: JournalState = { ...CLOSED, isReady: true }
const noNews = () => () => {}

/**
 * What of a journal's state a component shows: it is rendered again when that changes, and for nothing else.
 * @param store none of a form that stores nothing until it is saved
 */
export function useJournalState<Part>(
  store: FormJournal['store'] | undefined,
  part: (state: JournalState) => Part,
): Part {
  const read = () => part(store?.state() ?? OPEN)
  return useSyncExternalStore(store?.subscribe ?? noNews, read, read)
}

/** The fields in which two states of a form differ, as they are read. */
function differencesOf(
  { mine, theirs }: { mine: CopyFields; theirs: CopyFields },
  {
    kind,
    labels,
    show = (_, text) => text,
    pictures,
  }: Pick<JournalOptions<never>, 'kind' | 'labels' | 'show' | 'pictures'>,
): ConflictField[] {
  return Object.entries(labels).flatMap(([name, label]) => {
    const [one = '', other = ''] = [ownValue(mine, name), ownValue(theirs, name)]
    if (one === other) return []
    const isRich = RICH_FIELDS[kind].includes(name)
    const words = isRich
      ? { mine: htmlText(one), theirs: htmlText(other) }
      : { mine: show(name, one), theirs: show(name, other) }
    const note = isRich && words.mine === words.theirs ? SAME_WORDS : undefined
    return [{ name, label, ...words, note, pictures: pictures?.(name, other) }]
  })
}

/** The key of something new that was begun in this browser and the server has not heard of. */
function requestedKey(): string | null {
  const requested = typeof window === 'undefined' ? null : new URL(window.location.href).searchParams.get(COPY_QUERY)
  return requested !== null && isId(requested) ? requested : null
}

/** A reload goes on with what was begun. */
function keepAddress(key: string): void {
  const address = new URL(window.location.href)
  address.searchParams.set(COPY_QUERY, key)
  window.history.replaceState(null, '', address)
}

const SAME_WORDS = 'Same words, different formatting.'
