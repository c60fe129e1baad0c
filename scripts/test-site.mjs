import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startThrowAway } from './database/throw-away.mjs'
import { PlainError } from './plain-error.mjs'
import { importEntry } from './prepare.mjs'
import { ROOT } from './root.mjs'

/** What `npm start` says (package.json): a third less memory. */
const LEAN = {
  flags: ['--max-semi-space-size=8', '--heap-growing-percent=50'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' },
}

/** Only for what hangs: a first start with the sample takes a minute on a machine that is busy with others. */
const START_MS = 180_000

/** As tests/support/site.ts knows them. */
export const ADMIN = { ADMIN_EMAIL: 'admin@colophon.test', ADMIN_PASSWORD: 'a password only for tests' }

/** A site under test, as tests/support/site.ts reads it. @typedef {{ baseUrl: string, databaseUrl: string, dataDir: string }} TestSite */

/**
 * Starts sites that share nothing, one for each of the tests that run at the same time.
 * @param {number} count
 * @returns {Promise<{ env: Record<string, string>, pids: number[], stop: () => Promise<void> }>} `env` tells the tests
 *   where they are
 */
export async function startTestSites(count) {
  /** @type {Array<() => Promise<void>>} */
  const stops = []
  /** @type {TestSite[]} */
  const sites = []
  /** @type {number[]} */
  const pids = []
  const stop = async () => {
    for (const end of stops.reverse()) await end()
  }
  try {
    for (let number = 0; number < count; number += 1) {
      const database = await startThrowAway()
      stops.push(database.remove)
      const place = { databaseUrl: database.url, dataDir: database.dataDir }
      const site = await startTestSite(place, `server-${number}.log`)
      stops.push(site.stop)
      sites.push({ ...place, baseUrl: site.baseUrl })
      pids.push(site.pid)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { env: { TEST_SITES: JSON.stringify(sites) }, pids, stop }
}

/**
 * Starts the site as `npm start` does, on a throw-away database and folder, with none of the deployer's settings.
 * @param {{ databaseUrl: string, dataDir: string }} place
 * @param {string} logName
 * @returns {Promise<{ baseUrl: string, pid: number, stop: () => Promise<void> }>}
 */
async function startTestSite({ databaseUrl, dataDir }, logName) {
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const logFile = join(ROOT, 'test-results', logName)
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })

  const child = spawn(process.execPath, [...LEAN.flags, join(ROOT, 'scripts', 'start.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...(await withoutSettings()),
      ...ADMIN,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SEED_DEMO: '1',
      ...LEAN.env,
    },
  })
  const log = createWriteStream(logFile)
  child.stdout.pipe(log)
  child.stderr.pipe(log)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise((resolve) => child.once('exit', resolve))

  const end = Date.now() + START_MS
  while (!(await isReady(baseUrl))) {
    if (child.exitCode !== null || Date.now() > end) {
      kill()
      throw new PlainError(`The site under test did not start: see ${logFile}.`)
    }
    await delay(50)
  }
  return {
    baseUrl,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', kill)
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * The environment with every setting of the site blank, which counts as not set and keeps those of `.env` away.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function withoutSettings() {
  const { envSchema } = await importEntry('env')
  const blank = Object.fromEntries(Object.keys(envSchema.shape).map((name) => [name, '']))
  return { ...process.env, ...blank, NODE_ENV: 'production' }
}

/** @param {string} baseUrl */
async function isReady(baseUrl) {
  try {
    return (await fetch(`${baseUrl}/api/health/ready`)).ok
  } catch {
    return false
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
