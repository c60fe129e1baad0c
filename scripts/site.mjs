import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { installDependencies } from './dependencies.mjs'
import { takeLock } from './folder-lock.mjs'
import { PlainError, printFailure } from './plain-error.mjs'
import { importEntry, occupyBuild, prepareCode, prepareSite, requireBuild, TEXT_WORKER } from './prepare.mjs'
import { ROOT } from './root.mjs'
import { makeDataDir, readSecrets } from './secrets.mjs'
import { setUpDatabase, tellOwner } from './set-up-database.mjs'
import { dataDir, loadEnvFile, ownDatabaseUrl, ownDirectDatabaseUrl } from './settings.mjs'

/** A second Ctrl-C within this time is the same one: npm passes on to us what the terminal has sent us already. */
const SAME_SIGNAL_MS = 1_000

const PARENT_WATCH_MS = 500

/** What has to be ended again, last first. @type {Array<() => void | Promise<void>>} */
const undo = []

/** Plain words for whoever starts the site; once it runs, lines for whatever reads its log. */
let speak = (/** @type {string} */ line) => console.log(line)
const say = (/** @type {string} */ line) => speak(line)

/**
 * - `start` installs and builds what is missing, and runs the embedded database unless another is named.
 * - `dev` does the same and reloads what changes, without a build.
 * - `serve` serves what is built from a database elsewhere, one of any number of instances, and writes nothing outside of
 *   the data folder; with AUTH_SECRET and UPLOADTHING_TOKEN not there either.
 * @typedef {'start' | 'dev' | 'serve'} Mode
 */

/**
 * Brings the site up and keeps it until a signal ends it. A failure is told in plain words and ends the process.
 * @param {Mode} mode
 */
export async function runSite(mode) {
  endOnSignals()
  try {
    await bringUp(mode)
  } catch (error) {
    printFailure(error)
    await undoAll()
    process.exit(1)
  }
}

/** @param {Mode} mode */
async function bringUp(mode) {
  const dev = mode === 'dev'
  process.chdir(ROOT)
  Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' })
  loadEnvFile()

  if (mode === 'serve') {
    requireBuild()
    if (!ownDatabaseUrl()) throw new PlainError('Set DATABASE_URL: only npm start brings a database along.')
  } else {
    await installDependencies(say)
    await prepareCode(say)
  }
  const { parseEnv } = await importEntry('env')
  /** @type {import('../lib/env.ts').Env} */
  const settings = parseEnv(process.env)
  const { HOST: host, PORT: port } = settings
  const address = `http://${isLoopback(host) || isAnyAddress(host) ? 'localhost' : host}:${port}`
  const siteUrl = settings.SITE_URL ?? address

  // Other instances may share the data folder, or none of them has one.
  if (mode !== 'serve') await lockDataDir(address)
  await requireFreePort(host, port)
  if (mode === 'start') await prepareSite(say)
  if (mode !== 'serve') occupyBuild()

  const authSecret = settings.AUTH_SECRET ?? readSecrets(dataDir()).AUTH_SECRET
  const directUrl = ownDirectDatabaseUrl()
  const databaseUrl = ownDatabaseUrl() ?? (await startDatabase())
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    DIRECT_DATABASE_URL: directUrl ?? databaseUrl,
    DATA_DIR: dataDir(),
    SITE_URL: siteUrl,
    AUTH_SECRET: authSecret,
    NEXTAUTH_URL: siteUrl,
    NEXTAUTH_SECRET: authSecret,
  })
  const { disconnect } = await importEntry('server/set-up')
  undo.push(disconnect)
  const withSample = settings.SEED_DEMO ?? settings.DATABASE_URL === undefined
  const owner = await setUpDatabase(directUrl ?? databaseUrl, { withSample, say })

  const { serve } = await importEntry('server/serve')
  const site = await serve({ dev, dir: ROOT, host, port, textWorker: TEXT_WORKER }).catch(
    (/** @type {Error} */ error) => {
      throw listenError(error, host, port)
    },
  )
  undo.push(() => site.close())
  const { log } = await importEntry('log')
  if (settings.BACKUP_EVERY) {
    const { startBackups } = await import('./backup/schedule.mjs')
    const backups = startBackups({ everyMs: settings.BACKUP_EVERY, dataDir: dataDir(), log })
    undo.push(() => backups.stop())
  }

  say(`\nThe site is ready at ${address}`)
  if (siteUrl !== address) say(`Its public address is ${siteUrl}`)
  tellOwner(owner, say)
  if (!process.stdout.isTTY) speak = (line) => log('info', line)
}

