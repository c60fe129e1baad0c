import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { removeDatabase } from '@/scripts/database/cluster-location'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test files of a run find what they share. */
    runFolder: string
  }
}

/** The file that names the data folder of the database of which the test files start copies. */
export const originalIn = (runFolder: string) => join(runFolder, 'original')

let folder: string

/** Vitest calls these before and after the unit tests. */
export function setup(run: TestProject): void {
  folder = mkdtempSync(join(tmpdir(), 'colophon-run-'))
  run.provide('runFolder', folder)
}

export function teardown(): void {
  if (existsSync(originalIn(folder))) {
    const dataDir = readFileSync(originalIn(folder), 'utf8')
    removeDatabase(dataDir)
    rmSync(dataDir, { recursive: true })
  }
  rmSync(folder, { recursive: true })
}
