// Prepares the database without serving: `npm run set-up`, once per deploy where something else serves.
import { requireNodeVersion } from './node-version.mjs'

requireNodeVersion()
const { printFailure } = await import('./plain-error.mjs')
try {
  const { installDependencies } = await import('./dependencies.mjs')
  await installDependencies(console.log)
  const { prepareCode } = await import('./prepare.mjs')
  await prepareCode(console.log)
  const { withDatabase } = await import('./with-database.mjs')
  const { setUpDatabase, tellOwner } = await import('./set-up-database.mjs')
  await withDatabase(async (databaseUrl, { withSample }) => {
    const owner = await setUpDatabase(databaseUrl, { withSample, say: console.log })
    console.log('The database is ready.')
    tellOwner(owner, console.log)
  })
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}
