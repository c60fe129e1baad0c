import { spawnSync } from 'node:child_process'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

/** The system user PostgreSQL's programs run as; null for the current one. */
export type Account = { uid: number; gid: number } | null

/** PostgreSQL refuses to run as root, so root uses this system user. */
const ACCOUNT_NAME = 'colophon'

const SYSTEM_PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`

export const isRoot = () => process.getuid?.() === 0

/** The account for a new database: the current user, or for root the system user, created on first use. */
export function accountForNewDatabase(): Account {
  if (!isRoot()) return null
  const found = lookUp() ?? create()
  if (found) return found
  throw new UserError(
    'PostgreSQL refuses to run as root, and a system user for it could not be made.\n' +
      'Run the same command as an ordinary user, or name a PostgreSQL in DATABASE_URL.',
  )
}

function create() {
  spawnSync(
    'useradd',
    [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/bin/false',
      ACCOUNT_NAME,
    ],
    { env: { ...process.env, PATH: SYSTEM_PATH } },
  )
  return lookUp()
}

function lookUp(): Account {
  const [uid, gid] = ['-u', '-g'].map((option) => {
    const { status, stdout } = spawnSync('id', [option, ACCOUNT_NAME], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : Number.NaN
  })
  return uid && gid ? { uid, gid } : null
}

/**
 * Whether the account can write to a folder. Tested by writing, because modes, owners and mounts of all parents matter.
 */
export function canWrite(folder: string, account: Account) {
  const script = 'cd "$1" && : > .reachable && rm .reachable'
  return spawnSync('/bin/sh', ['-c', script, 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}
