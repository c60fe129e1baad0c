import { join } from 'node:path'
import { takeLock } from './folder-lock.mjs'
import { PlainError } from './plain-error.mjs'
import { importEntry } from './prepare.mjs'
import { makeDataDir, readSecrets } from './secrets.mjs'
import { dataDir, loadEnvFile, ownDatabaseUrl, ownDirectDatabaseUrl } from './settings.mjs'

/**
 * Runs a command on the site's database, with the settings of the site in the environment: on the deployer's own, on
 * the embedded one of the running site, or on the embedded one started for the moment.
 * @template Result
 * @param {(directUrl: string, options: { withSample: boolean }) => Promise<Result>} work `directUrl` leads past any
 *   pooler; `withSample` is whether an empty database gets the sample portfolio
 * @param {{ alone?: boolean }} [options] `alone` refuses while the site runs
 * @returns {Promise<Result>}
 */
export async function withDatabase(work, { alone = false } = {}) {
  loadEnvFile()
  Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? 'production' })
  const { parseEnv } = await importEntry('env')
  /** @type {import('../lib/env.ts').Env} */
  const settings = parseEnv(process.env)
  const withSample = settings.SEED_DEMO ?? settings.DATABASE_URL === undefined
  const directUrl = ownDirectDatabaseUrl()
  const { url, close } = await open(alone)
  try {
    Object.assign(process.env, { DATABASE_URL: url, DIRECT_DATABASE_URL: directUrl ?? url, DATA_DIR: dataDir() })
    try {
      return await work(directUrl ?? url, { withSample })
    } finally {
      const { disconnect } = await importEntry('server/set-up')
      await disconnect()
    }
  } finally {
    await close()
  }
}

/**
 * @param {boolean} alone
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
async function open(alone) {
  const own = ownDatabaseUrl()
  // Where the database is elsewhere the command may run elsewhere too, without a folder to write to.
  if (own && !alone) return { url: own, close: async () => {} }
  makeDataDir(dataDir())
  const { DATABASE_PASSWORD: password } = readSecrets(dataDir())
  const { findRunningEmbedded, startEmbedded } = await import('./database/embedded.mjs')
  const lock = takeLock(join(dataDir(), 'lock'), 'a command in the shell')
  if (lock.holder && alone) {
    throw new PlainError(`The site is running (process ${lock.holder.pid}).\nStop it, then run this command again.`)
  }
  if (lock.holder) {
    const url = await findRunningEmbedded({ dataDir: dataDir(), password })
    if (url) return { url, close: async () => {} }
    throw new PlainError(
      `The site (process ${lock.holder.pid}) is starting or stopping, and its database does not answer yet.\nTry again in a moment.`,
    )
  }
  process.once('exit', lock.release)
  if (own) return { url: own, close: async () => lock.release() }
  const server = await startEmbedded({ dataDir: dataDir(), password, say: console.log })
  return { url: server.url, close: () => server.stop() }
}
