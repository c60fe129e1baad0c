import { join } from 'node:path'

/** The checkout these scripts belong to; commands work from any folder. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** Runs a command: node RUN NAME [ARGUMENTS]. */
export const COMMAND_RUNNER = join(import.meta.dirname, 'run.mjs')

/** What the commands make and the next run can use again. Never read by anything but these scripts; safe to delete. */
export const WORK_FOLDER = join(ROOT, '.build')
