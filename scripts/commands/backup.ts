// Backs up the site into one file, whether or not it is running: `npm run backup [-- FILE]`.
import { resolve } from 'node:path'
import { parseEnv } from '@/lib/platform/server/env'
import { createBackup } from '@/scripts/backup/create'
import { backupFile, backupFolder, deleteOldBackups } from '@/scripts/backup/folder'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { readArguments } from '@/scripts/site/command-line'
import { dataDir } from '@/scripts/site/settings'
import { withDatabase } from '@/scripts/site/with-database'

const USAGE = `npm run backup [-- FILE]

Without FILE the backup goes to BACKUP_DIR, or to the folder "backups" in DATA_DIR.`

// A signal must run the exit handlers, so that no unfinished file stays.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const { values, positionals } = readArguments(USAGE, {
  scheduled: { type: 'boolean' },
  requested: { type: 'boolean' },
})
const kind = values.scheduled ? 'scheduled' : values.requested ? 'requested' : 'colophon'
if (positionals.length > 1) throw new UserError(USAGE)
const [file] = positionals
const begun = performance.now()
await withDatabase(async (databaseUrl) => {
  const target = file ? resolve(file) : backupFile(dataDir(), kind)
  const made = await createBackup({ databaseUrl, dataDir: dataDir(), file: target })
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`Backed up ${made.rows} rows and ${made.pictures} picture files to ${made.file}`)
  console.log(
    `${(made.bytes / 1e6).toFixed(1)} MB in ${seconds} s, proved by restoring it. It holds password hashes: keep it safe.`,
  )
  if (made.elsewhere > 0) {
    console.log(`${made.elsewhere} pictures are kept by UploadThing and are not in it; their addresses are.`)
  }
  if (made.missing.length > 0) console.log(`These pictures have no file on this site: ${made.missing.join(', ')}`)
  if (kind === 'colophon') {
    // Of the others the site itself does.
    const { recordRun } = await import('@/lib/ops/record-run')
    return recordRun('backups', 'succeededAt')
  }
  const keep = kind === 'scheduled' ? parseEnv(process.env).BACKUP_KEEP : undefined
  const deleted = deleteOldBackups(backupFolder(dataDir()), kind, keep)
  if (deleted.length > 0) console.log(`Deleted: ${deleted.join(', ')}`)
})
process.exit(0)
