import { LRUCache } from 'lru-cache'
import { type PageKind, pageKind } from '@/lib/cache/page-kinds'

/** The maximum of bytes for each kind of page. */
export type PageBudgets = Record<PageKind, number>

/** The maximum of one entry. */
export const ENTRY_MAX_BYTES = 1024 * 1024

/**
 * The entries of the page cache. A key is the path, then, after a line break, what else tells entries apart. Each kind
 * of page has a budget of its own and evicts only entries of its kind, the least recently used first.
 */
export class PageEntries<Entry extends { bytes: number }> {
  readonly #byKind: Record<PageKind, LRUCache<string, Entry>>

  constructor(budgets: PageBudgets) {
    const lru = (maxSize: number) =>
      new LRUCache<string, Entry>({
        maxSize,
        maxEntrySize: Math.min(maxSize, ENTRY_MAX_BYTES),
        sizeCalculation: ({ bytes }) => bytes,
        noDeleteOnStaleGet: true,
        // For `all`: what has ended may still be sent, and must be invalidated too.
        allowStale: true,
      })
    this.#byKind = { named: lru(budgets.named), invented: lru(budgets.invented) }
  }

  /** With `allowStale` an entry whose lifetime is over, too. */
  get(key: string, { allowStale = false } = {}): Entry | undefined {
    return this.#byKind.named.get(key, { allowStale }) ?? this.#byKind.invented.get(key, { allowStale })
  }

  /** Does nothing for a path that is not cacheable, or for an entry that is too large. `lifetimeMs` may be Infinity. */
  set(key: string, entry: Entry, lifetimeMs: number): void {
    const kind = pageKind(pathOfKey(key))
    const ttl = Number.isFinite(lifetimeMs) ? Math.ceil(lifetimeMs) : undefined
    if (kind) this.#byKind[kind].set(key, entry, { ttl })
  }

  delete(key: string): void {
    for (const entries of Object.values(this.#byKind)) entries.delete(key)
  }

  /** With their keys; also those whose lifetime is over. */
  all(): Array<[key: string, entry: Entry]> {
    return Object.values(this.#byKind).flatMap((entries) => [...entries.entries()])
  }

  clear(): void {
    for (const entries of Object.values(this.#byKind)) entries.clear()
  }
}

export function pathOfKey(key: string): string {
  return key.split('\n', 1)[0] ?? key
}
