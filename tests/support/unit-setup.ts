import { afterAll, vi } from 'vitest'

// Node loads its own client at the first `fetch`, unless a package has set another one before: jsdom's refuses bodies of
// Node's `fetch`. Files that share a process load jsdom in any order.
await fetch('data:,')

// Vitest undoes this before the next test of a file; after the last one the next file of the process would have it.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