/**
 * Makes sure that one process alone works on the data folder. One that is about to stop is waited for; so is one that
 * is about to start, to be named when it answers.
 * @param {string} address
 */
async function lockDataDir(address) {
  makeDataDir(dataDir())
  let lock = takeLock(join(dataDir(), 'lock'), address)
  for (let waited = false; lock.holder; waited = true) {
    const { pid, note } = lock.holder
    if (await answers(note)) {
      throw new PlainError(
        `This site is already running (process ${pid}, ${note}).\n` +
          'For a second copy give it its own data and port: DATA_DIR=.data-2 PORT=3001 npm start',
      )
    }
    if (!waited) say(`Another command (process ${pid}) is starting or stopping with this data; waiting for it …`)
    await delay(250)
    lock = takeLock(join(dataDir(), 'lock'), address)
  }
  process.once('exit', lock.release)
}

/** @param {string} address */
async function answers(address) {
  try {
    await fetch(new URL('/api/health/live', address), { signal: AbortSignal.timeout(2_000) })
    return true
  } catch {
    return false
  }
}

/** Starts the embedded server and returns its address. */
async function startDatabase() {
  const { DATABASE_PASSWORD: password } = readSecrets(dataDir())
  const { startEmbedded } = await import('./database/embedded.mjs')
  const server = await startEmbedded({ dataDir: dataDir(), password, say })
  undo.push(() => server.stop())
  return server.url
}

/**
 * Fails at once instead of after the build.
 * @param {string} host
 * @param {number} port
 */
async function requireFreePort(host, port) {
  await new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error) => reject(listenError(error, host, port)))
    probe.listen({ host, port }, () => probe.close(resolve))
  })
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {string} host
 * @param {number} port
 */
function listenError(error, host, port) {
  const words = {
    EADDRINUSE: `Another program uses port ${port}.\nStop that one, or choose another port: PORT=${port + 1} npm start`,
    EACCES: `This user may not use port ${port}.\nChoose one above 1023: PORT=3000 npm start`,
    EADDRNOTAVAIL: `This machine has no address ${host}.\nCorrect HOST: 127.0.0.1 for this machine only, 0.0.0.0 for all its addresses.`,
    ENOTFOUND: `The host name ${host} is not known.\nCorrect HOST: 127.0.0.1 for this machine only, 0.0.0.0 for all its addresses.`,
  }
  const text = Object.entries(words).find(([code]) => code === error.code)?.[1]
  return text ? new PlainError(text, { cause: error }) : error
}

/** @param {string} host */
function isLoopback(host) {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** @param {string} host */
function isAnyAddress(host) {
  return host === '0.0.0.0' || host === '::'
}

/**
 * Ends in order, with status 0: requests first, then the database; a repeated signal ends at once. So does the end of
 * the npm that started us: killed, it can pass no signal on, and whoever killed it meant the site.
 */
function endOnSignals() {
  let since = 0
  const end = async () => {
    if (since > 0) {
      if (Date.now() - since > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    since = Date.now()
    say('Stopping: running requests may finish …')
    await undoAll()
    process.exit(0)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, end)

  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && end(), PARENT_WATCH_MS).unref()
}

async function undoAll() {
  for (const step of undo.splice(0).reverse()) {
    try {
      await step()
    } catch (error) {
      printFailure(error)
    }
  }
}
