import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type ChangesRow, type PageChanges, selectChanges, toChanges } from '@/lib/cache/server/queries'
import { readDatabaseAddress } from '@/lib/platform/server/database-address'
import { deadline } from '@/lib/platform/server/deadlines'
import { describeError, log } from '@/lib/platform/server/log'

/** Notified by triggers (migration page_keys) with every commit that changes pages. */
const CHANNEL = 'colophon_pages'
const POLL_MS = 500
/** How often an idle listener queries the revision: that keeps its connection open and detects a dead one. */
const HEARTBEAT_MS = 5_000
/** A write of this process is read by `catchUp()`; its notification waits so long, and is ignored if read by then. */
const OWN_WRITE_MS = 5
const RETRY_MS = [100, 250, 500, 1_000, 2_000, 5_000] as const

export type RevisionListener = {
  /**
   * Reports at once what was committed before this call, as `read` tells it; for whoever has just written.
   * @throws what `read` throws, and has reported nothing then
   */
  catchUp(read: ReadChanges): Promise<void>
  stop(): Promise<void>
}

type ReadChanges = (since: bigint | undefined) => Promise<PageChanges>

export type RevisionListenerOptions = {
  /** A direct connection to the server: a pooler in transaction mode delivers no notifications. */
  directUrl: string
  /** The connection string of all other queries; polled for the revision while no listener is connected. */
  url: string
  /**
   * Called at least once after every commit that changed what pages show, including commits made while no listener was
   * connected: with the keys of what it changed, or without where any page may have changed.
   */
  onChange: (keys?: string[]) => void
}

/**
 * Reports writes made anywhere: another instance, the shell, by hand. Within milliseconds while a connection listens,
 * within half a second by polling while none does (during a reconnect, or always behind a pooler). `onChange` is also
 * called for the first revision seen, because earlier reads may be older. Missed revisions are caught up page by page,
 * as far back as the database stores them.
 */
export function listenForRevisions({ directUrl, url, onChange }: RevisionListenerOptions): RevisionListener {
  const ending = new AbortController()
  const { signal } = ending
  const pause = (milliseconds: number) => delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
  let known: bigint | undefined
  let listening = false
  let wake = () => {}
  signal.addEventListener('abort', () => wake())

  async function catchUp(read: ReadChanges): Promise<void> {
    const { revision, keys } = await read(known)
    // A concurrent query may have handled this revision already.
    if (revision === known || signal.aborted) return
    known = revision
    onChange(keys)
  }

  /** Resolves with the next notification, when aborted, and at the latest with the next heartbeat. */
  function nextNews(): Promise<void> {
    return new Promise((resolve) => {
      const heartbeat = setTimeout(resolve, HEARTBEAT_MS).unref()
      wake = () => {
        clearTimeout(heartbeat)
        resolve()
      }
      if (signal.aborted) wake()
    })
  }

  async function keepListening(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      try {
        if ((await listen(() => (failures = 0))) === 'pooled') return
      } catch (error) {
        // The first try after a loss mostly succeeds, and the revision is asked for meanwhile.
        if (failures === 1 && !signal.aborted) log('warn', 'page watch lost its connection', describeError(error))
      }
      await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0)
      failures += 1
    }
  }

  /**
   * Resolves to "ended" when aborted, or to "pooled" where no notification would arrive; throws when the connection is
   * lost.
   */
  async function listen(onListening: () => void): Promise<'ended' | 'pooled'> {
    const client = open(directUrl, 'colophon-listen')
    const lost = new Promise<never>((_, reject) => {
      client.once('error', reject)
      client.once('end', () => reject(new Error('The connection was closed.')))
    })
    // It may reject while nothing awaits it.
    lost.catch(() => undefined)
    try {
      await client.connect()
      client.on('notification', async ({ payload }) => {
        await pause(OWN_WRITE_MS)
        if (payload !== String(known)) wake()
      })
      // A commit between the two is notified; one before them is read.
      await client.query(`LISTEN ${CHANNEL}`)
      if (await isPooled(client)) {
        log('info', 'page watch asks twice a second', { reason: 'a pooler stands before the database' })
        return 'pooled'
      }
      listening = true
      onListening()
      while (!signal.aborted) {
        const news = nextNews()
        await Promise.race([catchUp(readBy(client)), lost])
        await Promise.race([news, lost])
      }
      return 'ended'
    } finally {
      listening = false
      // Not awaited: a dead server would never answer.
      client.end().catch(() => undefined)
    }
  }

  async function keepAsking(): Promise<void> {
    let client: pg.Client | undefined
    while (!signal.aborted) {
      if (listening) {
        client?.end().catch(() => undefined)
        client = undefined
      } else {
        try {
          client ??= await connected(url, 'colophon-ask')
          await catchUp(readBy(client))
        } catch {
          // Requests report that the database is unavailable; here the next turn polls again.
          client?.end().catch(() => undefined)
          client = undefined
        }
      }
      await pause(POLL_MS)
    }
    client?.end().catch(() => undefined)
  }

  const running = [keepListening(), keepAsking()]
  return {
    catchUp,
    async stop() {
      ending.abort()
      await Promise.all(running)
    },
  }
}

function open(address: string, application_name: string): pg.Client {
  return new pg.Client({
    ...readDatabaseAddress(address),
    connectionTimeoutMillis: deadline('listener'),
    query_timeout: deadline('listener'),
    keepAlive: true,
    application_name,
  })
}

async function connected(address: string, name: string): Promise<pg.Client> {
  const client = open(address, name)
  // Without a handler, a connection lost between two queries would be an uncaught exception.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

function readBy(client: pg.Client): ReadChanges {
  return async (since) => {
    const { text, values } = selectChanges(since)
    const { rows } = await client.query<ChangesRow>(text, values)
    return toChanges(rows[0], since)
  }
}

/** A pooler reports an invented backend process id on connect; the server behind it reports the real one. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid !== (client as pg.Client & { processID?: number | null }).processID
}
