import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { isRoot } from '@/scripts/database/account'

/** Generated once per site and never shown. */
export type Secrets = { AUTH_SECRET: string; DATABASE_PASSWORD: string }

/**
 * Creates DATA_DIR if missing, closed to other users; root's can be traversed, because the cluster in it runs as
 * another user.
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

/** Reads the secrets from the file `secrets` (mode 600) in the data folder; generates missing ones. */
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

/** Atomically, and synced to disk before anything relies on it. */
function write(file: string, secrets: Secrets) {
  const unfinished = `${file}.${process.pid}`
  const handle = create(unfinished)
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`)
  writeSync(handle, `# Made by npm start. Keep it secret; without it every session ends.\n${lines.join('')}`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(unfinished, file)
}
