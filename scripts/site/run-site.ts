import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { log } from '@/lib/platform/server/log'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { finishUpdate } from '@/scripts/bootstrap/update.mjs'
import { printFailure, UserError } from '@/scripts/bootstrap/user-error.mjs'
import { buildSite, compiledFile, markBuildInUse, requireBuild } from '@/scripts/build/build-site'
import { takeLock } from '@/scripts/build/folder-lock'
import { makeDataDir, readSecrets } from './secrets'
import { printOwner, setUpDatabase } from './set-up-database'
import { dataDir, readSettings } from './settings'

/** A repeated signal within this time is the same one: npm forwards what the terminal has already sent. */
const SAME_SIGNAL_MS = 1_000

const PARENT_POLL_MS = 500

/** Run in reverse order when the site stops. */
const cleanups: Array<() => void | Promise<void>> = []
/** After it, what was built before can start in this process. */
let buildFailure: unknown

/** Plain text during the start, then log lines unless stdout is a terminal. */
let printLine = (line: string) => console.log(line)
const print = (line: string) => printLine(line)

/**
 * - `start` installs and builds what is missing, and runs the embedded database unless DATABASE_URL is set.
 * - `dev` does the same with reloading instead of a build.
 * - `serve` serves the build with an external database, as one of any number of instances, and writes nothing outside
 *   of the data folder; with AUTH_SECRET and UPLOADTHING_TOKEN not there either.
 */
export type Mode = 'start' | 'dev' | 'serve'

/**
 * Runs the site until a signal stops it. Prints a failure and exits.
 * @throws what kept the site from being built
 */
export async function runSite(mode: Mode) {
  const ignoreSignals = stopOnSignals()
  try {
    await startSite(mode)
  } catch (error) {
    await cleanUp()
    if (error === buildFailure) {
      ignoreSignals()
      throw error
    }
    printFailure(error)
    process.exit(1)
  }
}

async function startSite(mode: Mode) {
  const dev = mode === 'dev'
  process.chdir(ROOT)
  Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' })
  const { settings, databaseUrl: configuredUrl, directUrl } = readSettings()

  if (mode === 'serve') {
    requireBuild()
    if (!configuredUrl) throw new UserError('Set DATABASE_URL: only npm start brings a database along.')
  }
  const { HOST: host, PORT: port } = settings
  const address = `http://${isLoopback(host) || isAnyAddress(host) ? 'localhost' : host}:${port}`
  const siteUrl = settings.SITE_URL ?? address

  // `serve` takes no lock: instances may share the data folder, or have none.
  if (mode !== 'serve') await lockDataDir(address)
  await requireFreePort(host, port)
  if (mode === 'start') {
    await buildSite().catch((error) => {
      buildFailure = error
      throw error
    })
  }
  if (mode !== 'serve') markBuildInUse()

  const authSecret = settings.AUTH_SECRET ?? readSecrets(dataDir()).AUTH_SECRET
  const databaseUrl = configuredUrl ?? (await startDatabase())
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    DIRECT_DATABASE_URL: directUrl ?? databaseUrl,
    DATA_DIR: dataDir(),
    SITE_URL: siteUrl,
    AUTH_SECRET: authSecret,
    NEXTAUTH_URL: siteUrl,
    NEXTAUTH_SECRET: authSecret,
  })
  const { disconnect } = await import('@/lib/ops/set-up')
  cleanups.push(disconnect)
  const withSample = settings.SEED_DEMO ?? settings.DATABASE_URL === undefined
  const owner = await setUpDatabase(directUrl ?? databaseUrl, {
    withSample,
    backup: configuredUrl ? 'tried' : 'required',
    print,
  })

  // Before the site answers: what says that it is ready follows at once.
  const endBackups = await offerBackups()
  const { serve } = await import('@/lib/server/serve')
  const site = await serve({
    dev,
    dir: ROOT,
    host,
    port,
    textWorker: compiledFile('worker'),
    moveProcess: compiledFile('move'),
    backups: settings.BACKUP_EVERY ? backupsEvery(settings.BACKUP_EVERY) : undefined,
  }).catch((error: Error) => {
    throw listenError(error, host, port)
  })
  cleanups.push(() => site.close())
  cleanups.push(endBackups)

  if (mode === 'start') finishUpdate()
  print(`\nThe site is ready at ${address}`)
  if (siteUrl !== address) print(`Its public address is ${siteUrl}`)
  printOwner(owner, print)
  if (!process.stdout.isTTY) printLine = (line) => log('info', line)
}

