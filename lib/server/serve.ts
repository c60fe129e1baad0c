import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { format } from 'node:util'
import next from 'next'
import sirv from 'sirv'
import { readBuiltPages } from '@/lib/cache/built-pages'
import { PageCache } from '@/lib/cache/page-cache'
import { registerPageCache } from '@/lib/cache/page-cache-registry'
import { listenForRevisions, type RevisionListener, type RevisionListenerOptions } from '@/lib/cache/revision-listener'
import { readPageChanges } from '@/lib/cache/server/queries'
import { requireReady } from '@/lib/health/server/queries'
import { contentPolicy } from '@/lib/http/server/security-headers'
import { moveRunner } from '@/lib/move/server/runner'
import { countMissing } from '@/lib/not-found/server/mutations'
import { MOVES, type SiteJobs, siteJobs } from '@/lib/ops/jobs'
import { recordRun } from '@/lib/ops/record-run'
import { startJobs } from '@/lib/ops/run-jobs'
import { writeBatches } from '@/lib/platform/server/batch'
import { deadline } from '@/lib/platform/server/deadlines'
import { env } from '@/lib/platform/server/env'
import { describeError, log } from '@/lib/platform/server/log'
import { hostOptions, storeNothing, takeBuiltConfig, takeConsole } from '@/lib/platform/server/next-internals'
import { untilNextPublication } from '@/lib/publishing/server/visibility'
import { redirectOf } from '@/lib/redirects/server/queries'
import { setSanitiserQueue } from '@/lib/rich-text/server/sanitiser-queue'
import { WorkerSanitiser } from '@/lib/rich-text/server/worker-sanitiser'
import { AdmissionQueue } from '@/lib/server/admission-queue'
import { createSiteServer, type FileServer, HSTS, type RequestHandler } from '@/lib/server/http-server'

/**
 * Seven hundred long pages; a sixth of the process's memory at rest. Pages whose names anyone can make up have a budget of
 * their own and evict no other.
 */
const PAGE_CACHE_BYTES = { finite: 24 * 1024 * 1024, unbounded: 4 * 1024 * 1024 }
/**
 * Two of a client at once leave the loop to others in between, and no database of ours the last connection: six of ten
 * are for all of them together, and two more for those that have a password hashed. A burst is some hundred pages; a tenth
 * of a processor is three a second after that, more than a person or a crawler requests. A network is allowed what four
 * clients are (docs/security.md).
 */
const ADMISSION = {
  ...{ total: 6, hashes: 2, arriving: 100, atWork: 2, open: 12, waiting: 200, burstMs: 3_000, share: 0.1 },
  network: { atWork: 2, arriving: 10, clients: 1_000, burstMs: 12_000, share: 0.4 },
}

export type ServeOptions = SiteJobs & {
  dev: boolean
  dir: string
  host: string
  port: number
  /** The bundled `lib/rich-text/server/worker.ts`. */
  textWorker: string
}

export type RunningSite = {
  /** Stops accepting connections, waits at most 30 seconds for running requests and jobs, and ends Next. Idempotent. */
  close(): Promise<void>
}

/**
 * Loads Next and listens. The settings must be in the environment before.
 * @throws the system's error when the address cannot be listened on (`EADDRINUSE` …)
 */
