import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '@/scripts/bootstrap/root.mjs'

/** The files of a folder, relative to the checkout. */
export function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** What is written by hand and is no test. */
export const SOURCES = [
  ...['app', 'bench', 'components', 'lib', 'packages', 'prisma/seed', 'scripts'].flatMap(filesOf),
  ...['middleware.ts', 'next.config.ts'],
].filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
