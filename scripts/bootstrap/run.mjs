// The entry point of the npm scripts: node scripts/bootstrap/run.mjs COMMAND [ARGUMENTS]. This folder is plain
// JavaScript, because it runs before packages are installed and scripts/commands compiled.
import { requireNodeVersion } from './node-version.mjs'

requireNodeVersion()
const { existsSync } = await import('node:fs')
const { join } = await import('node:path')
const { pathToFileURL } = await import('node:url')
const { UserError, printFailure } = await import('./user-error.mjs')

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const quit = () => process.exit(1)

const [command = ''] = process.argv.slice(2)
const updateFile = join(import.meta.dirname, '..', '..', '.build', 'update.json')
if (
  command === 'start' &&
  !process.env.COLOPHON_AS_BUILT &&
  !import.meta.url.endsWith('?taken') &&
  existsSync(updateFile)
) {
  const { spawnSync } = await import('node:child_process')
  spawnSync(process.execPath, [join(import.meta.dirname, 'take-update.mjs')], { stdio: 'inherit' })
  // This file may be another now.
  await import(`${import.meta.url}?taken`)
} else await runCommand()

async function runCommand() {
  try {
    // The command sees only its own arguments.
    process.argv.splice(2, 1)
    // Exits through the handler that kills child processes.
    for (const signal of SIGNALS) process.on(signal, quit)
    const { codeFolder, loadCompiler } = await import('./bundle.mjs')
    // A container may have only the build, and be read-only.
    if (command !== 'serve' && !process.env.COLOPHON_AS_BUILT) {
      const { installPackages } = await import('./install.mjs')
      const isTest = existsSync(join(import.meta.dirname, '..', '..', 'tests', 'commands', `${command}.ts`))
      await installPackages({ tools: isTest || (command === 'build' && !process.argv.includes('--without-types')) })
      const { compile } = await loadCompiler()
      await compile()
    }
    for (const signal of SIGNALS) process.off(signal, quit)
    const file = join(codeFolder({ asBuilt: command === 'serve' }) ?? '', `${command}.mjs`)
    if (!existsSync(file)) {
      throw new UserError(
        command === 'serve'
          ? 'There is no build here to serve.\nMake one first: npm run build'
          : `There is no command "${command}": npm run lists those there are.`,
      )
    }
    await import(pathToFileURL(file).href)
  } catch (error) {
    printFailure(error)
    // The last line of a test run is always the total.
    if (command === 'test') console.log('\n0 passed, 1 failed')
    if (command !== 'start' || !(await startAsBuilt())) process.exit(1)
  }
}

/** Whatever keeps a new version from being made, the one that was built before starts; false where none was. */
async function startAsBuilt() {
  if (process.env.COLOPHON_AS_BUILT) return false
  const { codeFolder } = await import('./bundle.mjs')
  const { putPackagesBack, putPagesBack } = await import('./built.mjs')
  putPagesBack()
  const folder = codeFolder({ asBuilt: true })
  if (!folder) return false
  putPackagesBack()
  for (const signal of SIGNALS) process.off(signal, quit)
  console.error('\nThe site starts as it was built before. Mend what is said above, then start it again.')
  process.env.COLOPHON_AS_BUILT = '1'
  await import(pathToFileURL(join(folder, 'start.mjs')).href)
  return true
}
