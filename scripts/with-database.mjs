import { join } from 'node:path'
import { takeLock } from './folder-lock.mjs'
import { PlainError } from './plain-error.mjs'
import { importEntry } from './prepare.mjs'
import { makeDataDir, readSecrets } from './secrets.mjs'
import { dataDir, loadEnvFile, ownDatabaseUrl } from './settings.mjs'

/**
 * Runs a command on the site's database, with the settings of the site in the environment: on the deployer's own, on
 * the embedded one of the running site, or on the embedded one started for the moment.
 * @template Result
 * @param {(databaseUrl: string, options: { withSample: boolean }) => Promise<Result>} work `withSample` is whether an
 *   empty database gets the sample portfolio
 * @returns {Promise<Result>}
 */
export async function withDatabase(work) {
  loadEnvFile()
  Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? 'production' })
  const { parseEnv } = await importEntry('env')
  /** @type {import('../lib/env.ts').Env} */
  const settings = parseEnv(process.env)
  const withSample = settings.SEED_DEMO ?? settings.DATABASE_URL === undefined
  makeDataDir(dataDir())
  const { AUTH_SECRET, DATABASE_PASSWORD } = readSecrets(dataDir())
  const { url, close } = await open(DATABASE_PASSWORD)
  try {
    Object.assign(process.env, {
      DATABASE_URL: url,
      DATA_DIR: dataDir(),
      AUTH_SECRET: settings.AUTH_SECRET ?? AUTH_SECRET,
    })
    try {
      return await work(url, { withSample })
    } finally {
      const { disconnect } = await importEntry('server/set-up')
      await disconnect()
    }
  } finally {
    await close()
  }
}

/**
 * @param {string} password
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
async function open(password) {
  const own = ownDatabaseUrl()
  if (own) return { url: own, close: async () => {} }
  const { findRunningEmbedded, startEmbedded } = await import('./database/embedded.mjs')
  const lock = takeLock(join(dataDir(), 'lock'), 'a command in the shell')
  if (lock.holder) {
    const url = await findRunningEmbedded({ dataDir: dataDir(), password })
    if (url) return { url, close: async () => {} }
    throw new PlainError(
      `The site (process ${lock.holder.pid}) is starting or stopping, and its database does not answer yet.\nTry again in a moment.`,
    )
  }
  process.once('exit', lock.release)
  const server = await startEmbedded({ dataDir: dataDir(), password, say: console.log })
  return { url: server.url, close: () => server.stop() }
}
