import type { JournalChannel } from '@/lib/browser/journal-channel'
import { fileIdIn, JournalFiles } from '@/lib/browser/journal-files'
import { Keeper } from '@/lib/browser/journal-keeper'
import { type Outcome, Sender } from '@/lib/browser/journal-sender'
import type { JournalEntry, JournalRecord, PendingFile, Refusal } from '@/lib/browser/journal-store'
import { JournalText } from '@/lib/browser/journal-text'
import { BROWSER, type World } from '@/lib/browser/journal-world'
import { ApiError, toApiError } from '@/lib/calls/client'
import { newId, newRowId } from '@/lib/platform/ids'
import { ownValue } from '@/lib/platform/own-value'
import type { DeleteCopyInput, SaveCopyInput, Submission } from '@/lib/working-copy/input'
import { isSameText, type PublicRow, type Resumed, resume, type VersionVector } from '@/lib/working-copy/resume'
import type { CopyFields, CopyKind, WorkingCopy } from '@/lib/working-copy/schema'

/** How long opening a form waits for those of the same text that are being closed. */
const CLOSING_MAX_MS = 3_000
/** Below what browsers allow a closing page to send: 64 KiB for all its requests. */
const KEEPALIVE_MAX_BYTES = 60_000
/** The least time between two checks of the server's copy when the window gets the focus. */
const CHECK_AGAIN_MS = 5_000

/** What the journal needs of its form. */
export type JournalForm = {
  account: string
  /** The id of the row, or the one a new row is to have; asked when the form is opened, where its address is known. */
  key: () => string
  kind: CopyKind
  row: PublicRow
  /** The current values; cheap and without side effects. */
  read: () => CopyFields
  /** Fills the form without moving the caret. */
  write: (fields: CopyFields) => void
  /** Something new is being written, for the first time. */
  onBegun?: () => void
  /** Splits each rich text into blocks. */
  split: Record<string, (text: string) => string[]>
  /** Uploads a chosen file; resolves to what its field holds from then on. */
  upload: (file: File) => Promise<string>
  /** Uploads into its rich text that are in progress. */
  pending: () => PendingPicture[]
  /** Starts such uploads again. */
  restore: (pictures: PendingPicture[]) => void
}

type PendingPicture = Omit<PendingFile, 'id'> & { file: File }

/** Where the text is stored. */
export type SaveState =
  /** Nothing differs from the row. */
  | { name: 'clean' }
  | { name: 'saving' }
  /** `except` says why a file is not uploaded. */
  | { name: 'saved'; at: Date; except?: string }
  /** On this device, which is all there is for it. */
  | { name: 'kept' }
  | { name: 'offline' }
  | { name: 'failed'; reason: string; isSignedOut: boolean }
  /** The writer has to choose between two versions. */
  | { name: 'conflict' }

export type JournalState = {
  /** Whether the form is filled with what was written before. */
  isReady: boolean
  status: SaveState
  /** Why the browser stores nothing; null while it does. */
  refusal: Refusal | null
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
  other: null,
  canUndo: false,
  elsewhere: null,
}

/** The journals of the forms open in a tab. */
const openJournals = new WeakMap<World, Set<Journal>>()

function openIn(world: World): Set<Journal> {
  const journals = openJournals.get(world) ?? new Set()
  openJournals.set(world, journals)
  return journals
}

/** Stores everything typed in this tab, in the browser and on the server. */
export async function flushJournals(): Promise<void> {
  await Promise.all([...openIn(BROWSER)].map((journal) => journal.flush()))
}

/**
 * Stores what is typed into a form: in the browser within 300 ms (`Keeper`), on the server within 5 s (`Sender`,
 * decision 023). Merges the changes of other tabs and devices (`JournalText`), and tells where the text is stored.
 */
