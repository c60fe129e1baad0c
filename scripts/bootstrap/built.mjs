import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, WORK_FOLDER } from './root.mjs'

/** What serves. While a new one is made, the one before is in the work folder. */
const PACKAGES = join(ROOT, 'node_modules')
const PACKAGES_BEFORE = join(WORK_FOLDER, 'packages-before')
const PAGES = join(ROOT, '.next')
const PAGES_BEFORE = join(WORK_FOLDER, 'pages-before')

/** Written last: pages without it are not whole. Holds a hash of their sources, and the commands' of the same build. */
export const PAGES_STAMP = join(PAGES, 'colophon.stamp')

/** @returns {{ sources: string, code: string } | null} what is served from, null before the first build */
export function readPagesStamp() {
  if (!existsSync(PAGES_STAMP)) return null
  const [sources = '', code = ''] = readFileSync(PAGES_STAMP, 'utf8').split(' ')
  return { sources, code }
}

/** Makes room for new pages: those that can be served are kept. */
export function setPagesAside() {
  if (readPagesStamp()) replace(PAGES_BEFORE, PAGES)
}

/** Puts back the pages that a build which failed or was killed has set aside; with `evenWhole` an update. */
export function putPagesBack({ evenWhole = false } = {}) {
  if (existsSync(PAGES_BEFORE) && (evenWhole || !readPagesStamp())) replace(PAGES, PAGES_BEFORE)
}

/**
 * Puts new packages in place. Those of the last build are kept, not those of one that failed.
 * @param {string} folder
 */
export function takePackages(folder) {
  if (!existsSync(folder)) return
  if (!existsSync(PACKAGES_BEFORE) && existsSync(PACKAGES)) renameSync(PACKAGES, PACKAGES_BEFORE)
  replace(PACKAGES, folder)
}

/**
 * Puts whole pages that were built elsewhere in place, after the commands of their build.
 * @param {string} folder
 * @param {string} code
 */
export function takePages(folder, code) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(code)) {
    const target = join(WORK_FOLDER, 'code', name)
    if (!existsSync(target)) renameSync(join(code, name), target)
  }
  setPagesAside()
  replace(PAGES, folder)
}

/** Puts back the packages of the last build; with `onlyMissing` where an install was killed in between. */
export function putPackagesBack({ onlyMissing = false } = {}) {
  if (existsSync(PACKAGES_BEFORE) && !(onlyMissing && existsSync(PACKAGES))) replace(PACKAGES, PACKAGES_BEFORE)
}

/** Deletes what a new build has replaced. */
export function deleteBefore() {
  for (const before of [PACKAGES_BEFORE, PAGES_BEFORE]) rmSync(before, { recursive: true, force: true })
}

/**
 * @param {string} folder
 * @param {string} by
 */
function replace(folder, by) {
  rmSync(folder, { recursive: true, force: true })
  renameSync(by, folder)
}
