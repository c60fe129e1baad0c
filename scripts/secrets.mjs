import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { isRoot } from './database/account.mjs'
import { PlainError } from './plain-error.mjs'

/** What is generated once for a site and never shown. @typedef {{ AUTH_SECRET: string, DATABASE_PASSWORD: string }} Secrets */

/**
 * Makes DATA_DIR when it is missing. Closed to other users; root's may be passed through, because the database below
 * it runs as a user of its own.
 * @param {string} dataDir
 */
export function makeDataDir(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  } catch (error) {
    throw new PlainError(
      `The data folder ${dataDir} cannot be made: ${/** @type {Error} */ (error).message}\nChoose another with DATA_DIR.`,
      { cause: error },
    )
  }
}

/**
 * The secrets of a site, from the file `secrets` (mode 600) in its data folder; missing ones are made.
 * @param {string} dataDir
 * @returns {Secrets}
 */
export function readSecrets(dataDir) {
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

/** @param {string} file */
function create(file) {
  try {
    return openSync(file, 'w', 0o600)
  } catch (error) {
    throw new PlainError(
      `${file} cannot be written: ${/** @type {Error} */ (error).message}\nSet AUTH_SECRET, or choose a folder that can be written to with DATA_DIR.`,
      { cause: error },
    )
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return ''
    throw new PlainError(
      `${file} cannot be read: ${/** @type {Error} */ (error).message}\nStart the site as the user who started it first.`,
      { cause: error },
    )
  }
}

/**
 * Whole or not at all, and on the disk before anything relies on it.
 * @param {string} file
 * @param {Secrets} secrets
 */
function write(file, secrets) {
  const unfinished = `${file}.${process.pid}`
  const handle = create(unfinished)
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`)
  writeSync(handle, `# Made by npm start. Keep it secret; without it every session ends.\n${lines.join('')}`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(unfinished, file)
}
