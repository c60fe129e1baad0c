import type { JournalBase, SharedCopy } from '@/lib/browser/journal-store'
import { ownValue } from '@/lib/platform/own-value'
import type { Submission } from '@/lib/working-copy/input'
import { mergeFields } from '@/lib/working-copy/merge'
import { isSameText, type PublicRow, type Resumed, type VersionVector } from '@/lib/working-copy/resume'
import {
  type CopyFields,
  PICTURE_REMOVED,
  type SavedCopy,
  storedPicture,
  type WorkingCopy,
} from '@/lib/working-copy/schema'

/** What became of a text that was changed elsewhere. */
export type Met = 'lost' | 'own' | 'merged' | 'conflict'

/** How many of the forms a text was written in are remembered. */
const RESUMED_MAX = 20

type Split = Record<string, (text: string) => string[]>

/**
 * What a form holds, and what it goes on from: its row and what the server has beside it. Knows nothing of time, browser
 * or network.
 */
export class JournalText {
  readonly #form: string
  readonly #split: Split
  row: PublicRow
  /** What the text is based on: the row, or an older version of it while a conflict with the newer one is open. */
  base: Resumed['base']
  /** The version of the base the server has with its copy. */
  #baseOnServer: number | null = null
  shared: SharedCopy | null = null
  /** What the last copy held that is gone: published, or thrown away. */
  #gone: CopyFields | null = null
  /** What was sent to be published, whether or not an answer came. */
  #submitted: CopyFields[] = []
  /** The other version of what both sides have changed. */
  other: Resumed['other'] = null
  /** The server's copy while a conflict with it is open; null where both texts are of this browser. */
  #conflicting: WorkingCopy | null = null
  /** The closed forms this one goes on from. */
  #resumed: VersionVector = {}
  #discarded: CopyFields | null = null
  fields: CopyFields
  /** Counts the states; by two, so that one that is sent without its files has a number of its own. */
  sequence = 0

  constructor(form: string, row: PublicRow, split: Split) {
    this.#form = form
    this.#split = split
    this.row = row
    this.base = row
    this.fields = row.fields
  }

  /** Goes on with what the server and closed forms have left. */
  resume({ fields, shared, base, other }: Resumed, server: WorkingCopy | null, forms: VersionVector): void {
    this.#resumed = newest(forms)
    this.shared = shared && stateOf(shared)
    this.#baseOnServer = server?.baseVersion ?? null
    this.base = base
    this.other = other
    if (other?.type === 'copy') this.#conflicting = server
    else if (server) this.#follow(server)
    this.fields = fields
  }

  /** Whether two unpublished texts wait for a choice: until then neither is sent. */
  get isConflicting(): boolean {
    return this.other?.type === 'copy'
  }

  /** What the server has: the copy, or the row. */
  get onServer(): CopyFields {
    return (this.shared ?? this.row).fields
  }

  /** Whether the server has this text, beside the row that it goes on from: a draft says it then. */
  isStored(fields: CopyFields): boolean {
    const isBased = this.shared === null || this.#baseOnServer === this.base.version
    return isBased && isSameText(fields, this.onServer)
  }

  /** Whether nothing differs from what is public. A draft has no such state, it is what was typed. */
  get isPublished(): boolean {
    return !this.row.isDraft && isSameText(this.fields, this.row.fields)
  }

  get canUndo(): boolean {
    return this.#discarded !== null
  }

  get kept(): JournalBase {
    const { version: baseVersion, fields: base } = this.base
    return { base, baseVersion, shared: this.shared, resumed: this.#resumed }
  }

  /** The form holds this now. */
  edit(fields: CopyFields): void {
    this.#set(fields)
    this.#discarded = null
  }

  #set(fields: CopyFields): void {
    this.fields = fields
    this.sequence += 2
  }

  /** What a request says of what it is based on. */
  get sent() {
    const { version: baseVersion, fields: base } = this.base
    return {
      isNew: this.row.isNew,
      baseVersion,
      base: this.shared && this.#baseOnServer === baseVersion ? undefined : base,
      on: this.shared && { _id: this.shared._id, version: this.shared.version },
    }
  }

  /** The server has stored these fields, on this base. */
  stored(fields: CopyFields, baseVersion: number, { _id, version, draftVersion }: SavedCopy): void {
    // An answer from before the row was taken over as it is now.
    if (draftVersion !== null && draftVersion < this.row.version) return
    this.shared = { _id, version, fields }
    this.#baseOnServer = draftVersion ?? baseVersion
    if (draftVersion === null) this.row = { ...this.row, isNew: false, isDraft: false }
    else {
      this.row = { version: draftVersion, fields, isNew: false, isDraft: true }
      this.base = this.row
    }
  }

