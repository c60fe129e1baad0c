// Puts the next version in place, or the one before back where it did not come up. A process of its own, which ends
// before the version that it leaves is loaded. Killed, it is run again by the next start.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { putPackagesBack, putPagesBack, takePackages, takePages } from './built.mjs'
import { loadCompiler } from './bundle.mjs'
import { ROOT } from './root.mjs'
import { readUpdate, UPDATE_FILE, UPDATE_FOLDER, writeUpdate } from './update.mjs'

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })

putPackagesBack({ onlyMissing: true })
const { isInUse } = await loadCompiler()
const update = readUpdate()
// A second start says that the first one runs.
if (!update || isInUse()) process.exit(0)
if (update.isTried) {
  console.error(`The new version ${update.commit} did not come up: the one before starts.`)
  git('reset', '--keep', update.before)
  putPagesBack({ evenWhole: true })
  putPackagesBack()
  rmSync(UPDATE_FILE)
} else {
  console.log(`The new version ${update.commit} starts. If it does not come up, the next start is of the one before.`)
  git('merge', '--ff-only', update.commit)
  takePackages(join(UPDATE_FOLDER, 'node_modules'))
  takePages(join(UPDATE_FOLDER, '.next'), join(UPDATE_FOLDER, '.build', 'code'))
  writeUpdate({ ...update, isTried: true })
}
