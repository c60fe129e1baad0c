import { join } from 'node:path'

/** The checkout's root; commands work from any folder. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** Runs a command: node COMMAND_RUNNER NAME [ARGUMENTS]. */
export const COMMAND_RUNNER = join(import.meta.dirname, 'run.mjs')

/** The commands' cache. Only these scripts read it; safe to delete. */
export const WORK_FOLDER = join(ROOT, '.build')
