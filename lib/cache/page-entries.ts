import { LRUCache } from 'lru-cache'

/** The maximum of bytes for pages whose names come from the content, and for those whose names anyone can make up. */
export type PageBudgets = Record<'finite' | 'unbounded', number>

/** Of its budget, what one entry may take. */
const ENTRY_MAX_SHARE = 0.5

/**
 * The entries of the page cache. A key is the path, then, after a line break, what else tells entries apart. Each kind
 * of page has a budget of its own and evicts only entries of its kind, the least recently used first.
 */
export class PageEntries<Entry extends { bytes: number }> {
  readonly #byKind: Record<keyof PageBudgets, LRUCache<string, Entry>>

  constructor(budgets: PageBudgets) {
    const lru = (maxSize: number) =>
      new LRUCache<string, Entry>({
        maxSize,
        maxEntrySize: maxSize * ENTRY_MAX_SHARE,
        sizeCalculation: ({ bytes }) => bytes,
        noDeleteOnStaleGet: true,
        // For `all`: what has ended may still be sent, and must be invalidated too.
        allowStale: true,
      })
    this.#byKind = { finite: lru(budgets.finite), unbounded: lru(budgets.unbounded) }
  }

  /** With `allowStale` an entry whose lifetime is over, too. */
  get(key: string, { allowStale = false } = {}): Entry | undefined {
    return this.#byKind.finite.get(key, { allowStale }) ?? this.#byKind.unbounded.get(key, { allowStale })
  }

  /** Does nothing for an entry that is too large. `lifetimeMs` may be Infinity. */
  set(kind: keyof PageBudgets, key: string, entry: Entry, lifetimeMs: number): void {
    const ttl = Number.isFinite(lifetimeMs) ? Math.ceil(lifetimeMs) : undefined
    this.#byKind[kind].set(key, entry, { ttl })
  }

  delete(key: string): void {
    for (const entries of Object.values(this.#byKind)) entries.delete(key)
  }

  /** With their keys; also those whose lifetime is over. */
  all(): Array<[key: string, entry: Entry]> {
    return Object.values(this.#byKind).flatMap((entries) => [...entries.entries()])
  }
}
