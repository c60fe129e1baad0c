// Replaces the stopped site by a backup: `npm run restore -- FILE`.
import { resolve } from 'node:path'
import { checkArchive } from '@/scripts/backup/archive'
import { restoreBackup } from '@/scripts/backup/restore'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { readArguments } from '@/scripts/site/command-line'
import { readSecrets } from '@/scripts/site/secrets'
import { dataDir } from '@/scripts/site/settings'
import { withDatabase } from '@/scripts/site/with-database'

const USAGE = `npm run restore -- [--force] FILE

FILE is what npm run backup made. The site must be stopped. A site that is not empty is replaced
only with --force, after a backup of what is there.`

const { values, positionals } = readArguments(USAGE, { force: { type: 'boolean' } })
const [named, ...rest] = positionals
if (!named || rest.length > 0) throw new UserError(USAGE)
const file = resolve(named)
// Before a database is created or started.
await checkArchive(file)
await withDatabase(
  async (databaseUrl) => {
    const force = values.force === true
    const restored = await restoreBackup({ databaseUrl, dataDir: dataDir(), file, force, print: console.log })
    console.log(
      `Restored ${restored.rows} rows and ${restored.pictures} picture files, as they were on ${restored.madeAt}.`,
    )
    if (restored.elsewhere > 0) {
      console.log(`${restored.elsewhere} pictures are kept by UploadThing; they show as long as they are there.`)
    }
    if (restored.missing > 0) console.log(`${restored.missing} pictures had no file when it was made.`)
    if (restored.siteUrl) console.log(`It was backed up as ${restored.siteUrl} (SITE_URL).`)
    console.log('Everybody has to sign in again.')
    process.env.AUTH_SECRET ||= readSecrets(dataDir()).AUTH_SECRET
    const { formatLockedOut } = await import('@/lib/ops/admin-commands')
    const lockedOut = await formatLockedOut()
    if (lockedOut) console.log(lockedOut)
  },
  { exclusive: true },
)
process.exit(0)
