// Makes the site what a backup holds, while it does not run: `npm run restore -- FILE`.
import { requireNodeVersion } from './node-version.mjs'

requireNodeVersion()
const { resolve } = await import('node:path')
const { parseArgs } = await import('node:util')
const { PlainError, printFailure } = await import('./plain-error.mjs')

const USAGE = `npm run restore -- [--force] FILE

FILE is what npm run backup made. The site must be stopped. A site that is not empty is replaced
only with --force, after a backup of what is there.`

try {
  const { force, file } = readArguments()
  const { installDependencies } = await import('./dependencies.mjs')
  await installDependencies(console.log)
  const { importEntry, prepareCode } = await import('./prepare.mjs')
  await prepareCode(console.log)
  const { checkArchive } = await import('./backup/archive.mjs')
  // Before a database is made, or started.
  await checkArchive(file)
  const { withDatabase } = await import('./with-database.mjs')
  const { readSecrets } = await import('./secrets.mjs')
  const { dataDir } = await import('./settings.mjs')
  const { restoreBackup } = await import('./backup/restore.mjs')
  await withDatabase(
    async (databaseUrl) => {
      const restored = await restoreBackup({ databaseUrl, dataDir: dataDir(), file, force, say: console.log })
      console.log(
        `Restored ${restored.rows} rows and ${restored.pictures} pictures, as they were on ${restored.madeAt}.`,
      )
      if (restored.elsewhere > 0) {
        console.log(`${restored.elsewhere} pictures are kept by UploadThing; they show as long as they are there.`)
      }
      if (restored.missing > 0) console.log(`${restored.missing} pictures had no file when it was made.`)
      if (restored.siteUrl) console.log(`It was backed up as ${restored.siteUrl} (SITE_URL).`)
      console.log('Everybody has to sign in again.')
      process.env.AUTH_SECRET ||= readSecrets(dataDir()).AUTH_SECRET
      const { tellLockedOut } = await importEntry('server/admin')
      const lockedOut = await tellLockedOut()
      if (lockedOut) console.log(lockedOut)
    },
    { alone: true },
  )
  process.exit(0)
} catch (error) {
  printFailure(error)
  process.exit(1)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean' } } })
    const [file, ...rest] = positionals
    if (!file || rest.length > 0) throw new PlainError(USAGE)
    return { force: values.force === true, file: resolve(file) }
  } catch {
    throw new PlainError(USAGE)
  }
}
