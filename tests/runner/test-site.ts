import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { envSchema } from '@/lib/platform/server/env'
import { runNode } from '@/scripts/bootstrap/programs.mjs'
import { COMMAND_RUNNER, ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { hashSources } from '@/scripts/build/compile'
import { copyFiles } from '@/scripts/database/copy-data-dir'
import { freePort } from '@/scripts/database/free-port'
import { makeTemporaryDataDir, type TemporaryDatabase } from '@/scripts/database/temporary-database'
import { type Content, copyDatabase, EMPTY, startTestServer } from '@/tests/runner/test-server'
import { START_MS } from '@/tests/runner/time-limits'

/** Also in tests/support/site.ts. */
export const ADMIN = { ADMIN_EMAIL: 'admin@colophon.test', ADMIN_PASSWORD: 'a password only for tests' }

/** A site under test, as read by tests/support/site.ts. */
type TestSite = { baseUrl: string; databaseUrl: string; dataDir: string; logFile: string }

/** An owner and the sample portfolio. */
export const SAMPLE: Content = {
  name: 'sample',
  hash: hashSources(['lib', 'packages', 'prisma', 'scripts', 'tests/runner']).slice(0, 16) + EMPTY.hash,
  make: ({ url, dataDir }) => setUp({ databaseUrl: url, dataDir }),
}

/**
 * Starts independent sites with the same content, one per parallel test worker.
 * @param options `durable`: whether their databases write through to the disk, as in production; `settings` of the sites
 * @returns `env` has the sites' addresses for the tests
 */
export async function startTestSites(
  count: number,
  { durable = false, settings = {} }: { durable?: boolean; settings?: Record<string, string> } = {},
): Promise<{ env: Record<string, string>; pids: number[]; stop: () => Promise<void> }> {
  const stops: Array<() => Promise<void>> = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  const start = async (server: TemporaryDatabase, number: number) => {
    const dataDir = makeTemporaryDataDir()
    stops.push(async () => rmSync(dataDir, { recursive: true, force: true }))
    copyFiles(server.dataDir, dataDir)
    const location = { databaseUrl: (await copyDatabase(server.url)).url, dataDir }
    const site = await startTestSite(location, `server-${number}.log`, settings)
    stops.push(site.stop)
    return { location: { ...location, baseUrl: site.baseUrl, logFile: site.logFile }, pid: site.pid }
  }
  try {
    const server = await startTestServer(SAMPLE, { durable })
    stops.push(server.remove)
    const started = await Promise.allSettled(Array.from({ length: count }, (_, number) => start(server, number)))
    const failed = started.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    const sites = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const locations: TestSite[] = sites.map(({ location }) => location)
    return { env: { TEST_SITES: JSON.stringify(locations) }, pids: sites.map(({ pid }) => pid), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Location = Pick<TestSite, 'databaseUrl' | 'dataDir'>

function settingsOf({ databaseUrl, dataDir }: Location) {
  return {
    ...withoutSettings(),
    ...ADMIN,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SEED_DEMO: '1',
    OFFLINE: '1',
  }
}

/** Creates tables, owner and sample. */
async function setUp(location: Location) {
  // One connection must do.
  const env = { ...settingsOf(location), DATABASE_POOL_SIZE: '1' }
  if ((await runNode(COMMAND_RUNNER, ['set-up'], { env, quiet: true })) !== 0) {
    throw new UserError('The sites under test could not be set up: it says above why.')
  }
}

/** Starts the site like `npm start`, on a temporary database and folder, without the environment's settings. */
async function startTestSite(
  location: Location,
  logName: string,
  settings: Record<string, string>,
): Promise<{ baseUrl: string; logFile: string; pid: number; stop: () => Promise<void> }> {
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  // Beside the folders of the suites, which Playwright empties.
  const logFile = join(ROOT, 'test-results', 'servers', logName)
  mkdirSync(dirname(logFile), { recursive: true })

  const child = spawn(process.execPath, [COMMAND_RUNNER, 'start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...settingsOf(location), ...settings, PORT: String(port) },
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
      throw new UserError(`The site under test did not start: see ${logFile}.`)
    }
    await delay(50)
  }
  return {
    baseUrl,
    logFile,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', kill)
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The environment with every setting blank, which means unset and overrides `.env`. */
function withoutSettings(): NodeJS.ProcessEnv {
  const blank = Object.fromEntries(Object.keys(envSchema.shape).map((name) => [name, '']))
  return { ...process.env, ...blank, NODE_ENV: 'production' }
}

async function isReady(baseUrl: string) {
  try {
    return (await fetch(`${baseUrl}/api/health/ready`)).ok
  } catch {
    return false
  }
}
