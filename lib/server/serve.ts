import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { format } from 'node:util'
import next from 'next'
import sirv from 'sirv'
import { clientOf } from '@/lib/auth/server/client-identity'
import { readBuiltPages } from '@/lib/cache/built-pages'
import { PageCache } from '@/lib/cache/page-cache'
import { registerPageCache } from '@/lib/cache/page-cache-registry'
import { RenderAllowance } from '@/lib/cache/render-allowance'
import { listenForRevisions, type RevisionListener, type RevisionListenerOptions } from '@/lib/cache/revision-listener'
import { requireReady } from '@/lib/health/server/queries'
import { contentPolicy } from '@/lib/http/server/security-headers'
import { runMaintenance, runTextRefresh } from '@/lib/ops/maintenance'
import { env } from '@/lib/platform/server/env'
import { describeError, log } from '@/lib/platform/server/log'
import { setSanitiserQueue } from '@/lib/rich-text/server/sanitiser-queue'
import { WorkerSanitiser } from '@/lib/rich-text/server/worker-sanitiser'
import { createSiteServer, HSTS, type RequestHandler } from '@/lib/server/http-server'
import { startRecurringJob } from '@/lib/server/recurring-job'

/**
 * Some hundred pages in three encodings each, the rest is drawn again; a sixth of what the process takes at rest.
 * Pages whose names anybody can make up have a share of their own, and evict no other.
 */
const KEPT_PAGES_BYTES = { named: 24 * 1024 * 1024, invented: 8 * 1024 * 1024 }
/** Some hundred pages at once and three a second: more than a person or a crawler asks for, a tenth of the time in the long run. */
const ALLOWANCE = { burstMs: 3_000, share: 0.1, countedMs: 200 }
const GRACE_MS = 30_000
/** The first visitors of a fresh start come before the tidying. */
const MAINTENANCE_AFTER_MS = 60_000
/** Until then, after an update, each view of a text cleans it anew. */
const REFRESH_AFTER_MS = 2_000
const MAINTENANCE_EVERY_MS = 24 * 60 * 60 * 1000

export type ServeOptions = {
  dev: boolean
  dir: string
  host: string
  port: number
  /** The bundled `lib/rich-text/server/worker.ts`. */
  textWorker: string
}

export type RunningSite = {
  /** Stops accepting, lets what runs finish for at most 30 seconds, and ends Next. Safe to repeat. */
  close(): Promise<void>
}

/**
 * Loads Next and listens. The settings must stand in the environment before.
 * @throws the system's error when the address cannot be listened on (`EADDRINUSE` …)
 */
export async function serve({ dev, dir, host, port, textWorker }: ServeOptions): Promise<RunningSite> {
  logFatalErrors()
  if (!dev) formatConsoleAsJson()
  let handle: RequestHandler = () => {}
  const isHttps = env().SITE_URL?.startsWith('https://') ?? false
  const pages = dev
    ? undefined
    : new PageCache({
        render: (request, response) => handle(request, response),
        maxBytes: KEPT_PAGES_BYTES,
        contentPolicy,
        builtPages: readBuiltPages(dir),
        headers: isHttps ? HSTS : {},
        clientOf,
        allowance: new RenderAllowance(ALLOWANCE),
        isAway: () =>
          requireReady().then(
            () => false,
            () => true,
          ),
      })
  if (pages) registerPageCache(pages)
  const heavyTexts = new WorkerSanitiser(textWorker)
  // The bundle knows nothing of a source that changes while one works on it.
  if (!dev) setSanitiserQueue(heavyTexts)
  const { server, close } = createSiteServer((request, response) => handle(request, response), {
    trustProxy: env().TRUST_PROXY,
    isHttps,
    pages,
  })

  // A first compile may take longer than a client may be silent, and the reload channel is silent for hours.
  if (dev) server.timeout = 0

  if (!dev) takeBuiltConfig(dir)

  // Next takes over upgrades of the server it is given. In production nothing upgrades, and its listener would leave
  // such sockets open for ever: it gets a server that never listens.
  // The name is only what Next calls itself, and its middleware calls every loopback address localhost: by another name
  // a rewrite would count as one to a foreign server, asked for over the network, and lose its status.
  const app = next({ dev, dir, hostname: 'localhost', port, httpServer: dev ? server : createServer() })
  await app.prepare()
  const nextHandler = app.getRequestHandler()
  handle = dev ? (request, response) => nextHandler(request, response) : withAssets(dir, nextHandler)

  server.listen({ host, port })
  await once(server, 'listening')

  const watch = pages && listenForWrites((paths) => pages.invalidate(paths))
  const ending = new AbortController()
  const { signal } = ending
  const refresh = startRecurringJob(() => runTextRefresh(signal), REFRESH_AFTER_MS, MAINTENANCE_EVERY_MS)
  const maintenance = startRecurringJob(() => runMaintenance(signal), MAINTENANCE_AFTER_MS, MAINTENANCE_EVERY_MS)

  async function end(): Promise<void> {
    ending.abort()
    const stopped = Promise.all([refresh.stop(), maintenance.stop()])
    const tidied = Promise.race([stopped, delay(GRACE_MS, undefined, { ref: false })])
    await Promise.all([close(GRACE_MS), tidied])
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

/** Writes of other instances, of the shell and by hand; those of this process have invalidated their pages before. */
function listenForWrites(onChange: RevisionListenerOptions['onChange']): RevisionListener {
  const { DATABASE_URL: url = '', DIRECT_DATABASE_URL: directUrl = url } = env()
  return listenForRevisions({ url, directUrl, onChange })
}

/**
 * Lets Next take its settings as the build has resolved and written them down, as the servers it generates itself do.
 * To read next.config.ts again it would load its compiler: 30 MB and half a second of every start.
 */
function takeBuiltConfig(dir: string): void {
  const file = path.join(dir, '.next', 'required-server-files.json')
  const { config } = JSON.parse(readFileSync(file, 'utf8')) as { config: unknown }
  // biome-ignore lint/style/noProcessEnv: it is Next that reads this one
  Object.assign(process.env, { __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) })
}

/** Where files lie whose names carry a hash of their content, and what their addresses are. */
const HASHED_FILES = [
  { start: '/_next/static/', pattern: /^\/_next\/static\//, folder: ['.next', 'static'] },
  { start: '/fonts/', pattern: /^\/fonts\/[^/?]+\.woff2(\?|$)/, folder: ['public', 'fonts'] },
]

/** Answers itself for files whose names carry a hash of their content, as the build has compressed them. */
function withAssets(dir: string, handle: RequestHandler): RequestHandler {
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
    if (!kind || (method !== 'GET' && method !== 'HEAD')) return handle(request, response)
    request.url = url.slice(kind.start.length - 1)
    kind.files(request, response, () => {
      request.url = url
      return handle(request, response)
    })
  }
}

/** What Next has to say of a failed page comes as the other lines do. */
function formatConsoleAsJson(): void {
  for (const level of ['warn', 'error'] as const) {
    console[level] = (...parts: unknown[]) => {
      const error = parts.find((part) => part instanceof Error)
      const event = level === 'error' && error ? 'request failed' : 'console'
      log(level, event, error ? describeError(error) : { text: format(...parts) })
    }
  }
}

/** One request's forgotten rejection is no reason to end all others: it is logged, as `next start` does. */
function logFatalErrors(): void {
  process.on('unhandledRejection', (reason) => log('error', 'unhandled rejection', describeError(reason)))
  process.on('uncaughtException', (error) => log('error', 'uncaught exception', describeError(error)))
}
