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
  /** where the database lives; must exist */
  dataDir: string
  /** of the role `colophon` */
  password: string
  /** its name */
  database?: string
  /** told what takes a while, and when the server had to be started again */
  print?: (line: string) => void
}

/** A PostgreSQL of our own. */
export type EmbeddedServer = {
  /** for DATABASE_URL; stays the same when the server is started again */
  url: string
  /** ends it cleanly; safe to repeat */
  stop: () => Promise<void>
}

const ROLE = 'colophon'
const STOP_MS = 30_000
const POLL_MS = 1_000
/** The server inherits nothing: PG* variables of the shell would change it. */
const NO_ENVIRONMENT = {} as NodeJS.ProcessEnv
const LOG_MAX_BYTES = 10 * 1024 * 1024

/**
 * Starts the PostgreSQL that comes with the packages on the database of a data folder, making that at first. What a
 * killed start left running is stopped before; if the server dies later, it is started again at the same address.
 * The caller holds the lock of the data folder.
 * @throws UserError
 */
export async function startEmbedded({
  dataDir,
  password,
  database = ROLE,
  print = () => {},
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const location = locateCluster(dataDir)
  const binaries = findBinaries(location.account, SHARED_FOLDER)
  const cluster = { location, binaries, data: join(location.home, 'data'), password, database, print }
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
    // Asked to end by somebody else, PostgreSQL refuses newcomers but waits for our own connections for ever.
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

/** The address of the server that runs on a data folder right now, started by another command; null when none does. */
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

export type Cluster = {
  location: ClusterLocation
  binaries: Binaries
  data: string
  password: string
  database: string
  print: (line: string) => void
}

/** Made aside and renamed when complete: a start killed half-way leaves nothing that looks like a database. */
function createCluster(cluster: Cluster) {
  const { location, binaries, data } = cluster
  cluster.print('Making the database …')
  for (const entry of readdirSync(location.home)) {
    if (entry.startsWith('new-')) rmSync(join(location.home, entry), { recursive: true })
  }
  const unfinished = join(location.home, `new-${process.pid}`)
  const passwordFile = join(location.home, `new-password-${process.pid}`)
  // Nobody ever signs in as the superuser: its password is thrown away, and roles are set up in single-user mode.
  writeFileSync(passwordFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  if (location.account) chownSync(passwordFile, location.account.uid, location.account.gid)
  const { status, stderr, error } = spawnSync(
    binaries.initdb,
    [
      ...['-D', unfinished, '-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      // The builtin provider folds letters of every script and, unlike the system's, never changes its mind.
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...['--data-checksums', '--no-instructions'],
    ],
    { ...programOptions(location), encoding: 'utf8' },
  )
  rmSync(passwordFile)
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new UserError(
      `The database could not be made in ${location.home}: ${lastLine(stderr) || error?.message}\n` +
        'Check that the disk has room and the folder can be written to, or choose another DATA_DIR.',
    )
  }
  setUpRole({ ...cluster, data: unfinished })
  renameSync(unfinished, data)
}

/**
 * Gives the site its role and database, or the role a new password. In single-user mode, where no password is asked:
 * it takes one statement a line, and goes on after one that fails because its work was done before.
 */
function setUpRole({ location, binaries, data, password, database }: Cluster) {
  const statements = [
    `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') THEN CREATE ROLE ${ROLE} LOGIN; END IF; END $$`,
    `ALTER ROLE ${ROLE} PASSWORD '${password.replaceAll("'", "''")}'`,
    `CREATE DATABASE "${database}" OWNER ${ROLE}`,
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

/** Starts the server and waits until it answers, however long a recovery takes. */
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
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // In a process group of its own: Ctrl-C in a terminal is for us, and the server ends after the last request has.
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
  // A path of ours must not be its working folder, which its user may not be allowed to see.
  const env = { ...NO_ENVIRONMENT, PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  return { ...account, cwd: '/', env }
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  await client.end()
}

/** The role or the database is missing, or the file of secrets was replaced. */
function isSetUpMissing(error: unknown) {
  return ['28P01', '28000', '3D000'].includes((error as { code?: string }).code ?? '')
}

function lastLine(text: string | null) {
  return (text ?? '').trim().split('\n').at(-1)
}