export async function serve({ dev, dir, host, port, textWorker, ...processes }: ServeOptions): Promise<RunningSite> {
  logFatalErrors()
  if (!dev) takeConsole(logConsole)
  let handle: RequestHandler = () => {}
  const isHttps = env().SITE_URL?.startsWith('https://') ?? false
  const pages = dev
    ? undefined
    : new PageCache({
        render: (request, response) => handle(request, response),
        maxBytes: PAGE_CACHE_BYTES,
        contentPolicy,
        builtPages: readBuiltPages(dir),
        headers: isHttps ? HSTS : {},
        redirectOf,
        onMissing: countMissing,
        untilNextChange: untilNextPublication,
        isUnavailable: () =>
          requireReady().then(
            () => false,
            () => true,
          ),
      })
  const heavyTexts = new WorkerSanitiser(textWorker)
  // In development the source changes, but the worker's bundle does not.
  if (!dev) setSanitiserQueue(heavyTexts)
  const { server, close } = createSiteServer((request, response) => handle(request, response), {
    trustProxy: env().TRUST_PROXY,
    isHttps,
    production: pages && { pages, files: assets(dir), admission: new AdmissionQueue(ADMISSION) },
  })

  // A first compile may take longer than the idle timeout, and the reload channel is silent for hours.
  if (dev) server.timeout = 0

  if (!dev) {
    takeBuiltConfig(dir)
    storeNothing()
  }
  const app = next({ dev, dir, port, ...hostOptions(server, { dev }) })
  const { log: print } = console
  // Next tells how long it read its configuration, and not as a line of the log.
  if (!dev) console.log = () => {}
  await app.prepare().finally(() => {
    console.log = print
  })
  // Only now: meanwhile nothing would answer the database in time.
  const watch = pages && listenForWrites((keys) => pages.invalidate(keys))
  if (watch) {
    registerPageCache({
      invalidate: () => pages.invalidate(),
      // Without an answer too much rather than too little: the write is committed.
      invalidateCommitted: () => watch.catchUp(readPageChanges).catch(() => pages.invalidate()),
    })
  }
  const nextHandler = app.getRequestHandler()
  handle = (request, response) => nextHandler(request, response)

  server.listen({ host, port })
  await once(server, 'listening')

  const jobs = startJobs(siteJobs(processes), recordRun)
  moveRunner.value = { wake: () => jobs.wake(MOVES) }

  async function end(): Promise<void> {
    moveRunner.value = undefined
    const late = delay(deadline('shutdown'), undefined, { ref: false })
    await Promise.all([close(deadline('shutdown')), Promise.race([jobs.stop(), late])])
    await Promise.race([writeBatches(), delay(deadline('query'), undefined, { ref: false })])
    await watch?.stop()
    await Promise.all([app.close(), heavyTexts.stop()])
  }
  let closed: Promise<void> | undefined
  return {
    close() {
      closed ??= end()
      return closed
    },
  }
}

/**
 * For writes of other instances, of the shell and by hand; after those of this process it is asked at once.
 */
function listenForWrites(onChange: RevisionListenerOptions['onChange']): RevisionListener {
  const { DATABASE_URL: url = '', DIRECT_DATABASE_URL: directUrl = url } = env()
  return listenForRevisions({ url, directUrl, onChange })
}

/** Files whose names contain a hash of their content: their URLs and folders. */
const HASHED_FILES = [
  { start: '/_next/static/', pattern: /^\/_next\/static\//, folder: ['.next', 'static'] },
  { start: '/fonts/', pattern: /^\/fonts\/[^/?]+\.woff2(\?|$)/, folder: ['public', 'fonts'] },
]

/** Serves files whose names contain a hash of their content, in the encodings the build compressed. */
function assets(dir: string): FileServer {
  const kinds = HASHED_FILES.map(({ start, pattern, folder }) => ({
    start,
    pattern,
    files: sirv(path.join(dir, ...folder), {
      brotli: true,
      gzip: true,
      etag: true,
      immutable: true,
      maxAge: 31_536_000,
      setHeaders: (response) => response.setHeader('X-Content-Type-Options', 'nosniff'),
    }),
  }))
  return (request, response) => {
    const { url = '/', method } = request
    const kind = kinds.find(({ pattern }) => pattern.test(url))
    if (!kind || (method !== 'GET' && method !== 'HEAD')) return false
    let isServed = true
    request.url = url.slice(kind.start.length - 1)
    // It calls back at once: it has listed the files.
    kind.files(request, response, () => {
      isServed = false
    })
    request.url = url
    return isServed
  }
}

/** Writes what is written to the console as a JSON line of the log. */
function logConsole(level: 'warn' | 'error', parts: unknown[]): void {
  const error = parts.find((part) => part instanceof Error)
  const event = level === 'error' && error ? 'request failed' : 'console'
  log(level, event, error ? describeError(error) : { text: format(...parts) })
}

/**
 * Logs instead of ending the process, as `next start` does: one unhandled rejection must not end all other requests.
 */
function logFatalErrors(): void {
  process.on('unhandledRejection', (reason) => log('error', 'unhandled rejection', describeError(reason)))
  process.on('uncaughtException', (error) => log('error', 'uncaught exception', describeError(error)))
}
