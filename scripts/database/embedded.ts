import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { isAlive } from '@/scripts/build/processes'
import { freePort } from '@/scripts/database/free-port'
import type { Binaries } from './binaries'
import { findBinaries } from './binaries'
import type { ClusterLocation } from './cluster-location'
import { findHome, locateCluster, SHARED_FOLDER } from './cluster-location'
import { readPidFile, stopLeftovers, stopPostmaster } from './postmaster'

export type EmbeddedOptions = {
  /** the data folder; must exist */
  dataDir: string
  /** of the role `colophon` */
  password: string
  /** name of the database */
  database?: string
  /** prints what takes long, and restarts of the server */
  print?: (line: string) => void
  /** For tests: nothing survives a crash of the machine, and the role may create databases. */
  throwAway?: boolean
}

/** A PostgreSQL server managed by this process. */
export type EmbeddedServer = {
  /** for DATABASE_URL; unchanged after a restart of the server */
  url: string
  /** shuts it down cleanly; idempotent */
  stop: () => Promise<void>
}

const ROLE = 'colophon'
const THROW_AWAY = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: 300,
  // A database cannot be dropped while it is vacuumed, unless by a superuser.
  autovacuum: 'off',
}
const STOP_MS = 30_000
const POLL_MS = 1_000
/** Not inherited: PG* variables would change the server. */
const NO_ENVIRONMENT = {} as NodeJS.ProcessEnv
const LOG_MAX_BYTES = 10 * 1024 * 1024

/**
 * Starts the bundled PostgreSQL on the cluster of a data folder, which is created first if missing. Leftover processes
 * of a killed start are stopped before; if the server dies later, it is restarted at the same address. The caller holds
 * the lock of the data folder.
 * @throws UserError
 */
