import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { putPackagesBack, takePackages } from './built.mjs'
import { npm } from './programs.mjs'
import { ROOT, WORK_FOLDER } from './root.mjs'
import { UserError } from './user-error.mjs'

/** Inside node_modules, so that it is deleted with them. */
const STAMP_FILE = join(ROOT, 'node_modules', '.colophon-installed')

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lock */

/**
 * Installs the packages of package-lock.json unless they are installed already, by whatever means: in a folder of their
 * own, so that one that fails leaves those that are there. No install scripts run.
 * @throws UserError
 */
export async function installPackages() {
  putPackagesBack({ onlyMissing: true })
  const lockText = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  const stamp = `${process.platform}-${process.arch} ${createHash('sha256').update(lockText).digest('hex')}`
  if (readText(STAMP_FILE) === stamp) return
  if (!matches(JSON.parse(lockText), readText(join(ROOT, 'node_modules', '.package-lock.json')))) {
    console.log('Installing the packages (a minute or two, only when they changed) …')
    const folder = join(WORK_FOLDER, 'packages')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      if (existsSync(join(ROOT, name))) copyFileSync(join(ROOT, name), join(folder, name))
    }
    const options = ['--prefix', folder, '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']
    if ((await npm(['ci', ...options])) !== 0) {
      throw new UserError(
        'The packages could not be installed: npm says above why.\nCheck the network and the free space, then run the same command again.',
      )
    }
    takePackages(join(folder, 'node_modules'))
  }
  writeFileSync(STAMP_FILE, stamp)
}

/**
 * Whether npm's record of the last install matches the lock file. Packages for other systems are not in the record;
 * packages for development are required.
 * @param {Lock} lock
 * @param {string | null} installedText
 */
function matches(lock, installedText) {
  if (!installedText) return false
  /** @type {Lock['packages']} */
  const installed = JSON.parse(installedText).packages
  return Object.entries(lock.packages).every(([path, { version, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return optional === true
    return found.version === version && existsSync(join(ROOT, path))
  })
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
