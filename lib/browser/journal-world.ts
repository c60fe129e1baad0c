import { joinChannel, openForms } from '@/lib/browser/journal-channel'
import * as store from '@/lib/browser/journal-store'
import { readCopy } from '@/lib/browser/read-copy'
import { ApiError, callApi } from '@/lib/calls/client'
import { NO_ANSWER } from '@/lib/texts/frame-constants'
import { copyCalls } from '@/lib/working-copy/calls'
import type { DeleteCopyInput, SaveCopyInput } from '@/lib/working-copy/input'
import type { SavedCopy } from '@/lib/working-copy/schema'

/** How long to wait for a response: on a dead connection none comes, and no error either. */
const ANSWER_MAX_MS = 30_000
/** Added for the size of the request: how many bytes a slow line sends in a millisecond. */
const BYTES_A_MS = 16

export type Clock = {
  now: () => number
  /** Calls `work` later; what it returns calls that off. */
  after: (milliseconds: number, work: () => void) => () => void
}

export type PageEvents = {
  hidden: () => void
  /** Shown, focused or connected again. */
  back: () => void
  left: () => void
  offline: () => void
}

/** Everything a journal has around it: a test has another. */
export type World = {
  clock: Clock
  store: Pick<
    typeof store,
    'putEntry' | 'putUnloadEntry' | 'readRecords' | 'removeRecord' | 'removeUnloadEntry' | 'tidyStore'
  >
  tabs: { join: typeof joinChannel; open: typeof openForms }
  server: {
    read: typeof readCopy
    save: (key: string, input: SaveCopyInput, request: SaveRequest) => Promise<SavedCopy>
    remove: (key: string, input: DeleteCopyInput, keepalive: boolean) => Promise<unknown>
  }
  page: { listen: (events: PageEvents) => () => void; isOnline: () => boolean }
}

type SaveRequest = {
  /** Of the body, in bytes. */
  size: number
  /** Whether it goes on when its page is closed. */
  keepalive: boolean
  signal: AbortSignal
}

export const BROWSER: World = {
  clock: {
    now: () => Date.now(),
    after(milliseconds, work) {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
  },
  store,
  tabs: { join: joinChannel, open: openForms },
  server: {
    read: readCopy,
    async save(key, body, { size, keepalive, signal }) {
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(new ApiError(0, NO_ANSWER, null)), ANSWER_MAX_MS + size / BYTES_A_MS)
      const giveUp = () => limit.abort(signal.reason)
      signal.addEventListener('abort', giveUp)
      return callApi(copyCalls.save, { params: { id: key }, body, signal: limit.signal, keepalive }).finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      })
    },
    remove: (key, body, keepalive) => callApi(copyCalls.remove, { params: { id: key }, body, keepalive }),
  },
  page: {
    isOnline: () => navigator.onLine,
    listen({ hidden, back, left, offline }) {
      const ended = new AbortController()
      const { signal } = ended
      document.addEventListener(
        'visibilitychange',
        () => (document.visibilityState === 'visible' ? back() : hidden()),
        { signal },
      )
      window.addEventListener('pagehide', left, { signal })
      window.addEventListener('online', back, { signal })
      window.addEventListener('offline', offline, { signal })
      window.addEventListener('focus', back, { signal })
      return () => ended.abort()
    },
  },
}