export async function startEmbedded({
  dataDir,
  password,
  database = ROLE,
  print = () => {},
  throwAway = false,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const location = locateCluster(dataDir)
  const binaries = findBinaries(location.account, SHARED_FOLDER)
  const cluster = { location, binaries, data: join(location.home, 'data'), password, database, print, throwAway }
  if (existsSync(cluster.data)) await stopLeftovers(cluster.data, print)
  else createCluster(cluster)
  assertSameVersion(cluster)

  let running = await launch(cluster, await freePort()).catch(async (error) => {
    if (!isSetUpMissing(error)) throw error
    setUpRole(cluster)
    return launch(cluster, await freePort())
  })

  let stopping: Promise<void> | null = null
  const { port } = running

  const restart = async () => {
    print('The database server has ended unexpectedly; starting it again.')
    while (!stopping) {
      try {
        await stopLeftovers(cluster.data, print)
        running = await launch(cluster, port)
        watch()
        print('The database server is back.')
        return
      } catch (error) {
        print(`The database server does not start: ${(error as Error).message}`)
        await delay(POLL_MS)
      }
    }
  }
  let restarting = Promise.resolve()
  const watch = () => {
    running.child.once('exit', () => {
      clearInterval(timer)
      if (!stopping) restarting = restart()
    })
    // When somebody else asks PostgreSQL to stop, it would wait for our connections indefinitely.
    const timer = setInterval(() => {
      if (!stopping && readPidFile(cluster.data)?.status === 'stopping') running.child.kill('SIGINT')
    }, POLL_MS).unref()
  }
  watch()

  const stopOnExit = () => running.child.kill('SIGINT')
  process.once('exit', stopOnExit)

  return {
    url: databaseUrl({ port, password, database }),
    stop() {
      stopping ??= (async () => {
        await restarting
        process.off('exit', stopOnExit)
        await stopPostmaster([running.child.pid ?? 0], STOP_MS)
      })()
      return stopping
    },
  }
}

/** The URL of the server another command runs on a data folder; null when none is running. */
export async function findRunningEmbedded({
  dataDir,
  password,
  database = ROLE,
}: {
  dataDir: string
  password: string
  database?: string
}): Promise<string | null> {
  const home = findHome(dataDir)
  const found = home ? readPidFile(join(home, 'data')) : null
  if (!found || !isAlive(found.pid)) return null
  const url = databaseUrl({ port: found.port, password, database })
  return connect(url).then(
    () => url,
    () => null,
  )
}

function databaseUrl({ port, password, database }: { port: number; password: string; database: string }) {
  return `postgresql://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

type Cluster = {
  location: ClusterLocation
  binaries: Binaries
  data: string
  password: string
  database: string
  print: (line: string) => void
  throwAway: boolean
}

/**
 * Created under a temporary name and renamed when complete: a killed start leaves nothing that looks like a database.
 */
function createCluster(cluster: Cluster) {
  const { location, binaries, data } = cluster
  cluster.print('Making the database …')
  for (const entry of readdirSync(location.home)) {
    // The initdb of a start that was killed may still write there for a moment.
    if (entry.startsWith('new-')) rmSync(join(location.home, entry), { recursive: true, maxRetries: 10 })
  }
  const unfinished = join(location.home, `new-${process.pid}`)
  const passwordFile = join(location.home, `new-password-${process.pid}`)
  // The superuser never connects: its password is discarded, and roles are set up in single-user mode.
  writeFileSync(passwordFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  if (location.account) chownSync(passwordFile, location.account.uid, location.account.gid)
  const { status, stderr, error } = spawnSync(
    binaries.initdb,
    [
      ...['-D', unfinished, '-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      // The builtin provider handles case in all scripts and, unlike the system's, does not change between versions.
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...['--data-checksums', '--no-instructions'],
    ],
    { ...programOptions(location), encoding: 'utf8' },
  )
  rmSync(passwordFile)
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new UserError(
      `The database could not be made in ${location.home}: ${reasonIn(stderr) || error?.message}\n` +
        'Check that the disk has room and the folder can be written to, or choose another DATA_DIR.',
    )
  }
  setUpRole({ ...cluster, data: unfinished })
  renameSync(unfinished, data)
}

/**
 * Creates the site's role and database, or resets the role's password. Single-user mode asks for no password; it takes
 * one statement a line and continues after a failed one, such as a database that exists.
 */
function setUpRole({ location, binaries, data, password, database, throwAway }: Cluster) {
  const statements = [
    `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') THEN CREATE ROLE ${ROLE} LOGIN; END IF; END $$`,
    `ALTER ROLE ${ROLE} PASSWORD '${password.replaceAll("'", "''")}'`,
    `CREATE DATABASE "${database}" OWNER ${ROLE}`,
    ...(throwAway ? [`ALTER ROLE ${ROLE} CREATEDB`] : []),
  ]
  spawnSync(binaries.postgres, ['--single', '-D', data, 'postgres'], {
    ...programOptions(location),
    input: `${statements.join('\n')}\n`,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

function assertSameVersion({ binaries, data }: Cluster) {
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (made === binaries.major) return
  throw new UserError(
    `The database in ${data} was made by PostgreSQL ${made}; this copy of the site brings PostgreSQL ${binaries.major}.\n` +
      'Go back to the version of the site that made it, back it up there, and restore the backup here into an empty DATA_DIR.',
  )
}

/** Starts the server and waits until it accepts connections, however long a recovery takes. */
async function launch(cluster: Cluster, port: number) {
  const { location, binaries, data } = cluster
  const logFile = join(location.home, 'server.log')
  if (existsSync(logFile) && statSync(logFile).size > LOG_MAX_BYTES) renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'a', 0o600)
  const logStart = statSync(logFile).size
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    ...(cluster.throwAway ? THROW_AWAY : {}),
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // In its own process group: Ctrl-C must reach only this process, which stops the server after the last request.
  const child = spawn(binaries.postgres, ['-D', data, ...options], {
    ...programOptions(location),
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  child.unref()
  const state: { ended: boolean; error: Error | null } = { ended: false, error: null }
  child.once('exit', () => {
    state.ended = true
  })
  child.once('error', (error) => {
    Object.assign(state, { ended: true, error })
  })

  const url = databaseUrl({ ...cluster, port })
  const announceAt = Date.now() + 3_000
  let isAnnounced = false
  for (;;) {
    try {
      await connect(url)
      return { child, port }
    } catch (error) {
      if (state.ended) throw startError(logFile, logStart, state.error)
      if (isSetUpMissing(error)) {
        await stopPostmaster([child.pid ?? 0], STOP_MS)
        throw error
      }
    }
    if (!isAnnounced && Date.now() > announceAt) {
      cluster.print('The database is recovering from an unclean end …')
      isAnnounced = true
    }
    await delay(25)
  }
}

function startError(logFile: string, logStart: number, error: Error | null) {
  const written = readFileSync(logFile).subarray(logStart).toString('utf8')
  const fatal = written.split('\n').filter((line) => /FATAL|PANIC|could not/.test(line))
  const why = error?.message ?? fatal.at(-1)?.replace(/^.*?(FATAL|PANIC): +/, '') ?? 'it said nothing'
  return new UserError(`The built-in database server did not start: ${why}\nIts log is ${logFile}.`)
}

function programOptions({ account }: ClusterLocation) {
  // The server's user may have no access to our working directory.
  const env = { ...NO_ENVIRONMENT, PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  return { ...account, cwd: '/', env }
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  await client.end()
}

/** Whether role or database are missing, or the secrets file was replaced. */
function isSetUpMissing(error: unknown) {
  return ['28P01', '28000', '3D000'].includes((error as { code?: string }).code ?? '')
}

/** Of the output of initdb, which ends with what it tidies up. */
function reasonIn(output: string | null) {
  const lines = (output ?? '').trim().split('\n')
  return lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1)
}
