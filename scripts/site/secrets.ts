import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { isRoot } from '@/scripts/database/account'

/** What is generated once for a site and never shown. */
export type Secrets = { AUTH_SECRET: string; DATABASE_PASSWORD: string }

/**
 * Makes DATA_DIR when it is missing. Closed to other users; root's may be passed through, because the database below
 * it runs as a user of its own.
 */
export function makeDataDir(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  } catch (error) {
    throw new UserError(
      `The data folder ${dataDir} cannot be made: ${(error as Error).message}\nChoose another with DATA_DIR.`,
      { cause: error },
    )
  }
}

/** The secrets of a site, from the file `secrets` (mode 600) in its data folder; missing ones are made. */
export function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets')
  const found = parseEnv(read(file))
  const secrets = {
    AUTH_SECRET: found.AUTH_SECRET ?? randomBytes(32).toString('base64url'),
    DATABASE_PASSWORD: found.DATABASE_PASSWORD ?? randomBytes(32).toString('base64url'),
  }
  if (secrets.AUTH_SECRET !== found.AUTH_SECRET || secrets.DATABASE_PASSWORD !== found.DATABASE_PASSWORD) {
    makeDataDir(dataDir)
    write(file, secrets)
  }
  return secrets
}

function create(file: string) {
  try {
    return openSync(file, 'w', 0o600)
  } catch (error) {
    throw new UserError(
      `${file} cannot be written: ${(error as Error).message}\nSet AUTH_SECRET, or choose a folder that can be written to with DATA_DIR.`,
      { cause: error },
    )
  }
}

function read(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new UserError(
      `${file} cannot be read: ${(error as Error).message}\nStart the site as the user who started it first.`,
      { cause: error },
    )
  }
}

/** Whole or not at all, and on the disk before anything relies on it. */
function write(file: string, secrets: Secrets) {
  const unfinished = `${file}.${process.pid}`
  const handle = create(unfinished)
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`)
  writeSync(handle, `# Made by npm start. Keep it secret; without it every session ends.\n${lines.join('')}`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(unfinished, file)
}
