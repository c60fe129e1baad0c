import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inject } from 'vitest'
import { takeLock } from '@/scripts/build/folder-lock'
import { applyMigrations } from '@/scripts/database/migrations'
import { startTemporaryDatabase, type TemporaryDatabase } from '@/scripts/database/temporary-database'
import { originalIn } from './unit-run'

/** Starts an empty, migrated PostgreSQL: a copy of one that the first test file of a run to need it makes. */
export async function startMigratedDatabase(): Promise<TemporaryDatabase> {
  const folder = inject('runFolder')
  const file = originalIn(folder)
  while (!existsSync(file)) {
    const { release } = takeLock(join(folder, 'lock'), '')
    if (release) await makeOriginal(file).finally(release)
    else await delay(20)
  }
  return startTemporaryDatabase(readFileSync(file, 'utf8'))
}

async function makeOriginal(file: string): Promise<void> {
  if (existsSync(file)) return
  const original = await startTemporaryDatabase()
  await applyMigrations(original.url)
  await original.stop()
  // Others look for it while it is written.
  writeFileSync(`${file}.new`, original.dataDir)
  renameSync(`${file}.new`, file)
}
