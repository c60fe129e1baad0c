import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { putPackagesBack, takePackages } from './built.mjs'
import { npm } from './programs.mjs'
import { ROOT, WORK_FOLDER } from './root.mjs'
import { UserError } from './user-error.mjs'

/** Inside node_modules, so that it is deleted with them. */
const STAMP_FILE = join(ROOT, 'node_modules', '.colophon-installed')

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean, dev?: boolean }> }} Lock */

/**
 * Installs the packages of package-lock.json unless they are installed already, by whatever means: in a folder of their
 * own, so that one that fails leaves those that are there. No install scripts run.
 * @param {{ tools: boolean }} needs whether those of developers are needed; where they are, or in the version that is
 *   updated, they stay
 * @throws UserError
 */
export async function installPackages(needs) {
  putPackagesBack({ onlyMissing: true })
  const lockText = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  const stamp = `${process.platform}-${process.arch} ${createHash('sha256').update(lockText).digest('hex')}`
  const before = ROOT.replace(/\.update$/, '')
  const tools = needs.tools || [ROOT, before].some((root) => existsSync(join(root, 'node_modules', 'vitest')))
  const found = readText(STAMP_FILE)
  if (found === `${stamp} tools` || (found === stamp && !tools)) return
  if (!matches(JSON.parse(lockText), readText(join(ROOT, 'node_modules', '.package-lock.json')), { tools })) {
    console.log('Installing the packages (a minute or two, only when they changed) …')
    const folder = join(WORK_FOLDER, 'packages')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      if (existsSync(join(ROOT, name))) copyFileSync(join(ROOT, name), join(folder, name))
    }
    const options = ['--prefix', folder, '--ignore-scripts', tools ? '--include=dev' : '--omit=dev']
    if ((await npm(['ci', ...options])) !== 0) {
      throw new UserError(
        'The packages could not be installed: npm says above why.\nCheck the network and the free space, then run the same command again.',
      )
    }
    takePackages(join(folder, 'node_modules'))
  }
  writeFileSync(STAMP_FILE, tools ? `${stamp} tools` : stamp)
}

/**
 * Whether npm's record of the last install matches the lock file. Packages for other systems are not in the record.
 * @param {Lock} lock
 * @param {string | null} installedText
 * @param {{ tools: boolean }} needs
 */
function matches(lock, installedText, { tools }) {
  if (!installedText) return false
  /** @type {Lock['packages']} */
  const installed = JSON.parse(installedText).packages
  return Object.entries(lock.packages).every(([path, { version, optional, dev }]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return optional === true || (dev === true && !tools)
    return found.version === version && existsSync(join(ROOT, path))
  })
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
