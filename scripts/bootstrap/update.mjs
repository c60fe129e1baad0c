import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deleteBefore } from './built.mjs'
import { ROOT, WORK_FOLDER } from './root.mjs'

/** Where npm run update makes the next version: outside of this one, whose packages it must not find. */
export const UPDATE_FOLDER = `${ROOT}.update`
/** Also in run.mjs. */
export const UPDATE_FILE = join(WORK_FOLDER, 'update.json')

/** @typedef {{ before: string, commit: string, isTried: boolean }} Update two commits */

/** @returns {Update | null} the version that is whole and has not come up yet */
export function readUpdate() {
  return existsSync(UPDATE_FILE) ? JSON.parse(readFileSync(UPDATE_FILE, 'utf8')) : null
}

/** @param {Update} update */
export function writeUpdate(update) {
  writeFileSync(`${UPDATE_FILE}.part`, JSON.stringify(update))
  renameSync(`${UPDATE_FILE}.part`, UPDATE_FILE)
}

/** This version answers: what was before it is not needed any more. */
export function finishUpdate() {
  if (process.env.COLOPHON_AS_BUILT) return
  const isTaken = readUpdate()?.isTried
  if (isTaken) rmSync(UPDATE_FILE)
  deleteBefore()
  if (isTaken) rmSync(UPDATE_FOLDER, { recursive: true, force: true })
}