const backupsEvery = (everyMs: number) => ({
  everyMs,
  run: async (signal: AbortSignal) => {
    const { makeDueBackup } = await import('@/scripts/backup/schedule')
    return makeDueBackup({ everyMs, dataDir: dataDir(), signal })
  },
})

/** Offers backups to admins. Returns what ends one that is being made. */
async function offerBackups(): Promise<() => void> {
  const { backupRunner } = await import('@/lib/ops/backup-runner')
  const { backupState, startBackup } = await import('@/scripts/backup/schedule')
  const ending = new AbortController()
  backupRunner.value = { start: () => startBackup(ending.signal), state: backupState }
  return () => ending.abort()
}

/**
 * Ensures that only one process uses the data folder. Waits for one that is stopping, and for one that is starting
 * until its address responds.
 */
async function lockDataDir(address: string) {
  makeDataDir(dataDir())
  let lock = takeLock(join(dataDir(), 'lock'), address)
  for (let waited = false; lock.holder; waited = true) {
    const { pid, note } = lock.holder
    if (await isResponding(note)) {
      throw new UserError(
        `This site is already running (process ${pid}, ${note}).\n` +
          'For a second copy give it its own data and port: DATA_DIR=.data-2 PORT=3001 npm start',
      )
    }
    if (!waited) print(`Another command (process ${pid}) is starting or stopping with this data; waiting for it …`)
    await delay(250)
    lock = takeLock(join(dataDir(), 'lock'), address)
  }
  process.once('exit', lock.release)
  cleanups.push(lock.release)
}

async function isResponding(address: string) {
  try {
    await fetch(new URL('/api/health/live', address), { signal: AbortSignal.timeout(2_000) })
    return true
  } catch {
    return false
  }
}

async function startDatabase() {
  const { DATABASE_PASSWORD: password } = readSecrets(dataDir())
  const { startEmbedded } = await import('@/scripts/database/embedded')
  const server = await startEmbedded({ dataDir: dataDir(), password, print })
  cleanups.push(() => server.stop())
  return server.url
}

/** Fails immediately instead of after the build. */
async function requireFreePort(host: string, port: number) {
  await new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error) => reject(listenError(error, host, port)))
    probe.listen({ host, port }, () => probe.close(resolve))
  })
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number) {
  const messages = {
    EADDRINUSE: `Another program uses port ${port}.\nStop that one, or choose another port: PORT=${port + 1} npm start`,
    EACCES: `This user may not use port ${port}.\nChoose one above 1023: PORT=3000 npm start`,
    EADDRNOTAVAIL: `This machine has no address ${host}.\nCorrect HOST: 127.0.0.1 for this machine only, 0.0.0.0 for all its addresses.`,
    ENOTFOUND: `The host name ${host} is not known.\nCorrect HOST: 127.0.0.1 for this machine only, 0.0.0.0 for all its addresses.`,
  }
  const text = Object.entries(messages).find(([code]) => code === error.code)?.[1]
  return text ? new UserError(text, { cause: error }) : error
}

function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function isAnyAddress(host: string) {
  return host === '0.0.0.0' || host === '::'
}

/**
 * Stops in order with status 0: first requests, then the database; a repeated signal exits immediately. Also stops when
 * the npm that started this process is killed, since it cannot forward a signal. Returns what ends that.
 */
function stopOnSignals() {
  let since = 0
  const end = async () => {
    if (since > 0) {
      if (Date.now() - since > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    since = Date.now()
    print('Stopping: running requests may finish …')
    await cleanUp()
    process.exit(0)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, end)

  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent || !process.env.npm_lifecycle_event) return
    clearInterval(watch)
    end()
  }, PARENT_POLL_MS).unref()
  return () => {
    for (const signal of signals) process.off(signal, end)
    clearInterval(watch)
  }
}

async function cleanUp() {
  for (const step of cleanups.splice(0).reverse()) {
    try {
      await step()
    } catch (error) {
      printFailure(error)
    }
  }
}
