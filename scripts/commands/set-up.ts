// Prepares the database without serving: `npm run set-up`, once per deploy where something else serves. With --in-build
// it runs only where a serverless host builds for production: a preview that shares the database must not change
// production's tables.
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { printOwner, setUpDatabase } from '@/scripts/site/set-up-database'
import { withDatabase } from '@/scripts/site/with-database'

/** Functions have neither a disk nor a secret file; without one of these a site would be deployed that does not work. */
const NEEDED_ON_A_HOST = ['DATABASE_URL', 'AUTH_SECRET', 'UPLOADTHING_TOKEN', 'CRON_SECRET']

if (process.argv.includes('--in-build')) {
  if (process.env.VERCEL_ENV !== 'production') {
    console.log('The database is left as it is: this is no build for production.')
    process.exit(0)
  }
  const missing = NEEDED_ON_A_HOST.filter((name) => !process.env[name]?.trim())
  if (missing.length > 0) {
    throw new UserError(
      `A build for production needs these settings, which are missing: ${missing.join(', ')}\n` +
        'Set them for production at the host, then deploy again (docs/deployment.md).',
    )
  }
}
await withDatabase(async (directUrl, { withSample, backup }) => {
  const first = process.argv.includes('--in-build') ? 'none' : backup
  const owner = await setUpDatabase(directUrl, { withSample, backup: first, print: console.log })
  console.log('The database is ready.')
  printOwner(owner, console.log)
})
