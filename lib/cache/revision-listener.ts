import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { describeError, log } from '@/lib/platform/server/log'

/** Raised and announced by triggers (migrations page_revision and page_changes) with every commit that changes pages. */
const CHANNEL = 'colophon_pages'
/** The revision, and since $1 how many there were that concern only some pages, with those pages. */
const READ_CHANGES = `
  SELECT page."revision"::text AS "revision", count(DISTINCT change."revision")::text AS "scoped",
    coalesce(array_agg(DISTINCT change."path") FILTER (WHERE change."path" IS NOT NULL), '{}') AS "paths"
  FROM "PageRevision" AS page
  LEFT JOIN "PageChange" AS change ON change."revision" > $1 AND change."revision" <= page."revision"
  GROUP BY page."revision"`

const POLL_MS = 500
/** How often a quiet listener is asked the same: that keeps its way open, and shows when it is none any more. */
const HEARTBEAT_MS = 5_000
const ANSWER_WITHIN_MS = 2_000
const RETRY_MS = [100, 250, 500, 1_000, 2_000, 5_000] as const

export type RevisionListener = { stop(): Promise<void> }

export type RevisionListenerOptions = {
  /** Leads to the server itself: a pooler that lends a connection for one transaction hands no notification on. */
  directUrl: string
  /** The way everything else takes; the revision is asked for there while nothing listens. */
  url: string
  /**
   * Called at least once after every commit that changed what pages show, also for one made while nobody listened; with
   * the paths of the pages it concerns, or without where that may be all.
   */
  onChange: (paths?: string[]) => void
}

/**
 * Tells of writes made anywhere: another instance, the shell, by hand. Within milliseconds while a connection listens;
 * within half a second while none does, which is as long as it takes to get a lost one back, or always behind a pooler.
 * `onChange` is also called for the first revision seen, because what was read before it may be older. What was missed is
 * caught up page by page, as far back as the database remembers.
 */
export function listenForRevisions({ directUrl, url, onChange }: RevisionListenerOptions): RevisionListener {
  const ending = new AbortController()
  const { signal } = ending
  const pause = (milliseconds: number) => delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
  let known: bigint | undefined
  let listening = false
  let wake = () => {}
  signal.addEventListener('abort', () => wake())

  async function catchUp(client: pg.Client): Promise<void> {
    const since = known
    const { revision, scoped, paths } = await readChanges(client, since ?? 0n)
    // Another answer may have come first.
    if (revision === known || signal.aborted) return
    known = revision
    // Each of those in between says which pages it concerns, and the database still has them all.
    if (since !== undefined && revision - since === scoped) onChange(paths)
    else onChange()
  }

  /** Resolves with the next notification, when told to end, and at the latest with the next heartbeat. */
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
        if (failures === 0 && !signal.aborted) log('warn', 'page watch lost its connection', describeError(error))
      }
      await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0)
      failures += 1
    }
  }

  /** Resolves when told to end, or to "pooled" where no notification would arrive; throws when the connection is lost. */
  async function listen(onListening: () => void): Promise<'ended' | 'pooled'> {
    const client = open(directUrl, 'colophon-listen')
    const lost = new Promise<never>((_, reject) => {
      client.once('error', reject)
      client.once('end', () => reject(new Error('The connection was closed.')))
    })
    // It may come while nobody waits for it.
    lost.catch(() => undefined)
    try {
      await client.connect()
      client.on('notification', () => wake())
      // A commit between the two is announced; one before them is read.
      await client.query(`LISTEN ${CHANNEL}`)
      if (await isPooled(client)) {
        log('info', 'page watch asks twice a second', { reason: 'a pooler stands before the database' })
        return 'pooled'
      }
      listening = true
      onListening()
      while (!signal.aborted) {
        const news = nextNews()
        await Promise.race([catchUp(client), lost])
        await Promise.race([news, lost])
      }
      return 'ended'
    } finally {
      listening = false
      // Waiting for a server that is gone would be waiting for ever.
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
          await catchUp(client)
        } catch {
          // Whoever needs the database says that it is away; here the next turn asks again.
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
    async stop() {
      ending.abort()
      await Promise.all(running)
    },
  }
}

function open(connectionString: string, application_name: string): pg.Client {
  return new pg.Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
    application_name,
  })
}

async function connected(connectionString: string, name: string): Promise<pg.Client> {
  const client = open(connectionString, name)
  // Without a listener, a connection lost between two queries would count as an error nobody caught.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

type Changes = { revision: bigint; scoped: bigint; paths: string[] }

async function readChanges(client: pg.Client, since: bigint): Promise<Changes> {
  const { rows } = await client.query<{ revision: string; scoped: string; paths: string[] }>(READ_CHANGES, [since])
  const [{ revision, scoped, paths } = { revision: '0', scoped: '0', paths: [] }] = rows
  return { revision: BigInt(revision), scoped: BigInt(scoped), paths }
}

/** A pooler introduces itself with a process of its own invention; the server behind it names the real one. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid !== (client as pg.Client & { processID?: number | null }).processID
}
