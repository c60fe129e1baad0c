import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ROOT } from '@/scripts/bootstrap/root.mjs'

/**
 * Puts the settings of the file `.env` into the environment, where they are not set there already; a blank one counts
 * as not set.
 */
export function loadEnvFile() {
  const file = join(ROOT, '.env')
  if (!existsSync(file)) return
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) {
    if (!process.env[name]?.trim()) process.env[name] = value
  }
}

/** Where this site keeps its data: DATA_DIR, below the checkout when it is relative. */
export function dataDir() {
  return resolve(ROOT, process.env.DATA_DIR?.trim() || '.data')
}

/** The database of the deployer's own, or null for the embedded one. */
export function configuredDatabaseUrl() {
  return process.env.DATABASE_URL?.trim() || null
}

/** The way past a pooler to the deployer's own database; null when there is no other way than DATABASE_URL. */
export function configuredDirectDatabaseUrl() {
  return (configuredDatabaseUrl() && process.env.DIRECT_DATABASE_URL?.trim()) || null
}
