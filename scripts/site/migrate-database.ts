import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { applyMigrations, compareMigrations, MIGRATIONS_FOLDER } from '@/scripts/database/migrations'
import { dataDir } from './settings'

/**
 * What has to be before tables change: `required` in a database that only this site has; `tried` in another one, where
 * there may be no folder for it or no right to prove it; `none` where no disk stays.
 */
export type BackupFirst = 'required' | 'tried' | 'none'

/**
 * Brings the tables up to date, after a backup of what is there.
 * @returns whether they are of a newer version, which works with this one
 * @throws UserError
 */
export async function migrateDatabase(
  directUrl: string,
  {
    backup,
    print,
    folder = MIGRATIONS_FOLDER,
  }: { backup: BackupFirst; print: (line: string) => void; folder?: string },
): Promise<{ isNewer: boolean }> {
  const { isNew, missing, newer } = await compareMigrations(directUrl, folder)
  if (!isNew && missing.length > 0) await backUp(directUrl, backup, print)
  const applied = await applyMigrations(directUrl, folder)
  if (applied.length > 0) print(`The database was brought up to date (${applied.join(', ')}).`)
  if (newer.length > 0) {
    print(`The database is of a newer version, which lets this one continue (${newer.join(', ')}).`)
  }
  return { isNewer: newer.length > 0 }
}

async function backUp(databaseUrl: string, backup: BackupFirst, print: (line: string) => void): Promise<void> {
  if (backup === 'none')
    return print('The tables change without a backup from here: the host of the database makes them.')
  const { createBackup } = await import('@/scripts/backup/create')
  const { backupFile, backupFolder, deleteOldBackups } = await import('@/scripts/backup/folder')
  try {
    const file = backupFile(dataDir(), 'before-update')
    await createBackup({ databaseUrl, dataDir: dataDir(), file })
    print(`What was there before the update is kept in ${file}`)
    deleteOldBackups(backupFolder(dataDir()), 'before-update')
  } catch (error) {
    const { message } = error as Error
    if (backup === 'tried') return print(`The tables change without a backup, which could not be made: ${message}`)
    throw new UserError(
      `The tables need a change, which starts with a backup, and none could be made: ${message}\n` +
        'Nothing was changed. Make room, or name another folder in BACKUP_DIR; then start again.',
      { cause: error },
    )
  }
}
