// Lint, format, types, layers and unit tests, without a browser or a build: `npm run check`.
import { requireNodeVersion } from './node-version.mjs'

requireNodeVersion()
const { printFailure } = await import('./plain-error.mjs')
try {
  const { installDependencies } = await import('./dependencies.mjs')
  await installDependencies(console.log)
  const { prepareCode } = await import('./prepare.mjs')
  await prepareCode(console.log)
  const { checkSource, sum, unitTests } = await import('./suites.mjs')
  const { passed, failed, leftOut } = sum([await checkSource(), await unitTests()])
  if (leftOut > 0) console.log(`\n${leftOut} left out: they need what is not beside this clone.`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}
