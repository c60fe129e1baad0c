import { type JournalBase, type JournalEntry, type Refusal, refusalOf } from '@/lib/browser/journal-store'
import type { World } from '@/lib/browser/journal-world'

/** From an edit to the browser's storage. */
const KEEP_AFTER_MS = 120
/** How long a request waits for the browser's storage. */
const STORE_MAX_MS = 1_000

type StoredEntry = { entry: JournalEntry; base: JournalBase }

/** Keeps the states of a form in the browser, each with what it was begun from where that has changed. */
export class Keeper {
  readonly #world: Pick<World, 'clock' | 'store'>
  readonly #state: () => StoredEntry
  readonly #onRefusal: (refusal: Refusal | null) => void
  #cancel: (() => void) | null = null
  #refusal: Refusal | null = null
  #isBaseUnsaved = true
  #isOver = false
  /** The last state the browser has. */
  stored = 0

  constructor(
    world: Pick<World, 'clock' | 'store'>,
    state: () => StoredEntry,
    onRefusal: (refusal: Refusal | null) => void,
  ) {
    this.#world = world
    this.#state = state
    this.#onRefusal = onRefusal
  }

  /** Calls `work` after a moment, once. */
  soon(work: () => void): void {
    this.#cancel ??= this.#world.clock.after(KEEP_AFTER_MS, () => {
      this.#cancel = null
      work()
    })
  }

  callOff(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  /** The text goes on from something else than before. */
  rebase(): void {
    this.#isBaseUnsaved = true
  }

  async keep(): Promise<void> {
    if (this.#isOver) return
    const { entry, base } = this.#state()
    const isBased = this.#isBaseUnsaved
    this.#isBaseUnsaved = false
    try {
      await this.#world.store.putEntry(entry, isBased ? base : undefined)
      this.stored = Math.max(this.stored, entry.sequence)
      if (this.stored >= this.#state().entry.sequence) this.#world.store.removeUnloadEntry(entry)
      if (this.#refusal !== null) this.#refuse(null)
    } catch (error) {
      this.#isBaseUnsaved = true
      this.refused(error)
    }
  }

  refused(error: unknown): void {
    this.#refuse(refusalOf(error))
  }

  #refuse(refusal: Refusal | null): void {
    this.#refusal = refusal
    this.#onRefusal(refusal)
  }

  /** Stores the current state before the next statement; false where the browser does not let it. */
  keepAtOnce(): boolean {
    const { entry, base } = this.#state()
    return this.#world.store.putUnloadEntry(entry, base)
  }

  /**
   * Waits until the browser has stored this state. The last request of a browser that is killed may arrive when the form
   * is open again, which knows it as its own text only if it found as much in the browser.
   */
  async until(sequence: number): Promise<void> {
    if (this.stored >= sequence || this.#refusal !== null) return
    await Promise.race([this.keep(), new Promise<void>((resolve) => this.#world.clock.after(STORE_MAX_MS, resolve))])
  }

  /** Forgets all of it, and keeps nothing any more where the form is over. */
  async forget(isOver = false): Promise<void> {
    this.#isOver ||= isOver
    await this.#world.store.removeRecord(this.#state().entry).catch(() => {})
  }
}
