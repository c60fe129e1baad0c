import { basename } from 'node:path'
import { diskStore } from '@/lib/media/server/disk-store'
import type { MediaStore } from '@/lib/media/server/store-driver'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { connect } from '@/scripts/database/connect'
import { applyMigrations, readMigrations } from '@/scripts/database/migrations'
import { checkArchive, readArchive } from './archive'
import { createBackup, restoreToScratch } from './create'
import { backupFile } from './folder'
import { inTransaction, knownMigrations, listPictures, listTables, migrate, quoted, replaceRows } from './tables'

const RESTORE_ACTION: import('@/lib/audit/actions').AuditAction = 'site.restore'
/** The name of the actor in lib/access/system-actors.ts. */
const OPERATOR = 'operator'

export type RestoreResult = {
  rows: number
  pictures: number
  missing: number
  elsewhere: number
  madeAt: string
  siteUrl: string | null
}

/**
 * Replaces the site in a database and a data folder by a backup. Nothing may be running on either. The database changes
 * in one transaction, after the images are stored: killed at any time, the site is either the old or the restored one.
 * @param options `force` replaces a site that is not empty, after a backup of it
 * @throws UserError
 */
export async function restoreBackup({
  databaseUrl,
  dataDir,
  file,
  force,
  print,
}: {
  databaseUrl: string
  dataDir: string
  file: string
  force: boolean
  print: (line: string) => void
}): Promise<RestoreResult> {
  const { header, manifest } = await checkArchive(file)
  const migrations = knownMigrations(header.migrations, 'The backup')
  await applyMigrations(databaseUrl)

  const client = await connect(databaseUrl)
  try {
    let before = null
    if (!(await isEmpty(client))) {
      if (!force) {
        throw new UserError(
          'This site is not empty, and a restore replaces everything in it. Nothing was changed.\n' +
            'If that is what you want: npm run restore -- --force FILE (what is there is backed up first).',
        )
      }
      before = await createBackup({ databaseUrl, dataDir, file: backupFile(dataDir, 'before-restore') })
      print(`What was there is kept in ${before.file}`)
    }

    const store = diskStore(dataDir)
    const replaced = await listPictures(client)
    const pictures = await storePictures(store, file)

    const { onDisk, trashed } = await inTransaction(
      client,
      'READ COMMITTED',
      async () => {
        const scratch = await restoreToScratch(client, file, { header, manifest, migrations })
        // A backup of an older version is migrated like a database of that version.
        await migrate(client, readMigrations().slice(migrations.length))
        const { saved, emptied } = await listTables(client, scratch.schema)
        await scratch.restoreSearchPath()
        await replaceRows(client, { from: scratch.schema, to: scratch.home, saved, emptied })
        await client.query(`DROP SCHEMA ${quoted(scratch.schema)} CASCADE`)
        await recordRestore(client, { file, madeAt: header.madeAt, before: before?.file ?? null })
        return listPictures(client)
      },
      { commit: true },
    )

    await store.unpublish(trashed)
    const retained = new Set(onDisk)
    await store.remove(replaced.onDisk.filter((key) => !retained.has(key)))
    return {
      rows: Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0),
      pictures,
      missing: manifest.missing.length,
      elsewhere: manifest.elsewhere,
      madeAt: header.madeAt,
      siteUrl: header.siteUrl,
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Logs the restore: the restored audit log knows nothing of the site that was replaced.
 * @param restored `before` is the backup of the replaced site
 */
async function recordRestore(
  client: import('pg').Client,
  { file, madeAt, before }: { file: string; madeAt: string; before: string | null },
) {
  const detail = `as it was on ${madeAt}${before ? `; what was there is in ${basename(before)}` : ''}`
  await client.query(
    `INSERT INTO "AuditEvent" ("id", "createdAt", "actorName", "action", "outcome", "subjectIds", "subjectName", "detail")
     VALUES (gen_random_uuid(), clock_timestamp(), $1, $2, 'done', '{}', left($3, 200), left($4, 300))`,
    [OPERATOR, RESTORE_ACTION, basename(file), detail],
  )
}

async function isEmpty(client: import('pg').Client) {
  const { rows } = await client.query('SELECT current_schema() AS home')
  const { saved } = await listTables(client, rows[0].home)
  for (const { name } of saved) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`)
    if (rowCount) return false
  }
  return true
}

async function storePictures(store: MediaStore, file: string) {
  let count = 0
  for await (const { name, bytes } of readArchive(file)) {
    if (!name.startsWith('uploads/')) continue
    // The store accepts only names it has generated itself.
    await store.put(name.slice('uploads/'.length), bytes, '')
    count += 1
  }
  return count
}
