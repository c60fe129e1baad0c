import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv as parseEnvFile } from 'node:util'
import { parseEnv } from '@/lib/platform/server/env'
import { ROOT } from '@/scripts/bootstrap/root.mjs'

/** Loads `.env` into the environment where a variable is not set or blank. */
function loadEnvFile() {
  const file = join(ROOT, '.env')
  if (!existsSync(file)) return
  for (const [name, value] of Object.entries(parseEnvFile(readFileSync(file, 'utf8')))) {
    if (!process.env[name]?.trim()) process.env[name] = value
  }
}

/** The data folder: DATA_DIR, relative to the checkout. */
export function dataDir() {
  return resolve(ROOT, process.env.DATA_DIR?.trim() || '.data')
}

/**
 * The settings, with .env, and where the database is: DATABASE_URL, or null for the embedded database, and
 * DIRECT_DATABASE_URL beside it, which bypasses a pooler.
 * @throws SettingsError before anything is made
 */
export function readSettings() {
  loadEnvFile()
  const settings = parseEnv(process.env)
  const databaseUrl = settings.DATABASE_URL ?? null
  return { settings, databaseUrl, directUrl: databaseUrl && (settings.DIRECT_DATABASE_URL ?? null) }
}
