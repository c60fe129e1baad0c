import { type JournalChannel, joinChannel, openForms } from '@/lib/browser/journal-channel'
import { fileIdIn, JournalFiles } from '@/lib/browser/journal-files'
import {
  type JournalBase,
  type JournalEntry,
  type JournalRecord,
  type PendingFile,
  putEntry,
  putUnloadEntry,
  type Refusal,
  readRecords,
  refusalOf,
  removeRecord,
  removeUnloadEntry,
  type SharedCopy,
  tidyStore,
} from '@/lib/browser/journal-store'
import type { FoundCopy } from '@/lib/browser/new-copy'
import { readCopy } from '@/lib/browser/read-copy'
import { ApiError, callApi } from '@/lib/calls/client'
import { newId } from '@/lib/platform/ids'
import { NO_ANSWER } from '@/lib/texts/frame-constants'
import { copyCalls } from '@/lib/working-copy/calls'
import type { SaveCopyInput } from '@/lib/working-copy/input'
import { mergeFields } from '@/lib/working-copy/merge'
import { isSameText, type PublicRow, type Resumed, type ResumedForms, resume } from '@/lib/working-copy/resume'
import type { CopyFields, CopyKind, WorkingCopy } from '@/lib/working-copy/schema'

/** From an edit to the browser's storage. */
const KEEP_AFTER_MS = 120
/** From the last edit to the server, and at most from the first one that is not sent. */
const SEND_AFTER_MS = 1_200
const SEND_WITHIN_MS = 3_000
/** How long a request waits for the browser's storage. */
const STORE_MAX_MS = 1_000
const RETRY_MS = { first: 2_000, most: 30_000 }
/** How long to wait for a response: on a dead connection none comes, and no error either. */
const ANSWER_MAX_MS = 30_000
/** Added for the size of the request: how many bytes a slow line sends in a millisecond. */
const BYTES_A_MS = 16
/** How long leaving a saved form, or opening it again, waits for a request in progress. */
const FINISH_MAX_MS = 3_000
/** Below what browsers allow a closing page to send: 64 KiB for all its requests. */
const KEEPALIVE_MAX_BYTES = 60_000
/** How many of the forms a text was written in are remembered. */
const RESUMED_MAX = 20
/** The least time between two checks of the server's copy when the window gets the focus. */
const CHECK_AGAIN_MS = 5_000

/** What the journal needs of its form. */
export type JournalForm = {
  account: string
  /** Whether the server keeps a copy too. */
  isKept: boolean
  kind: CopyKind
  row: PublicRow
  /** The current values; cheap and without side effects. */
  read: () => CopyFields
  /** Fills the form without moving the caret. */
  write: (fields: CopyFields) => void
  /** Splits each rich text into blocks. */
  split: Record<string, (text: string) => string[]>
  /** Uploads a chosen file; resolves to what its field holds from then on. */
  upload: (file: File) => Promise<string>
  /** Uploads into its rich text that are in progress. */
  pending: () => PendingPicture[]
  /** Starts such uploads again. */
  restore: (pictures: PendingPicture[]) => void
}

export type PendingPicture = Omit<PendingFile, 'id'> & { file: File }

/** Where the text is stored. */
export type SaveState =
  /** Nothing differs from what is published. */
  | { name: 'clean' }
  | { name: 'saving' }
  /** `except` says why a file is not uploaded. */
  | { name: 'saved'; at: Date; except?: string }
  /** On this device, which is all there is for it. */
  | { name: 'kept' }
  | { name: 'offline' }
  | { name: 'failed'; reason: string }
  /** The writer has to choose between two versions. */
  | { name: 'conflict' }

export type JournalState = {
  /** Whether the form is filled with what was written before. */
  isReady: boolean
  status: SaveState
  /** Why the browser stores nothing; null while it does. */
  refusal: Refusal | null
  /** Whether the text is too long to be sent while the page closes. */
  isLong: boolean
  /** When the unpublished text the form was opened with was last edited; null without one. */
  resumedFrom: Date | null
  /** The other version of what both sides have changed. */
  other: Resumed['other']
  /** Whether discarded changes can be restored. */
  canUndo: boolean
  /** 'saved' where another form has saved the row since, 'gone' where the copy of this text was deleted since. */
  elsewhere: 'saved' | 'gone' | null
}

