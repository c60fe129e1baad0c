import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import { envSchema } from '@/lib/platform/server/env'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { processesIn } from '@/scripts/build/processes'
import { findHome, removeDatabase } from '@/scripts/database/cluster-location'
import { copyDataDir } from '@/scripts/database/copy-data-dir'
import { freePort } from '@/scripts/database/free-port'
import { stopLeftovers } from '@/scripts/database/postmaster'
import { makeTemporaryDataDir } from '@/scripts/database/temporary-database'
import { START_MS } from '@/tests/runner/time-limits'
import { ApiClient } from './api-client'
import { attachText } from './server-log'
import { ADMIN } from './site'

/** A running command of the project: its output and exit status. */
export type Command = {
  process: ChildProcess
  output: () => string
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/**
 * A site with its own data folder and port, started like `npm start` with its embedded database, for tests that start,
 * kill and stop it. Empty unless `settings` say otherwise.
 */
export class OwnSite {
  readonly dataDir: string
  readonly url: string
  private readonly commands: Command[] = []

  private constructor(
    readonly port: number,
    private readonly settings: Record<string, string>,
    private readonly root: string,
  ) {
    this.dataDir = makeTemporaryDataDir()
    this.url = `http://localhost:${port}`
  }

  /** @param root the checkout whose commands it runs */
  static async make(settings: Record<string, string> = {}, root = ROOT): Promise<OwnSite> {
    const own = { SEED_DEMO: '0', OFFLINE: '1', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
    return new OwnSite(await freePort(), { ...own, ...settings }, root)
  }

  /** A site with a copy of what another has, which must be stopped: far quicker than one that is set up. */
  static async copyOf(original: OwnSite, settings: Record<string, string> = {}, root = ROOT): Promise<OwnSite> {
    const copy = await OwnSite.make(settings, root)
    copyDataDir(original.dataDir, copy.dataDir)
    return copy
  }

  /** Creates the tables and the owner, without serving. */
  async setUp(): Promise<void> {
    const { ended, output } = this.run('set-up')
    expect(await ended, output()).toEqual({ code: 0, signal: null })
  }

  /** Runs a command of the project with this site's settings, like its npm script. */
  run(name: string, args: string[] = [], { settings = {}, input = '' }: RunOptions = {}): Command {
    const blank = Object.fromEntries(Object.keys(envSchema.shape).map((name) => [name, '']))
    const child = spawn(process.execPath, [path.join(this.root, 'scripts', 'bootstrap', 'run.mjs'), name, ...args], {
      cwd: this.root,
      env: {
        ...process.env,
        ...blank,
        NODE_ENV: 'production',
        DATA_DIR: this.dataDir,
        PORT: String(this.port),
        ...this.settings,
        ...settings,
      },
    })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stdin.end(input)
    const command = {
      process: child,
      output: () => Buffer.concat(chunks).toString('utf8'),
      ended: once(child, 'close').then(([code, signal]) => ({ code, signal })),
    }
    this.commands.push(command)
    commandsOfTest.push({ line: [name, ...args].join(' '), output: command.output })
    return command
  }

  /** Starts the server and waits until it is ready. */
  async start(): Promise<Command & { milliseconds: number }> {
    const begun = performance.now()
    const command = this.run('start')
    await this.untilReady(command)
    return { ...command, milliseconds: Math.round(performance.now() - begun) }
  }

  async untilReady(command: Command): Promise<void> {
    const end = Date.now() + START_MS
    while (!(await this.isReady())) {
      if (command.process.exitCode !== null || command.process.signalCode !== null || Date.now() > end) {
        throw new Error(`The site did not come up. It said:\n${command.output()}`)
      }
      await delay(50)
    }
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/api/health/ready`).then(
      (response) => response.ok,
      () => false,
    )
  }

  async signedIn(credentials: { email: string; password: string } = ADMIN): Promise<ApiClient> {
    const client = new ApiClient(this.url)
    expect((await client.post('/api/user/signin', credentials)).status).toBe(200)
    return client
  }

  /** The process ids of all commands, including those that have ended. */
  commandProcesses(): ChildProcess[] {
    return this.commands.map((command) => command.process)
  }

  /** The output lines of all commands. */
  output(): string[] {
    return this.commands.flatMap((command) => command.output().split('\n'))
  }

  /** The processes of its database server, the postmaster first. */
  databaseProcesses(): number[] {
    const home = findHome(this.dataDir)
    return home ? processesIn('postgres', realpathSync(path.join(home, 'data'))).sort((a, b) => a - b) : []
  }

  databasePid(): number {
    const home = findHome(this.dataDir) ?? ''
    return Number(readFileSync(path.join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  /** Stops everything and deletes the folder. */
  async remove(): Promise<void> {
    for (const { process: child } of this.commands) child.kill('SIGKILL')
    await Promise.all(this.commands.map((command) => command.ended))
    const home = findHome(this.dataDir)
    if (home) {
      const data = path.join(home, 'data')
      if (existsSync(data)) await stopLeftovers(data, () => {})
      removeDatabase(this.dataDir)
    }
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}

type RunOptions = { settings?: Record<string, string>; input?: string }

/** What the commands of the running test were, and have printed. */
const commandsOfTest: Array<{ line: string; output: () => string }> = []

/** The test function of what starts and stops sites of its own: one that fails names a file with their output. */
export const test = base.extend<{ outputs: undefined }, { setUpSite: OwnSite }>({
  outputs: [
    // biome-ignore lint/correctness/noEmptyPattern: as below
    async ({}, use, testInfo) => {
      commandsOfTest.length = 0
      await use(undefined)
      if (testInfo.status === testInfo.expectedStatus) return
      const body = commandsOfTest.map(({ line, output }) => `$ ${line}\n${output()}`).join('\n')
      attachText(testInfo, 'commands.log', body)
    },
    { auto: true },
  ],
  /** A stopped site that was set up and is empty, to be copied. */
  setUpSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const site = await OwnSite.make()
      await site.setUp()
      await use(site)
      await site.remove()
    },
    { scope: 'worker' },
  ],
})
