// Builds everything the server needs, without a database: `npm run build`. A serverless host runs this.
import { requireNodeVersion } from './node-version.mjs'

requireNodeVersion()
const { printFailure } = await import('./plain-error.mjs')
try {
  const { installDependencies } = await import('./dependencies.mjs')
  await installDependencies(console.log)
  const { prepareCode, prepareSite } = await import('./prepare.mjs')
  await prepareCode(console.log)
  await prepareSite(console.log)
  console.log('The build is up to date.')
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}