export const CLOSED: JournalState = {
  isReady: false,
  status: { name: 'clean' },
  refusal: null,
  isLong: false,
  resumedFrom: null,
  other: null,
  canUndo: false,
  elsewhere: null,
}

/** The journals of the forms open in this tab. */
const openJournals = new Set<Journal>()

/** Stores everything typed in this tab, in the browser and on the server. */
export async function flushJournals(): Promise<void> {
  await Promise.all([...openJournals].map((journal) => journal.flush()))
}

/**
 * Stores what is typed into a form: in the browser within 300 ms, on the server within 5 s (decision 023). Merges the
 * changes of other tabs and devices, and tells where the text is stored.
 */
export class Journal {
  readonly #form: JournalForm
  #key = ''
  /** Identifies this open form among all that have the text open. */
  readonly #id = newId()
  #state = CLOSED
  readonly #listeners = new Set<() => void>()
  #channel: JournalChannel | null = null
  #isOpen = false
  /** Resolves when this form, being closed, has stored its text in the browser, or failing that has sent it. */
  #stored: Promise<void> = Promise.resolve()
  #isBegun = false
  #isFinished = false

  #row: PublicRow
  /** What the text is based on: the row, or an older version of it while a conflict with the newer one is open. */
  #base: Resumed['base']
  #baseOnServer: number | null = null
  #shared: SharedCopy | null = null
  /** What the last copy held that is gone: published, or thrown away. */
  #gone: CopyFields | null = null
  /** The server's copy while a conflict with it is open. */
  #conflicting: SharedCopy | null = null
  /** The closed forms this one goes on from. */
  #resumed: ResumedForms = {}

  #fields: CopyFields
  #pending: PendingFile[] = []
  #sequence = 0
  #keptSequence = 0
  #sentSequence = 0
  /** Whether the base has changed since it was stored in the browser. */
  #isBaseUnsaved = true
  #discarded: CopyFields | null = null

  #keepTimer: ReturnType<typeof setTimeout> | undefined
  #sendTimer: ReturnType<typeof setTimeout> | undefined
  #unsentSince: number | null = null
  #sending: Promise<void> | null = null
  #failures = 0
  #checkedAt = 0

  readonly files: JournalFiles

