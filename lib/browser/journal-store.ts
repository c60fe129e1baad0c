import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { DAY_MS } from '@/lib/platform/days'
import type { VersionVector } from '@/lib/working-copy/resume'
import type { CopyFields, CopyKind } from '@/lib/working-copy/schema'

/** The working copy as the server is known to have it. */
export type SharedCopy = { _id: string; version: number; fields: CopyFields }

/** What one open form holds; `account` and `key` say whose text of what, `form` which of several open forms. */
export type JournalEntry = {
  account: string
  key: string
  form: string
  kind: CopyKind
  isNew: boolean
  fields: CopyFields
  /** Counts the states of the form. */
  sequence: number
  /** Pictures pasted into its text that are still on their way there. */
  pending: PendingFile[]
  /** Whether the server has this state. */
  isSent: boolean
  /** By this browser's clock: to be shown, and to order what nothing else orders. */
  keptAt: number
}

/** What the entry's text was begun from: as long as the text itself, and changed seldom. */
export type JournalBase = {
  baseVersion: number
  base: CopyFields
  shared: SharedCopy | null
  resumed?: VersionVector
}

/** `at` is its place in the text; `replaces` the address of the picture in whose place it is shown. */
export type PendingFile = { id: string; alt: string; at: number; replaces?: string }
/** A file that was chosen or pasted, until it is uploaded. */
export type JournalFile = { id: string; file: File }

export type JournalRecord = JournalEntry & JournalBase & { files: JournalFile[] }

/** Why this browser keeps nothing: its storage is full, or it has none for this site. */
export type Refusal = 'full' | 'none'

type Key = Pick<JournalEntry, 'account' | 'key' | 'form'>
type Path = [account: string, key: string, form: string]

interface Schema extends DBSchema {
  entries: { key: Path; value: JournalEntry }
  bases: { key: Path; value: JournalBase & Key }
  files: { key: [...Path, string]; value: JournalFile & Key }
}

const NAME = 'colophon-journal'
const STORES = ['entries', 'bases', 'files'] as const
/** A browser that does not answer within this time is not going to. */
const OPEN_MAX_MS = 2_000
/** What nobody has come back to for so long goes when a form is opened; so does the oldest beyond the number. */
const RETAINED_DAYS = 180
const RETAINED_ENTRIES = 200

let opening: Promise<IDBPDatabase<Schema>> | null = null

function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= open().catch((error) => {
    opening = null
    throw error
  })
  return opening
}

function open(): Promise<IDBPDatabase<Schema>> {
  const opened = openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: ['account', 'key', 'form'] })
      db.createObjectStore('bases', { keyPath: ['account', 'key', 'form'] })
      db.createObjectStore('files', { keyPath: ['account', 'key', 'form', 'id'] })
    },
    blocking() {
      // Another tab has a newer version of the site.
      void opened.then((db) => db.close())
      opening = null
    },
    terminated() {
      opening = null
    },
  })
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('The storage does not answer.')), OPEN_MAX_MS),
  )
  return Promise.race([opened, late])
}

/** What a failure of the storage means for the text. */
export function refusalOf(error: unknown): Refusal {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'none'
}

const path = ({ account, key, form }: Key): Path => [account, key, form]
const rangeOf = (...start: string[]) => IDBKeyRange.bound(start, [...start, []])

/**
 * Stores a state of a form, with `base` where that has changed. Once it is resolved the state outlives the browser.
 * @throws DOMException when the browser refuses
 */
export async function putEntry(entry: JournalEntry, base?: JournalBase): Promise<void> {
  const transaction = (await database()).transaction(['entries', 'bases'], 'readwrite')
  void transaction.objectStore('entries').put(entry)
  if (base) void transaction.objectStore('bases').put({ ...base, ...keyOf(entry) })
  // Not left to the end of the task: a page that is closed has none.
  transaction.commit()
  await transaction.done
}

const keyOf = ({ account, key, form }: Key): Key => ({ account, key, form })

/** Stores a file beside the form's entry. @throws DOMException when the browser refuses */
export async function putFile(entry: Key, file: JournalFile): Promise<void> {
  await (await database()).put('files', { ...file, ...keyOf(entry) })
}