  /** A draft is as its copy says, whoever wrote that; it answers for itself where it was taken back elsewhere. */
  #follow({ _id, key, base: fields, baseVersion: version }: WorkingCopy): void {
    if (!(this.row.isDraft || this.row.isNew || _id === key) || version <= this.row.version) return
    const wasBase = this.base === this.row
    this.row = { version, fields, isNew: false, isDraft: true }
    if (wasBase) this.base = this.row
  }

  /** Takes over what the server has, which another form has changed; null where it was deleted. */
  meet(current: WorkingCopy | null): Met {
    if (current === null) {
      this.lose()
      return 'lost'
    }
    // What both have in common: an earlier state of this copy, else the older of the rows they were begun from.
    const older = current.baseVersion < this.base.version ? current.base : this.base.fields
    const base = this.shared?._id === current._id ? this.shared.fields : older
    const isOwn = current.writer === this.#form || current.sequence <= (ownValue(this.#resumed, current.writer) ?? -1)
    if (isOwn) {
      this.#share(current)
      return 'own'
    }
    const merged = mergeFields({ base, mine: this.fields, theirs: current.fields }, this.#split)
    if (!isSameText(merged.mine, this.fields)) this.#set(merged.mine)
    if (merged.conflicts.length > 0) {
      this.#conflicting = current
      this.other = { fields: merged.theirs, type: 'copy' }
      return 'conflict'
    }
    this.#share(current)
    return 'merged'
  }

  #share(copy: WorkingCopy): void {
    this.#follow(copy)
    this.shared = stateOf(copy)
    this.#baseOnServer = copy.baseVersion
  }

  /** What the server had beside the row is gone. */
  lose(): void {
    if (this.shared) this.#gone = this.shared.fields
    this.shared = null
    this.#baseOnServer = null
  }

  /**
   * Whether the form goes on from this text: its draft, which was published, what it has sent itself, or what another tab
   * has published of both.
   * @param picture the address of the one that was published with it
   */
  #isBasedOn(fields: CopyFields, picture?: string): boolean {
    const isThis = (before: CopyFields) =>
      isSameText(fields, { ...before, image: chosenPicture(before.image, picture) })
    const isOwn = this.#submitted.some((submitted) => isSameText(fields, { ...submitted, image: '' }))
    return isOwn || isThis(this.row.fields) || (this.#gone !== null && isThis(this.#gone))
  }

  /** The text is being published: what the server has beside the row, and which state of the form is sent. */
  submit(): Pick<Submission, 'on' | 'ended'> {
    this.#submitted = [...this.#submitted, this.fields].slice(-RESUMED_MAX)
    const on = this.shared ? { _id: this.shared._id, version: this.shared.version } : undefined
    return { on, ended: { writer: this.#form, sequence: this.sequence } }
  }

  /** It was perhaps not published: what is stored from here on is another state of it. */
  goOn(): void {
    this.#set(this.fields)
  }

  /**
   * Takes over the row, which somebody else has saved meanwhile, with a picture of theirs or the one it had. Whether the
   * writer has to choose.
   */
  meetRow(row: PublicRow, { picture, hasNewPicture }: { picture?: string; hasNewPicture: boolean }): boolean {
    const isOwn = this.#isBasedOn(row.fields, picture)
    const sides = { base: this.base.fields, mine: this.fields, theirs: isOwn ? this.base.fields : row.fields }
    const { mine, theirs, conflicts } = mergeFields(sides, this.#split)
    this.row = row
    if (!isSameText(mine, this.fields)) this.#set(mine)
    const asksPicture = !isOwn && hasNewPicture && (mine.image ?? '') !== ''
    if (conflicts.length === 0 && !asksPicture) {
      this.#acceptOther()
      return false
    }
    this.other = { fields: asksPicture ? { ...theirs, image: '' } : theirs, type: 'published' }
    return true
  }

  // Decisions of the writer

  /** Resolves a conflict, with these forms: the form is to hold these. What was published meanwhile is merged then. */
  decide(fields: CopyFields, forms: VersionVector = {}): void {
    const { base, other } = this
    this.#resumed = newest({ ...this.#resumed, ...forms })
    this.#acceptOther()
    const isMerged = other?.type !== 'copy' || this.row.isDraft || base.version >= this.row.version
    const sides = { base: isMerged ? this.row.fields : base.fields, mine: fields, theirs: this.row.fields }
    const merged = mergeFields(sides, this.#split)
    this.#set(merged.mine)
    if (merged.conflicts.length === 0) return
    this.base = base
    this.other = { fields: merged.theirs, type: 'published' }
  }

  #acceptOther(): void {
    if (this.#conflicting) this.#share(this.#conflicting)
    this.#conflicting = null
    this.other = null
    this.base = this.row
  }

  /** Back to what is public. */
  revert(): void {
    const dropped = this.fields
    this.decide(this.row.fields)
    this.#discarded = dropped
  }

  undoRevert(): void {
    if (this.#discarded) this.edit(this.#discarded)
  }

  /** The row was saved; `isWhole` with the text, which no copy of it is left beside. */
  published(row: PublicRow, isWhole: boolean): void {
    this.row = row
    this.#acceptOther()
    if (isWhole) this.lose()
  }

  /** Goes on as something new, because the row is gone. */
  startAnew(): void {
    this.row = { version: 0, fields: blank(this.fields), isNew: true, isDraft: false }
    this.#conflicting = null
    this.other = null
    this.shared = null
    this.base = this.row
    this.#set(this.fields)
  }
}

/** The newest only: the others have long been answered. */
const newest = (forms: VersionVector): VersionVector => Object.fromEntries(Object.entries(forms).slice(-RESUMED_MAX))

const blank = (fields: CopyFields) => Object.fromEntries(Object.keys(fields).map((name) => [name, '']))

const stateOf = ({ _id, version, fields }: SharedCopy): SharedCopy => ({ _id, version, fields })

/** What a picture's field still asks for beside this picture: "" where that is the one it has chosen. */
function chosenPicture(text = '', picture?: string): string {
  const chosen = text === PICTURE_REMOVED ? undefined : (storedPicture(text)?.url ?? null)
  return chosen === picture ? '' : text
}
