// Prepares the database without serving: `npm run set-up`, once per deploy where something else serves. With --in-build
// it runs only where a serverless host builds for production with a database: a preview that shares the database must
// not change production's tables.
import { printOwner, setUpDatabase } from '@/scripts/site/set-up-database'
import { withDatabase } from '@/scripts/site/with-database'

if (process.argv.includes('--in-build') && (process.env.VERCEL_ENV !== 'production' || !process.env.DATABASE_URL)) {
  console.log('The database is left as it is: this is no build for production that names DATABASE_URL.')
  process.exit(0)
}
await withDatabase(async (directUrl, { withSample }) => {
  const owner = await setUpDatabase(directUrl, { withSample, print: console.log })
  console.log('The database is ready.')
  printOwner(owner, console.log)
})
