import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

/** The file name extension of an unfinished backup. */
export const UNFINISHED = '.part'
const BACKUP_NAME = /^(colophon|scheduled|requested|before-restore|before-update)-\d{8}T\d{6}(\d{3})?Z\.tar$/

/** The default folder for backups: BACKUP_DIR, or `backups` in the data folder. */
export function backupFolder(dataDir: string) {
  const named = process.env.BACKUP_DIR?.trim()
  return named ? resolve(ROOT, named) : join(dataDir, 'backups')
}

/** `requested` is one from the overview. */
type BackupKind = 'colophon' | 'scheduled' | 'requested' | 'before-restore' | 'before-update'

export function backupFile(dataDir: string, kind: BackupKind) {
  const stamp = new Date().toISOString().replace(/[-:.]/g, '')
  return join(backupFolder(dataDir), `${kind}-${stamp}.tar`)
}

/** The time of the last scheduled backup in milliseconds; 0 without one. */
export function lastScheduled(folder: string) {
  if (!existsSync(folder)) return 0
  const times = readdirSync(folder)
    .filter((name) => name.startsWith('scheduled-') && name.endsWith('.tar'))
    .map((name) => statSync(join(folder, name)).mtimeMs)
  return Math.max(0, ...times)
}

/**
 * Deletes all backups of a kind but the newest `keep`. Nobody deletes those made by hand, nor those before a restore:
 * whoever tries one backup after another wants back what was there first.
 * @returns the deleted names
 */
export function deleteOldBackups(folder: string, kind: BackupKind, keep = 3): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`) && BACKUP_NAME.test(name))
  const old = names.sort().reverse().slice(keep)
  for (const name of old) rmSync(join(folder, name))
  return old
}

export function createFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new UserError(`The folder ${folder} cannot be made: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Deletes the unfinished files of killed backups. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(UNFINISHED) && BACKUP_NAME.test(name.slice(0, -UNFINISHED.length))) rmSync(join(folder, name))
  }
}