/** Everything this browser has of an account's text under a key, one for each form it was open in. */
export async function readRecords(account: string, key: string): Promise<JournalRecord[]> {
  const transaction = (await database()).transaction(STORES)
  const range = rangeOf(account, key)
  const [entries, bases, files] = await Promise.all([
    transaction.objectStore('entries').getAll(range),
    transaction.objectStore('bases').getAll(range),
    transaction.objectStore('files').getAll(range),
  ])
  const stored = entries.flatMap((entry) => {
    const base = bases.find(({ form }) => form === entry.form)
    return base ? [{ ...base, ...entry, files: files.filter(({ form }) => form === entry.form) }] : []
  })
  return withUnloadEntries(account, key, stored)
}

/** The entries of an account, of all its forms; what was written at the last moment is among them. */
export async function readEntries(account: string): Promise<JournalEntry[]> {
  const entries = await (await database()).getAll('entries', rangeOf(account))
  const keys = new Set(entries.map(({ key }) => key))
  const last = unloadEntries(account).filter(({ key }) => !keys.has(key))
  return [...entries, ...last]
}

export async function removeRecord(entry: Key): Promise<void> {
  removeUnloadEntry(entry)
  const transaction = (await database()).transaction(STORES, 'readwrite')
  void transaction.objectStore('entries').delete(path(entry))
  void transaction.objectStore('bases').delete(path(entry))
  void transaction.objectStore('files').delete(rangeOf(...path(entry)))
  transaction.commit()
  await transaction.done
}

/** Puts back what was forgotten. */
export async function putRecord({ files, base, baseVersion, shared, resumed, ...entry }: JournalRecord): Promise<void> {
  await putEntry(entry, { base, baseVersion, shared, resumed })
  for (const file of files) await putFile(entry, file)
}

/** Forgets what is too old, or too much. */
export async function tidyStore(now: number): Promise<void> {
  const entries = await (await database()).getAll('entries')
  const oldest = now - RETAINED_DAYS * DAY_MS
  const inOrder = entries.sort((a, b) => b.keptAt - a.keptAt)
  for (const [index, entry] of inOrder.entries()) {
    if (index >= RETAINED_ENTRIES || entry.keptAt < oldest) await removeRecord(entry)
  }
}

// The last moment. A page that is being closed may not live until IndexedDB has answered, and only localStorage is
// written before the next statement: it takes what was typed since the last answer, and gives it back to IndexedDB
// when the form is opened again. Of all else it would be a poor keeper: 5 MB, and every write stops the typing.

const UNLOAD_PREFIX = 'colophon-journal:'
type UnloadEntry = JournalEntry & Partial<JournalBase>

/** Stores a state at once; false when this browser does not let it. */
export function putUnloadEntry(entry: JournalEntry, base?: JournalBase): boolean {
  try {
    localStorage.setItem(UNLOAD_PREFIX + path(entry).join(':'), JSON.stringify({ ...entry, ...base }))
    return true
  } catch {
    return false
  }
}

function unloadEntries(account: string, key = ''): UnloadEntry[] {
  const prefix = `${UNLOAD_PREFIX}${account}:${key}`
  try {
    return Object.keys(localStorage).flatMap((name) => {
      if (!name.startsWith(prefix)) return []
      const entry: UnloadEntry = JSON.parse(localStorage.getItem(name) ?? 'null')
      return entry?.account === account && (key === '' || entry.key === key) ? [entry] : []
    })
  } catch {
    return []
  }
}

export function removeUnloadEntry(entry: Key): void {
  try {
    localStorage.removeItem(UNLOAD_PREFIX + path(entry).join(':'))
  } catch {}
}

/** The newer of the two of each form. */
function withUnloadEntries(account: string, key: string, stored: JournalRecord[]): JournalRecord[] {
  const records = new Map(stored.map((record) => [record.form, record]))
  for (const last of unloadEntries(account, key)) {
    const before = records.get(last.form)
    if (before && before.sequence >= last.sequence) continue
    const { base, baseVersion = 0, shared = null, resumed } = { ...before, ...last }
    if (base) records.set(last.form, { ...last, base, baseVersion, shared, resumed, files: before?.files ?? [] })
  }
  return [...records.values()]
}
