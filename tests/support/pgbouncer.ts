import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@/scripts/database/free-port'
import { START_MS } from '@/tests/runner/time-limits'

const PROGRAM_PATHS = [
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/usr/local/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
]

/** The executable, installed if possible (Debian, as root); null without one. */
export function findPgBouncer(): string | null {
  const found = () => PROGRAM_PATHS.find(existsSync) ?? null
  if (found() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found()
  // RUNLEVEL prevents the package from starting its service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'ignore' })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', 'pgbouncer')
  return found()
}

export type PgBouncer = { url: string; stop: () => Promise<void> }

/** PgBouncer in transaction mode before the database of `databaseUrl`. */
export async function startPgBouncer(program: string, databaseUrl: string): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'colophon-pgbouncer-'))
  // Started by root, it switches to another user, who has to read this.
  chmodSync(folder, 0o711)
  const own = await freePort()
  const config = path.join(folder, 'pgbouncer.ini')
  const database = pathname.slice(1)
  writeFileSync(
    config,
    `[databases]
${database} = host=${hostname} port=${port} dbname=${database} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
server_login_retry = 1
unix_socket_dir =
logfile =
pidfile =
`,
  )
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const bouncer = spawn(program, ['-q', ...user, config], { stdio: 'ignore' })
  const ended = once(bouncer, 'exit')
  const stop = async () => {
    bouncer.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const end = Date.now() + START_MS
  while (!(await accepts(own))) {
    if (bouncer.exitCode !== null || Date.now() > end) {
      await stop()
      throw new Error('PgBouncer did not come up.')
    }
    await delay(20)
  }
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(own)
  return { url: url.href, stop }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