export class Journal {
  readonly #form: JournalForm
  readonly #world: World
  /** Identifies this open form among all that have the text open. */
  readonly #id = newId()
  readonly #listeners = new Set<() => void>()
  readonly #text: JournalText
  readonly #keeper: Keeper
  readonly #sender: Sender
  readonly files: JournalFiles
  #key = ''
  #state = CLOSED
  #channel: JournalChannel | null = null
  #stopListening = () => {}
  #isOpen = false
  #isBegun = false
  /** Resolves when this form, being closed, has stored its text in the browser, or failing that has sent it. */
  #closed: Promise<void> = Promise.resolve()
  #pending: PendingFile[] = []
  /** Closed forms whose text waits for a decision. */
  #requested: JournalRecord[] = []
  #sentSequence = 0
  #checkedAt = 0
  #requests = new AbortController()
  /** While the form is being saved by its button, which sends the text itself. */
  #isHeld = false
  #isSubmitted = false

  constructor(form: JournalForm, world: World = BROWSER) {
    this.#form = form
    this.#world = world
    this.#text = new JournalText(this.#id, form.row, form.split)
    const state = () => ({ entry: this.#entry(), base: this.#text.kept })
    this.#keeper = new Keeper(world, state, (refusal) => this.#set({ refusal }))
    this.#sender = new Sender(world.clock, (isLast) => this.#attempt(isLast))
    this.files = new JournalFiles(
      () => this.#position(),
      (error) => this.#keeper.refused(error),
    )
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

  /** The row as it is, as far as this form knows: public, or the draft it writes. */
  get row(): PublicRow {
    return this.#text.row
  }

  get key(): string {
    return this.#key
  }

  /** The text of a profile is on its device alone. */
  get #isServerBacked() {
    return this.#form.kind !== 'profile'
  }

  #position() {
    return { account: this.#form.account, key: this.#key, form: this.#id }
  }

  /** Fills the form with the unpublished text of the server and of closed forms in this browser. */
  async open(rendered: WorkingCopy | null): Promise<void> {
    if (this.#isOpen) return
    this.#isOpen = true
    openIn(this.#world).add(this)
    if (!this.#isBegun) this.#key = this.#form.key()
    this.#listen()
    if (this.#isBegun) return
    this.#isBegun = true
    try {
      await this.#load(rendered)
    } catch (error) {
      // A form that restores nothing is better than one that stays disabled.
      console.error(error)
      this.#set({ isReady: true })
    }
  }

  async #load(rendered: WorkingCopy | null): Promise<void> {
    const { row, split } = this.#form
    await this.#untilOthersClosed()
    const closed = await this.#readClosed()
    // Back and Forward show a form with the working copy it was first rendered with.
    const mayBeOld = this.#isServerBacked && (closed.length > 0 || this.#state.refusal !== null)
    const current = mayBeOld ? await this.#world.server.read(this.#key).catch(() => undefined) : rendered
    if (!this.#isOpen) return
    const server = current === undefined ? rendered : current
    const toMerge = closed.filter(({ isSent }) => !isSent || !this.#isServerBacked || current === undefined)
    const resumed = resume(row, server, toMerge, split)
    const text = this.#text
    // A form whose text waits for a decision stays as it is until its record is looked at again.
    const isRequested = resumed.other?.type === 'copy'
    const taken = isRequested ? closed.filter((record) => isIn(resumed.has, record)) : closed
    this.#requested = isRequested ? closed.filter((record) => isIn(resumed.otherHas, record)) : []
    text.resume(resumed, server, formsOf(taken))
    this.#pending = this.files.adopt(closed, text.fields)
    const isResumed = !isSameText(text.fields, row.fields) || this.#pending.length > 0
    if (isResumed) this.#form.write(text.fields)
    this.#restoreUploads()
    const isSent = text.isStored(text.fields)
    this.#set({
      isReady: true,
      other: resumed.other,
      status: text.isConflicting
        ? { name: 'conflict' }
        : isResumed && isSent && server !== null
          ? { name: 'saved', at: new Date(server.updatedAt) }
          : { name: 'clean' },
    })
    if (toMerge.length > 0 && isResumed) {
      text.sequence += 2
      await this.#keeper.keep()
    }
    if (this.#state.refusal === null) {
      await this.#forgetClosed(taken)
      void this.#world.store.tidyStore(this.#world.clock.now()).catch(() => {})
    }
    if (!isSent || (server && !isResumed && text.isPublished)) this.#sendSoon()
  }

  /** Waits for the forms of this text that are being closed in this tab. */
  async #untilOthersClosed(): Promise<void> {
    const { account } = this.#form
    const closing = [...openIn(this.#world)].filter(
      (other) => !other.#isOpen && other.#key === this.#key && other.#form.account === account,
    )
    if (closing.length === 0) return
    const late = new Promise<void>((resolve) => this.#world.clock.after(CLOSING_MAX_MS, resolve))
    await Promise.race([Promise.all(closing.map((other) => other.#closed)), late])
  }

  /** The records of forms that are closed. */
  async #readClosed(): Promise<JournalRecord[]> {
    const { account } = this.#form
    try {
      const records = await this.#world.store.readRecords(account, this.#key)
      if (records.length === 0) return []
      const living = await this.#world.tabs.open(account, this.#key)
      return records.filter(({ form }) => !living.has(form)).sort((a, b) => a.keptAt - b.keptAt)
    } catch (error) {
      this.#keeper.refused(error)
      return []
    }
  }

  async #forgetClosed(closed: JournalRecord[]): Promise<void> {
    for (const { account, key, form } of closed)
      await this.#world.store.removeRecord({ account, key, form }).catch(() => {})
  }

  #restoreUploads() {
    const pictures = this.#pending.flatMap(({ id, ...picture }) => {
      const file = this.files.get(id)
      return file ? [{ file, ...picture }] : []
    })
    if (pictures.length > 0) this.#form.restore(pictures)
  }

  #listen() {
    this.#channel?.close()
    try {
      this.#channel = this.#world.tabs.join(this.#position(), (news) => {
        if (news === 'saved') this.#set({ elsewhere: 'saved' })
        void this.#checkServer()
      })
    } catch {}
    this.#stopListening()
    this.#stopListening = this.#world.page.listen({
      hidden: () => {
        if (!this.#sender.isWaiting && !this.#readForm()) return
        void this.#keeper.keep()
        void this.#sender.send(!this.#sender.isSending)
      },
      left: () => {
        this.#readForm()
        const { sequence } = this.#text
        if (sequence > Math.max(this.#keeper.stored, this.#sentSequence)) {
          this.#keeper.keepAtOnce()
          void this.#keeper.keep()
        }
        if (sequence > this.#sentSequence) void this.#sender.send(true)
      },
      back: () => {
        const { name } = this.#state.status
        if (this.#sender.isWaiting || name === 'offline' || name === 'failed') this.#sender.now()
        else if (this.#world.clock.now() - this.#checkedAt > CHECK_AGAIN_MS) void this.#checkServer()
      },
      offline: () => {
        if (this.#sender.isWaiting) this.#set({ status: { name: 'offline' } })
      },
    })
  }

  /** Stores everything and ends. The form's fields must still be in the page. */
  close(): void {
    if (!this.#isOpen) return
    // The next form continues with what this one stores in the browser, and does not wait for the server.
    this.#channel?.leave()
    const retained = this.#keep()
    const sent = this.#sender.send()
    this.#closed = retained.then(() => (this.#state.refusal === null ? undefined : sent))
    void Promise.all([retained, sent]).finally(() => {
      if (!this.#isOpen) this.#end()
    })
    this.#isOpen = false
  }

  #end() {
    this.#isOpen = false
    openIn(this.#world).delete(this)
    this.#keeper.callOff()
    this.#sender.stop()
    this.#channel?.close()
    this.#stopListening()
  }

  /** To be called at every edit. */
  readonly touch = (): void => {
    if (this.#isOpen && this.#state.isReady) this.#keeper.soon(() => void this.#keep())
  }

  /** Whether everything typed is stored in the browser or on the server; stores the rest synchronously. */
  readonly isSafe = (): boolean => {
    if (!this.#isOpen) return true
    this.#readForm()
    const { fields, sequence, row } = this.#text
    const ids = [...Object.values(fields).map(fileIdIn), ...this.#pending.map(({ id }) => id)]
    if (ids.some((id) => id !== null && !this.files.isStored(id))) return false
    if (sequence <= Math.max(this.#keeper.stored, this.#sentSequence)) return true
    return isSameText(fields, row.fields) || this.#keeper.keepAtOnce()
  }

  /** Stores everything in the browser and on the server now. */
  readonly flush = async (): Promise<void> => {
    if (this.#isOpen) await Promise.all([this.#keep(), this.#sender.send()])
  }

  // In the browser

  /** Reads the form; returns whether it has changed. */
  #readForm(): boolean {
    if (!this.#isOpen || !this.#state.isReady) return false
    const fields = Object.fromEntries(
      Object.entries(this.#form.read()).map(([name, text]) => [name, this.files.textOf(text)]),
    )
    const pending = this.#form.pending().map(({ file, ...picture }) => ({ id: this.files.idOf(file), ...picture }))
    if (isSameText(fields, this.#text.fields) && isSamePending(pending, this.#pending)) return false
    for (const { id } of this.#pending) {
      if (!pending.some((other) => other.id === id)) this.files.release(id)
    }
    if (this.#text.row.isNew && this.#text.sequence === 0) this.#form.onBegun?.()
    this.#text.edit(fields)
    this.#pending = pending
    if (this.#state.canUndo) this.#set({ canUndo: false })
    return true
  }

  async #keep(): Promise<void> {
    this.#keeper.callOff()
    // It may have been read for something else.
    if (!this.#readForm() && this.#text.sequence <= this.#keeper.stored) return
    this.#sendSoon()
    await this.#keeper.keep()
  }

  #entry(): JournalEntry {
    const { kind } = this.#form
    const { fields, sequence, row } = this.#text
    const isSent = this.#sentSequence >= sequence && this.#pending.length === 0
    const text = { fields, pending: this.#pending, sequence, isSent, keptAt: this.#world.clock.now() }
    return { ...this.#position(), kind, isNew: row.isNew, ...text }
  }

  // On the server

  #sendSoon() {
    this.#sender.soon()
    const { name } = this.#state.status
    if (name === 'clean' || name === 'saved') this.#set({ status: { name: 'saving' } })
  }

  async #attempt(isLast: boolean): Promise<Outcome> {
    const text = this.#text
    const isHeld = () => this.#isHeld && !isLast
    if (!this.#state.isReady || text.isConflicting || isHeld()) return 'waits'
    void this.#keep()
    const except = isLast ? undefined : await this.#upload()
    if (isHeld()) return 'waits'
    if (!this.#isServerBacked && !text.isPublished) {
      this.#set({ status: { name: 'kept' } })
      return 'waits'
    }
    const { fields, sequence } = text
    const sent = () => {
      this.#sentSequence = Math.max(this.#sentSequence, sequence)
      if (text.sequence > sequence) return 'more'
      if (text.shared && this.#keeper.stored > 0) void this.#keeper.keep()
      return 'sent'
    }
    if (!text.isPublished && text.isStored(fields)) {
      if (this.#state.status.name !== 'saved') this.#set({ status: { name: 'saved', at: this.#date() } })
      return sent()
    }
    if (!isLast) await this.#keeper.until(sequence)
    try {
      if (text.isPublished) await this.#discard(isLast)
      else await this.#put(fields, sequence, isLast, except)
      return except === undefined ? sent() : 'partly'
    } catch (error) {
      return this.#onFailure(error)
    }
  }

  #date() {
    return new Date(this.#world.clock.now())
  }

  async #upload(): Promise<string | undefined> {
    const problem = await this.files.upload(this.#text.fields, this.#form.upload)
    // Their fields hold another text now.
    if (this.#readForm()) void this.#keeper.keep()
    return problem
  }

  async #put(all: CopyFields, sequence: number, isLast: boolean, except: string | undefined): Promise<void> {
    const { account, kind } = this.#form
    const text = this.#text
    const fields = withoutFiles(all, text.onServer)
    const isWhole = isSameText(fields, all)
    if (kind === 'profile' || (text.shared && text.isStored(fields))) return
    const { sent } = text
    // Less than the form holds is an earlier state of it.
    const state = { writer: this.#id, sequence: isWhole ? sequence : sequence - 1 }
    const input: SaveCopyInput = { kind, owner: account, fields, ...sent, ...state }
    const size = new Blob([JSON.stringify(input)]).size
    const keepalive = isLast && size <= KEEPALIVE_MAX_BYTES
    const request = { size, keepalive, signal: this.#requests.signal }
    const saved = await this.#world.server.save(this.#key, input, request)
    text.stored(fields, sent.baseVersion, saved)
    this.#keeper.rebase()
    this.#set({ status: { name: 'saved', at: this.#date(), except } })
    this.#channel?.stored()
  }

  /** Deletes both copies: nothing differs from what is published. */
  async #discard(isLast: boolean): Promise<void> {
    const { shared, sequence } = this.#text
    if (shared) await this.#remove(isLast).catch(ignoreMissing)
    this.#text.lose()
    this.#keeper.rebase()
    // Something else may have been typed meanwhile.
    if (this.#text.sequence > sequence) return void this.#keeper.keep()
    await this.#keeper.forget()
    this.#set({ status: { name: 'clean' } })
    if (shared) this.#channel?.stored()
  }

  /** Removes the server's copy unless another form has changed it, and what this form may still have on its way. */
  #remove(keepalive: boolean): Promise<unknown> {
    const { shared, sequence } = this.#text
    const on = shared ? { _id: shared._id, version: shared.version } : undefined
    const input: DeleteCopyInput = { on, ended: { writer: this.#id, sequence } }
    return this.#world.server.remove(this.#key, input, keepalive)
  }

  #onFailure(error: unknown): Outcome {
    // The next form sends what is stored in the browser.
    if (!this.#isOpen) return 'waits'
    const failure = toApiError(error)
    // Without a state of the text there is nothing to take over: the page is older than the server, say.
    if (failure.status === 409 && failure.current !== undefined) {
      return this.#meet(failure.current as WorkingCopy | null) ? 'waits' : 'changed'
    }
    const isAway = failure.status === 0
    const isOffline = isAway && !this.#world.page.isOnline()
    const { message: reason, status } = failure
    this.#set({ status: isOffline ? { name: 'offline' } : { name: 'failed', reason, isSignedOut: status === 401 } })
    return isAway || failure.status >= 500 ? 'failed' : 'refused'
  }

  /** Takes over what another form has made of the text; whether that waits for a decision. */
  #meet(current: WorkingCopy | null): boolean {
    this.#readForm()
    const { sequence } = this.#text
    const met = this.#text.meet(current)
    this.#keeper.rebase()
    if (this.#text.sequence > sequence) this.#form.write(this.#text.fields)
    if (this.#text.sequence > this.#keeper.stored) void this.#keeper.keep()
    if (met === 'lost') this.#set({ elsewhere: this.#state.elsewhere ?? 'gone' })
    else if (this.#state.elsewhere === 'gone') this.#set({ elsewhere: null })
    if (met === 'conflict') this.#set({ other: this.#text.other, status: { name: 'conflict' } })
    return met === 'conflict'
  }

  /** Merges the server's copy if another tab or device has changed it. */
  async #checkServer(): Promise<void> {
    const isBusy = () =>
      !this.#isOpen ||
      !this.#state.isReady ||
      this.#text.isConflicting ||
      this.#sender.isSending ||
      this.#isHeld ||
      !this.#isServerBacked
    if (isBusy()) return
    this.#checkedAt = this.#world.clock.now()
    const { shared } = this.#text
    const copy = await this.#world.server.read(this.#key).catch(() => undefined)
    if (copy === undefined || isBusy() || this.#text.shared !== shared) return
    if (copy === null ? shared === null : copy._id === shared?._id && copy.version <= shared.version) return
    if (this.#meet(copy)) return
    if (isSameText(this.#text.fields, (shared ?? this.#text.row).fields) && copy === null) {
      this.#set({ status: { name: 'clean' } })
    } else if (this.#text.isStored(this.#text.fields)) {
      this.#sentSequence = this.#text.sequence
      this.#set({ status: { name: 'saved', at: this.#date() } })
    } else this.#sender.now()
  }

  // Decisions of the writer

  // Saving by the form's button

  /** Sends nothing of its own from here on, until `release`, `published` or `finish`. */
  readonly hold = (): void => {
    this.#isHeld = true
    this.#isSubmitted = false
  }

  /** Resolves when nothing is on its way: `row` is the one there is by then. */
  readonly answered = (): Promise<void> => this.#sender.answered()

  readonly release = (): void => {
    this.#isHeld = false
    if (this.#isSubmitted) this.#text.goOn()
    if (this.#text.sequence <= this.#sentSequence) return
    this.#sendSoon()
    this.#sender.now()
  }

  /** What the call says of its draft that publishes the text; the form is read for it in the same moment. */
  readonly submission = (): Submission => {
    this.#readForm()
    this.#isSubmitted = true
    const { on, ended } = this.#text.submit()
    void this.#keep()
    return { _id: this.#key, on, ended }
  }

  /** Takes over the row as somebody else has saved it; whether that waits for a decision. */
  meetRow(row: PublicRow, pictures: { picture?: string; hasNewPicture: boolean }): boolean {
    this.#readForm()
    const isAsking = this.#text.meetRow(row, pictures)
    this.#form.write(this.#text.fields)
    this.#keeper.rebase()
    void this.#keeper.keep()
    this.#set({ other: this.#text.other })
    return isAsking
  }

  /** Resolves a conflict: `fields` are what the form is to hold. */
  decide(fields: CopyFields): void {
    this.#text.decide(fields, formsOf(this.#requested))
    this.#changed({ other: this.#text.other })
    void this.#keeper.keep().then(() => this.#forgetClosed(this.#requested.splice(0)))
  }

  /** Fills the form with what is published and discards the changes. */
  readonly revert = (): void => {
    this.#readForm()
    this.#text.revert()
    this.#changed({ other: null, canUndo: true })
  }

  /** Restores what `revert` discarded. */
  readonly undoRevert = (): void => {
    if (!this.#text.canUndo) return
    this.#text.undoRevert()
    this.#changed({ canUndo: false })
  }

  /** To be called when the row was saved and the form stays open. */
  published(row: PublicRow): void {
    this.#isHeld = false
    this.#text.published(row, this.#isSubmitted)
    this.#keeper.rebase()
    this.#set({ other: null, elsewhere: null })
    this.#channel?.saved()
    this.#sendSoon()
    this.#sender.now()
  }

  /** The text is another one without an edit. */
  #changed(state: Partial<JournalState>) {
    this.#form.write(this.#text.fields)
    this.#keeper.rebase()
    void this.#keeper.keep()
    this.#set(state)
    this.#sendSoon()
    this.#sender.now()
  }

  /** Goes on as something new, because the row is gone; under which key. */
  async startAnew(): Promise<string> {
    await this.#keeper.forget()
    this.#key = newRowId()
    this.#text.startAnew()
    this.#listen()
    this.#changed({ elsewhere: null, other: null })
    await this.flush()
    return this.#key
  }

  /** To be called when the row was saved with the text and the form is left: deletes what this browser has of it. */
  readonly finish = async (): Promise<void> => {
    const channel = this.#channel
    this.#channel = null
    channel?.leave()
    this.#end()
    this.#requests.abort(new ApiError(0, '', null))
    await this.#keeper.forget(true)
    channel?.saved()
    channel?.close()
  }
}

/** The states of these forms, and of those they went on from. */
function formsOf(closed: JournalRecord[]): VersionVector {
  const own = Object.fromEntries(closed.map(({ form, sequence }) => [form, sequence]))
  return Object.assign({}, ...closed.map(({ resumed }) => resumed), own)
}

const isIn = (forms: VersionVector, { form, sequence }: JournalRecord) => sequence <= (ownValue(forms, form) ?? -1)

/** The fields without references to files that are not uploaded. */
function withoutFiles(fields: CopyFields, before: CopyFields): CopyFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      fileIdIn(text) === null ? text : (ownValue(before, name) ?? ''),
    ]),
  )
}

function isSamePending(pending: PendingFile[], before: PendingFile[]): boolean {
  return (
    pending.length === before.length &&
    pending.every(
      ({ id, at, alt }, index) => id === before[index]?.id && at === before[index]?.at && alt === before[index]?.alt,
    )
  )
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
