// Backs the site up into one file, while it runs or not: `npm run backup [-- FILE]`.
import { requireNodeVersion } from './node-version.mjs'

requireNodeVersion()
const { resolve } = await import('node:path')
const { parseArgs } = await import('node:util')
const { PlainError, printFailure } = await import('./plain-error.mjs')

const USAGE = `npm run backup [-- FILE]

Without FILE the backup goes to BACKUP_DIR, or to the folder "backups" in DATA_DIR.`

// A signal must leave by the usual way: nothing half made stays.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, () => process.exit(1))

try {
  const { scheduled, file } = readArguments()
  const { installDependencies } = await import('./dependencies.mjs')
  await installDependencies(console.log)
  const { importEntry, prepareCode } = await import('./prepare.mjs')
  await prepareCode(console.log)
  const { withDatabase } = await import('./with-database.mjs')
  const { dataDir } = await import('./settings.mjs')
  const { backupFile, backupFolder, makeBackup, rotate } = await import('./backup/make.mjs')
  const begun = performance.now()
  await withDatabase(async (databaseUrl) => {
    const target = file ? resolve(file) : backupFile(dataDir(), scheduled ? 'scheduled' : 'colophon')
    const made = await makeBackup({ databaseUrl, dataDir: dataDir(), file: target })
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`Backed up ${made.rows} rows and ${made.pictures} pictures to ${made.file}`)
    console.log(
      `${(made.bytes / 1e6).toFixed(1)} MB in ${seconds} s, proved by restoring it. It holds password hashes: keep it safe.`,
    )
    if (made.elsewhere > 0) {
      console.log(`${made.elsewhere} pictures are kept by UploadThing and are not in it; their addresses are.`)
    }
    if (made.missing.length > 0) console.log(`These pictures have no file on this site: ${made.missing.join(', ')}`)
    if (!scheduled) return
    const { parseEnv } = await importEntry('env')
    const deleted = rotate(backupFolder(dataDir()), parseEnv(process.env).BACKUP_KEEP)
    if (deleted.length > 0) console.log(`Deleted: ${deleted.join(', ')}`)
  })
  process.exit(0)
} catch (error) {
  printFailure(error)
  process.exit(1)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { scheduled: { type: 'boolean' } } })
    if (positionals.length > 1) throw new PlainError(USAGE)
    return { scheduled: values.scheduled === true, file: positionals[0] }
  } catch {
    throw new PlainError(USAGE)
  }
}