  constructor(form: JournalForm) {
    this.#form = form
    this.files = new JournalFiles(
      () => ({ account: form.account, key: this.#key, form: this.#id }),
      (error) => this.#set({ refusal: refusalOf(error) }),
    )
    this.#row = form.row
    this.#base = form.row
    this.#fields = form.row.fields
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): JournalState => this.#state

  #set(part: Partial<JournalState>) {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }

  /** The published row. */
  get row(): PublicRow {
    return this.#row
  }

  /** The key of its working copy: the row's id, or one of its own. */
  get key(): string {
    return this.#key
  }

  /** Fills the form with the unpublished text of `find` and of closed forms in this browser. */
  async open(find: () => Promise<FoundCopy>): Promise<void> {
    if (this.#isOpen) return
    this.#isOpen = true
    openJournals.add(this)
    if (this.#isBegun) return this.#listen()
    this.#isBegun = true
    try {
      await this.#load(find)
    } catch (error) {
      // A form that restores nothing is better than one that stays disabled.
      console.error(error)
      this.#set({ isReady: true })
    }
  }

  async #load(find: () => Promise<FoundCopy>): Promise<void> {
    const { key, copy: rendered } = await find()
    this.#key = key
    this.#listen()
    const { account, row, split } = this.#form
    await this.#untilOthersStored()
    const closed = await this.#readClosed()
    // Back and Forward show a form with the working copy it was first rendered with.
    const mayBeOld = this.#form.isKept && (closed.length > 0 || this.#state.refusal !== null)
    const current = mayBeOld ? await readCopy(key).catch(() => undefined) : rendered
    if (!this.#isOpen) return
    const server = current === undefined ? rendered : current
    this.#resumed = resumedForms(closed)
    const toMerge = closed.filter(({ isSent }) => !isSent || current === undefined)
    const { fields, shared, base, other } = resume(row, server, toMerge, split)
    this.#shared = shared && { _id: shared._id, version: shared.version, fields: shared.fields }
    this.#baseOnServer = server?.baseVersion ?? null
    this.#base = base
    if (other?.is === 'copy' && server) this.#conflicting = server
    this.#fields = fields
    this.#pending = this.files.adopt(closed, fields)
    const isResumed = !isSameText(fields, row.fields) || this.#pending.length > 0
    if (isResumed) this.#form.write(fields)
    this.#restoreUploads()
    const times = [...toMerge.map(({ keptAt }) => keptAt), ...(server ? [Date.parse(server.updatedAt)] : [])]
    const isSent = isSameText(fields, (this.#shared ?? row).fields)
    const isSaved = isResumed && isSent && server !== null
    this.#set({
      isReady: true,
      resumedFrom: isResumed && times.length > 0 ? new Date(Math.max(...times)) : null,
      other,
      status: this.#conflicting
        ? { name: 'conflict' }
        : isSaved
          ? { name: 'saved', at: new Date(server.updatedAt) }
          : { name: 'clean' },
    })
    if (toMerge.length > 0 && isResumed) {
      this.#sequence += 1
      await this.#keepState()
    }
    if (this.#state.refusal === null) {
      for (const { form } of closed) await removeRecord({ account, key, form }).catch(() => {})
      void tidyStore(Date.now()).catch(() => {})
    }
    if (!isSent || (server && !isResumed)) this.#sendSoon()
  }

  /** Waits for the forms of this text that are being closed in this tab. */
  async #untilOthersStored(): Promise<void> {
    const { account } = this.#form
    const closing = [...openJournals].filter(
      (other) => !other.#isOpen && other.#key === this.#key && other.#form.account === account,
    )
    if (closing.length === 0) return
    const late = new Promise((resolve) => setTimeout(resolve, FINISH_MAX_MS))
    await Promise.race([Promise.all(closing.map((other) => other.#stored)), late])
  }

  /** The records of forms that are closed. */
  async #readClosed(): Promise<JournalRecord[]> {
    const { account } = this.#form
    const key = this.#key
    try {
      const records = await readRecords(account, key)
      if (records.length === 0) return []
      const living = await openForms(account, key)
      return records.filter(({ form }) => !living.has(form)).sort((one, other) => one.keptAt - other.keptAt)
    } catch (error) {
      this.#set({ refusal: refusalOf(error) })
      return []
    }
  }

  #restoreUploads() {
    const pictures = this.#pending.flatMap(({ id, ...picture }) => {
      const file = this.files.get(id)
      return file ? [{ file, ...picture }] : []
    })
    if (pictures.length > 0) this.#form.restore(pictures)
  }

  #listen() {
    if (!this.#isOpen || this.#key === '') return
    const { account } = this.#form
    const key = this.#key
    this.#channel?.close()
    try {
      this.#channel = joinChannel({ account, key, form: this.#id }, (news) => {
        if (news === 'saved') this.#set({ elsewhere: 'saved' })
        void this.#checkServer()
      })
    } catch {}
    document.addEventListener('visibilitychange', this.#onVisibility)
    window.addEventListener('pagehide', this.#onPageHide)
    window.addEventListener('online', this.#onBack)
    window.addEventListener('offline', this.#onOffline)
    window.addEventListener('focus', this.#onBack)
  }

  /** Stores everything and ends. The form's fields must still be in the page. */
  close(): void {
    if (!this.#isOpen) return
    // The next form continues with what this one stores in the browser, and does not wait for the server.
    this.#channel?.leave()
    const kept = this.#keep()
    const sent = this.#send()
    this.#stored = kept.then(() => (this.#state.refusal === null ? undefined : sent))
    void Promise.all([kept, sent]).finally(() => {
      if (!this.#isOpen) this.#end()
    })
    this.#isOpen = false
  }

  #end() {
    this.#isOpen = false
    openJournals.delete(this)
    clearTimeout(this.#keepTimer)
    clearTimeout(this.#sendTimer)
    this.#channel?.close()
    document.removeEventListener('visibilitychange', this.#onVisibility)
    window.removeEventListener('pagehide', this.#onPageHide)
    window.removeEventListener('online', this.#onBack)
    window.removeEventListener('offline', this.#onOffline)
    window.removeEventListener('focus', this.#onBack)
  }

  /** To be called at every edit. */
  touch(): void {
    if (!this.#isOpen || !this.#state.isReady) return
    this.#keepTimer ??= setTimeout(() => void this.#keep(), KEEP_AFTER_MS)
  }

  /** Whether everything typed is stored in the browser or on the server; stores the rest synchronously. */
  isSafe(): boolean {
    if (!this.#isOpen) return true
    this.#readForm()
    const ids = [...Object.values(this.#fields).map(fileIdIn), ...this.#pending.map(({ id }) => id)]
    if (ids.some((id) => id !== null && !this.files.isStored(id))) return false
    if (this.#sequence <= Math.max(this.#keptSequence, this.#sentSequence)) return true
    if (isSameText(this.#fields, this.#row.fields)) return true
    return this.#putOnUnload()
  }

  /** Stores everything in the browser and on the server now. */
  async flush(): Promise<void> {
    if (!this.#isOpen) return
    await Promise.all([this.#keep(), this.#send()])
  }

  // In the browser

  /** Reads the form; returns whether it has changed. */
  #readForm(): boolean {
    if (!this.#isOpen || !this.#state.isReady) return false
    const fields = Object.fromEntries(
      Object.entries(this.#form.read()).map(([name, text]) => [name, this.files.textOf(text)]),
    )
    const pending = this.#form.pending().map(({ file, ...picture }) => ({ id: this.files.idOf(file), ...picture }))
    if (isSameText(fields, this.#fields) && isSamePending(pending, this.#pending)) return false
    for (const { id } of this.#pending) {
      if (!pending.some((other) => other.id === id)) this.files.release(id)
    }
    this.#fields = fields
    this.#pending = pending
    this.#sequence += 1
    this.#discarded = null
    if (this.#state.canUndo) this.#set({ canUndo: false })
    return true
  }

  async #keep(): Promise<void> {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = undefined
    if (!this.#readForm()) return
    this.#sendSoon()
    await this.#keepState()
  }

  /** Stores the current state. */
  async #keepState(): Promise<void> {
    if (this.#isFinished) return
    const entry = this.#entry()
    const base = this.#isBaseUnsaved ? this.#journalBase() : undefined
    this.#isBaseUnsaved = false
    try {
      await putEntry(entry, base)
      this.#keptSequence = Math.max(this.#keptSequence, entry.sequence)
      if (this.#keptSequence >= this.#sequence) removeUnloadEntry(entry)
      if (this.#state.refusal !== null) this.#set({ refusal: null })
    } catch (error) {
      this.#isBaseUnsaved = true
      this.#set({ refusal: refusalOf(error) })
    }
  }

  #entry(): JournalEntry {
    const { account, kind, row } = this.#form
    const key = this.#key
    const isSent = this.#sentSequence >= this.#sequence && this.#pending.length === 0
    const text = { fields: this.#fields, pending: this.#pending, sequence: this.#sequence, isSent }
    return { account, kind, key, form: this.#id, isNew: row.isNew, ...text, keptAt: Date.now() }
  }

  #journalBase(): JournalBase {
    const { version: baseVersion, fields: base } = this.#base
    return { base, baseVersion, shared: this.#shared, resumed: this.#resumed }
  }

  #putOnUnload(): boolean {
    return putUnloadEntry(this.#entry(), this.#journalBase())
  }

  // On the server

  #sendSoon() {
    const now = Date.now()
    this.#unsentSince ??= now
    this.#sendAfter(Math.max(0, Math.min(SEND_AFTER_MS, this.#unsentSince + SEND_WITHIN_MS - now)))
    if (this.#state.status.name === 'clean' || this.#state.status.name === 'saved') {
      this.#set({ status: { name: 'saving' } })
    }
  }

  #sendAfter(milliseconds: number) {
    clearTimeout(this.#sendTimer)
    this.#sendTimer = setTimeout(() => void this.#send(), milliseconds)
  }

  /** Sends the current state, after the request in progress. `isLast`: at once, because the page closes. */
  #send(isLast = false): Promise<void> {
    clearTimeout(this.#sendTimer)
    if (!this.#state.isReady || this.#conflicting) return Promise.resolve()
    if (this.#sending && !isLast) return this.#sending.then(() => this.#send())
    const sending = this.#sendState(isLast).finally(() => {
      if (this.#sending === sending) this.#sending = null
    })
    this.#sending = sending
    return sending
  }

  async #sendState(isLast: boolean): Promise<void> {
    void this.#keep()
    const except = isLast ? undefined : await this.#upload()
    const { fields: shared } = this.#shared ?? this.#row
    const isPublished = isSameText(this.#fields, this.#row.fields)
    if (!this.#form.isKept && !isPublished) {
      this.#unsentSince = null
      return this.#set({ status: { name: 'kept' } })
    }
    if (!isPublished && isSameText(this.#fields, shared)) {
      if (this.#state.status.name !== 'saved') this.#set({ status: { name: 'saved', at: new Date() } })
      return this.#sent(this.#sequence)
    }
    const state = { fields: this.#fields, sequence: this.#sequence }
    const { sequence } = state
    if (!isLast) await this.#untilKept(sequence)
    try {
      if (isPublished) await this.#discard(isLast)
      else await this.#put(state, isLast, except)
      this.#failures = 0
      if (except === undefined) this.#sent(sequence)
      else this.#sendAfter(RETRY_MS.most)
    } catch (error) {
      this.#onFailure(error)
    }
  }

  /**
   * Waits until the browser has stored this state. The last request of a browser that is killed may arrive when the
   * form is open again, which knows it as its own text only if it found as much in the browser.
   */
  async #untilKept(sequence: number): Promise<void> {
    if (this.#keptSequence >= sequence || this.#state.refusal !== null) return
    await Promise.race([this.#keepState(), new Promise((resolve) => setTimeout(resolve, STORE_MAX_MS))])
  }

  /** Uploads the chosen files; returns why one is not uploaded, if so. */
  async #upload(): Promise<string | undefined> {
    const problem = await this.files.upload(this.#fields, this.#form.upload)
    // Their fields hold another text now.
    if (this.#readForm()) void this.#keepState()
    return problem
  }

  async #put(
    state: Pick<JournalEntry, 'fields' | 'sequence'>,
    isLast: boolean,
    except: string | undefined,
  ): Promise<void> {
    const { account, kind } = this.#form
    const key = this.#key
    const { isNew } = this.#form.row
    const { version: baseVersion, fields: base } = this.#base
    const shared = this.#shared
    const fields = this.#sendable(state.fields)
    const isWhole = isSameText(fields, state.fields)
    if (shared && isSameText(fields, shared.fields)) return
    const input: SaveCopyInput = {
      ...{
        kind,
        owner: account,
        isNew,
        baseVersion,
        fields,
        writer: this.#id,
        sequence: isWhole ? state.sequence : state.sequence - 1,
      },
      base: shared && this.#baseOnServer === baseVersion ? undefined : base,
      on: shared && stateOf(shared),
    }
    const size = sizeOf(input)
    const isLong = size > KEEPALIVE_MAX_BYTES
    if (isLong !== this.#state.isLong) this.#set({ isLong })
    const limit = new AbortController()
    const late = () => limit.abort(new ApiError(0, NO_ANSWER, null))
    const timer = setTimeout(late, ANSWER_MAX_MS + size / BYTES_A_MS)
    const { _id, version } = await callApi(copyCalls.save, {
      params: { id: key },
      body: input,
      signal: limit.signal,
      keepalive: isLast && !isLong,
    }).finally(() => clearTimeout(timer))
    this.#share({ _id, version, fields })
    this.#baseOnServer = baseVersion
    this.#set({ status: { name: 'saved', at: new Date(), except } })
    this.#channel?.stored()
  }

  /** The fields without references to files that are not uploaded. */
  #sendable(fields: CopyFields): CopyFields {
    const before = (this.#shared ?? this.#row).fields
    return Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, fileIdIn(text) === null ? text : (before[name] ?? '')]),
    )
  }

  /** Deletes both copies: nothing differs from what is published. */
  async #discard(isLast: boolean): Promise<void> {
    const { account } = this.#form
    const key = this.#key
    const shared = this.#shared
    if (shared) await removeCopy(key, shared, isLast).catch(ignoreMissing)
    this.#share(null)
    await removeRecord({ account, key, form: this.#id }).catch(() => {})
    this.#set({ status: { name: 'clean' } })
    if (shared) this.#channel?.stored()
  }

  #share(shared: SharedCopy | null) {
    if (shared === null && this.#shared) this.#gone = this.#shared.fields
    this.#shared = shared
    this.#isBaseUnsaved = true
  }

  /** To be called when the server has this state. */
  #sent(sequence: number) {
    this.#sentSequence = Math.max(this.#sentSequence, sequence)
    if (this.#sequence > sequence) {
      this.#unsentSince = Date.now()
      this.#sendSoon()
      return
    }
    this.#unsentSince = null
    if (this.#shared && this.#keptSequence > 0) void this.#keepState()
  }

  #onFailure(error: unknown) {
    // The next form sends what is stored in the browser.
    if (!this.#isOpen) return
    const failure = error instanceof ApiError ? error : new ApiError(0, String(error), null)
    if (failure.status === 409) {
      this.#resolveConflict((failure.current ?? null) as WorkingCopy | null)
      return
    }
    this.#failures += 1
    const isAway = failure.status === 0
    const isOffline = isAway && !navigator.onLine
    this.#set({ status: isOffline ? { name: 'offline' } : { name: 'failed', reason: failure.message } })
    const wait = RETRY_MS.first * 2 ** (this.#failures - 1)
    this.#sendAfter(Math.min(RETRY_MS.most, isAway || failure.status >= 500 ? wait : wait * 4))
  }

  /** Merges the server's copy, which another form has changed; null where it was deleted. */
  #resolveConflict(current: WorkingCopy | null) {
    if (current === null) {
      this.#lose()
      this.#sendAfter(0)
      return
    }
    if (this.#state.elsewhere === 'gone') this.#set({ elsewhere: null })
    const theirs: SharedCopy = { _id: current._id, version: current.version, fields: current.fields }
    if (this.#goesOnFrom(current)) {
      this.#share(theirs)
      this.#sendAfter(0)
      return
    }
    this.#readForm()
    const base = (this.#shared ?? this.#base).fields
    const merged = mergeFields({ base, mine: this.#fields, theirs: theirs.fields }, this.#form.split)
    this.#apply(merged.mine)
    if (merged.conflicts.length > 0) {
      this.#conflicting = theirs
      this.#set({ other: { fields: merged.theirs, is: 'copy' }, status: { name: 'conflict' } })
      return
    }
    this.#share(theirs)
    this.#set({ status: { name: 'saved', at: new Date(current.updatedAt) } })
    if (!isSameText(this.#fields, theirs.fields)) this.#sendAfter(0)
    else this.#sent(this.#sequence)
  }

  /** To be called when the server's copy is gone: the next edit creates a new one. */
  #lose() {
    this.#share(null)
    this.#set({ elsewhere: this.#state.elsewhere ?? 'gone' })
  }

  /** Whether the form already has everything this copy has. */
  #goesOnFrom({ writer, sequence }: WorkingCopy): boolean {
    return writer === this.#id || sequence <= (this.#resumed[writer] ?? -1)
  }

  /** Fills the form and stores the result. */
  #apply(fields: CopyFields) {
    if (isSameText(fields, this.#fields)) return
    this.#fields = fields
    this.#sequence += 1
    this.#form.write(fields)
    void this.#keepState()
  }

  /** Merges the server's copy if another tab or device has changed it. */
  async #checkServer(): Promise<void> {
    if (!this.#isOpen || !this.#state.isReady || this.#conflicting || this.#sending || !this.#form.isKept) return
    this.#checkedAt = Date.now()
    const shared = this.#shared
    const copy = await readCopy(this.#key).catch(() => undefined)
    if (copy === undefined || !this.#isOpen || this.#sending || this.#conflicting || this.#shared !== shared) return
    if (copy === null) {
      if (!shared) return
      this.#lose()
      if (isSameText(this.#fields, shared.fields)) this.#set({ status: { name: 'clean' } })
    } else if (copy._id !== shared?._id || copy.version > shared.version) this.#resolveConflict(copy)
  }

  // Events of the page

  readonly #onVisibility = () => {
    if (document.visibilityState === 'visible') this.#onBack()
    else if (this.#unsentSince !== null || this.#readForm()) {
      void this.#keepState()
      void this.#send(this.#sending === null)
    }
  }

  readonly #onPageHide = () => {
    this.#readForm()
    if (this.#sequence > Math.max(this.#keptSequence, this.#sentSequence)) {
      this.#putOnUnload()
      void this.#keepState()
    }
    if (this.#sequence > this.#sentSequence) void this.#send(true)
  }

  readonly #onBack = () => {
    if (this.#unsentSince !== null || this.#state.status.name === 'offline' || this.#state.status.name === 'failed') {
      this.#sendAfter(0)
    } else if (Date.now() - this.#checkedAt > CHECK_AGAIN_MS) void this.#checkServer()
  }

  readonly #onOffline = () => {
    if (this.#unsentSince !== null) this.#set({ status: { name: 'offline' } })
  }

  // Decisions of the writer

  #acceptOther() {
    if (this.#conflicting) this.#share(this.#conflicting)
    this.#conflicting = null
    this.#base = this.#row
    this.#isBaseUnsaved = true
  }

  /** Whether the form was begun from this text: another tab has published what both held. */
  goesOnFrom(fields: CopyFields): boolean {
    return this.#gone !== null && isSameText(fields, this.#gone)
  }

  /** Resolves a conflict: `fields` are what the form is to hold. */
  decide(fields: CopyFields): void {
    this.#acceptOther()
    this.#apply(fields)
    this.#set({ other: null })
    this.#sendSoon()
    this.#sendAfter(0)
  }

  /** Fills the form with what is published and discards the changes. */
  revert(): void {
    this.#readForm()
    const dropped = this.#fields
    this.#acceptOther()
    this.#apply(this.#row.fields)
    this.#discarded = dropped
    this.#set({ resumedFrom: null, other: null, canUndo: true })
    this.#sendSoon()
    this.#sendAfter(0)
  }

  /** Restores what `revert` discarded. */
  undoRevert(): void {
    if (!this.#discarded) return
    this.#apply(this.#discarded)
    this.#discarded = null
    this.#set({ canUndo: false })
    this.#sendSoon()
  }

  /** To be called when the row was saved and the form stays open. */
  published(row: PublicRow): void {
    this.#row = row
    this.#acceptOther()
    this.#set({ resumedFrom: null, other: null, elsewhere: null })
    this.#channel?.saved()
    this.#sendSoon()
    this.#sendAfter(0)
  }

  /** To be called when the row was saved and the form is left: deletes both copies. */
  async finish(): Promise<void> {
    const { account } = this.#form
    const key = this.#key
    clearTimeout(this.#keepTimer)
    clearTimeout(this.#sendTimer)
    await Promise.race([this.#sending, new Promise((resolve) => setTimeout(resolve, FINISH_MAX_MS))])
    const shared = this.#shared
    const channel = this.#channel
    this.#channel = null
    channel?.leave()
    this.#isFinished = true
    this.#end()
    await Promise.all([
      removeRecord({ account, key, form: this.#id }).catch(() => {}),
      // Unless another device has changed it meanwhile.
      shared && removeCopy(key, shared, true).catch(() => {}),
    ])
    channel?.saved()
    channel?.close()
  }
}

/** The states of these forms, and of those they went on from; the newest only, the others have long been answered. */
function resumedForms(closed: JournalRecord[]): ResumedForms {
  const states = [...closed.flatMap(({ resumed = {} }) => Object.entries(resumed)), ...closed.map(stateOfForm)]
  return Object.fromEntries(states.slice(-RESUMED_MAX))
}

const stateOfForm = ({ form, sequence }: JournalRecord): [string, number] => [form, sequence]

function isSamePending(one: PendingFile[], other: PendingFile[]): boolean {
  return (
    one.length === other.length && one.every(({ id, at }, place) => id === other[place]?.id && at === other[place]?.at)
  )
}

const stateOf = ({ _id, version }: SharedCopy) => ({ _id, version })

function removeCopy(key: string, on: SharedCopy, keepalive: boolean): Promise<unknown> {
  return callApi(copyCalls.remove, { params: { id: key }, body: { on: stateOf(on) }, keepalive })
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

/** The size as JSON, in bytes. */
function sizeOf(value: unknown): number {
  return new Blob([JSON.stringify(value)]).size
}
