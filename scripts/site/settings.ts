import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ROOT } from '@/scripts/bootstrap/root.mjs'

/** Loads `.env` into the environment where a variable is not set or blank. */
export function loadEnvFile() {
  const file = join(ROOT, '.env')
  if (!existsSync(file)) return
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) {
    if (!process.env[name]?.trim()) process.env[name] = value
  }
}

/** The data folder: DATA_DIR, relative to the checkout. */
export function dataDir() {
  return resolve(ROOT, process.env.DATA_DIR?.trim() || '.data')
}

/** The configured DATABASE_URL, or null for the embedded database. */
export function configuredDatabaseUrl() {
  return process.env.DATABASE_URL?.trim() || null
}

/** The configured DIRECT_DATABASE_URL, which bypasses a pooler; null without one. */
export function configuredDirectDatabaseUrl() {
  return (configuredDatabaseUrl() && process.env.DIRECT_DATABASE_URL?.trim()) || null
}
