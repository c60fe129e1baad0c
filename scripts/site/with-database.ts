import { join } from 'node:path'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { takeLock } from '@/scripts/build/folder-lock'
import type { BackupFirst } from './migrate-database'
import { makeDataDir, readSecrets } from './secrets'
import { dataDir, readSettings } from './settings'

/**
 * Runs a command with the site's settings and database: the configured one, the embedded one of the running site, or
 * the embedded one started for it.
 * @param work `directUrl` bypasses a pooler; `withSample` is whether an empty database gets the sample portfolio; `backup`
 *   what has to be before its tables change
 * @param options `exclusive` refuses while the site is running
 */
export async function withDatabase<Result>(
  work: (directUrl: string, options: { withSample: boolean; backup: BackupFirst }) => Promise<Result>,
  { exclusive = false }: { exclusive?: boolean } = {},
): Promise<Result> {
  Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? 'production' })
  const { settings, databaseUrl, directUrl } = readSettings()
  const withSample = settings.SEED_DEMO ?? settings.DATABASE_URL === undefined
  const { url, close } = await open(databaseUrl, exclusive)
  try {
    Object.assign(process.env, { DATABASE_URL: url, DIRECT_DATABASE_URL: directUrl ?? url, DATA_DIR: dataDir() })
    try {
      return await work(directUrl ?? url, { withSample, backup: databaseUrl ? 'tried' : 'required' })
    } finally {
      const { disconnect } = await import('@/lib/ops/set-up')
      await disconnect()
    }
  } finally {
    await close()
  }
}

async function open(own: string | null, exclusive: boolean): Promise<{ url: string; close: () => Promise<void> }> {
  // With an external database the command may have no folder to write to.
  if (own && !exclusive) return { url: own, close: async () => {} }
  makeDataDir(dataDir())
  const { DATABASE_PASSWORD: password } = readSecrets(dataDir())
  const { findRunningEmbedded, startEmbedded } = await import('@/scripts/database/embedded')
  const lock = takeLock(join(dataDir(), 'lock'), 'a command in the shell')
  if (lock.holder && exclusive) {
    throw new UserError(`The site is running (process ${lock.holder.pid}).\nStop it, then run this command again.`)
  }
  if (lock.holder) {
    const url = await findRunningEmbedded({ dataDir: dataDir(), password })
    if (url) return { url, close: async () => {} }
    throw new UserError(
      `The site (process ${lock.holder.pid}) is starting or stopping, and its database does not answer yet.\nTry again in a moment.`,
    )
  }
  process.once('exit', lock.release)
  if (own) return { url: own, close: async () => lock.release() }
  const server = await startEmbedded({ dataDir: dataDir(), password, print: console.log })
  return { url: server.url, close: () => server.stop() }
}
