import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPagesStamp } from '../bootstrap/built.mjs'
import { bundle, CODE_STAMP } from '../bootstrap/bundle.mjs'
import { runNode } from '../bootstrap/programs.mjs'
import { ROOT, WORK_FOLDER } from '../bootstrap/root.mjs'
import { UserError } from '../bootstrap/user-error.mjs'
import { lockHolder, takeLock } from './folder-lock'

/** Each becomes a file with its name: the commands, and what runs as a process or thread of its own. */
const ENTRY_POINTS = [
  'scripts/commands/*.ts',
  'scripts/processes/*.ts',
  'scripts/build/generate-client.ts',
  'lib/rich-text/server/worker.ts',
]
/** The commands of developers: images are built without. */
const TEST_COMMANDS = 'tests/commands'
const CODE_FOLDERS = join(WORK_FOLDER, 'code')
/** Kept for commands that started before a change. */
const MAX_OLD_FOLDERS = 3

/** Has a lock file for each process that serves from this checkout. */
export const IN_USE_FOLDER = join(WORK_FOLDER, 'in-use')

const ROOT_SOURCE = /\.(ts|mjs|json|css)$/
const NON_SOURCE =
  /^prisma\/(generated|migrations)$|\.(test\.tsx?|md)$|^(next-env\.d\.ts|biome\.json|(vitest|vitest\.browser|playwright)\.config\.ts)$/

/**
 * Generates the database client and bundles the commands, so that a running server needs no compiler. Takes about a
 * second, and only when sources have changed.
 * @throws UserError
 */
export async function compile(): Promise<void> {
  const hash = hashSources(['bench', 'lib', 'packages', 'prisma', 'scripts', TEST_COMMANDS, 'tests/runner'])
  const isReady = () =>
    existsSync(join(ROOT, 'prisma', 'generated', 'client.ts')) &&
    existsSync(CODE_STAMP) &&
    readFileSync(CODE_STAMP, 'utf8') === hash
  if (isReady()) return
  await withBuildLock(async () => {
    if (isReady()) return
    rmSync(CODE_STAMP, { force: true })
    if ((await generateClient()) !== 0) {
      throw new UserError('The database client could not be made from prisma/schema.prisma: Prisma says above why.')
    }
    const tests = existsSync(join(ROOT, TEST_COMMANDS)) ? [`${TEST_COMMANDS}/*.ts`] : []
    await bundle([...ENTRY_POINTS, ...tests], join(CODE_FOLDERS, hash))
    writeFileSync(CODE_STAMP, hash)
    removeOldCode(hash)
  })
}

/** Generates prisma/generated from the schema; resolves to the exit status of the process that does. */
export function generateClient(): Promise<number> {
  return runNode(join(import.meta.dirname, 'generate-client.mjs'), [])
}

/** Whether a site serves from this checkout. */
export function isInUse(): boolean {
  return existsSync(IN_USE_FOLDER) && readdirSync(IN_USE_FOLDER).some((name) => lockHolder(join(IN_USE_FOLDER, name)))
}

/** A running site may still load files of its build. */
function removeOldCode(current: string): void {
  if (existsSync(IN_USE_FOLDER) && readdirSync(IN_USE_FOLDER).length > 0) return
  const old = readdirSync(CODE_FOLDERS)
    .filter((name) => name !== current && name !== readPagesStamp()?.code)
    .map((name) => ({ folder: join(CODE_FOLDERS, name), made: statSync(join(CODE_FOLDERS, name)).mtimeMs }))
    .sort((a, b) => b.made - a.made)
  for (const { folder } of old.slice(MAX_OLD_FOLDERS)) rmSync(folder, { recursive: true, force: true })
}

/** Serialises builds: a second command waits and then finds the work done. */
export async function withBuildLock(work: () => Promise<void>): Promise<void> {
  const file = join(WORK_FOLDER, 'lock')
  let lock = takeLock(file, '')
  if (lock.holder) {
    console.log(`Another command (process ${lock.holder.pid}) is building in this folder; waiting for it …`)
  }
  while (lock.holder) {
    await delay(250)
    lock = takeLock(file, '')
  }
  const { release } = lock
  process.once('exit', release)
  try {
    await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** One hash of the sources in the folders and of the configuration files at the root. */
export function hashSources(folders: string[]): string {
  const hash = createHash('sha256')
  const rootFiles = readdirSync(ROOT).filter((name) => ROOT_SOURCE.test(name))
  for (const file of [...folders, ...rootFiles].sort().flatMap(filesOf)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  for (const [name, value] of Object.entries(process.env).sort()) {
    // Next inlines these into the build.
    if (name.startsWith('NEXT_PUBLIC_')) hash.update(`\0${name}=${value}`)
  }
  return hash.digest('hex')
}

/** A source file, or a folder's in a fixed order, relative to the checkout. */
function filesOf(name: string): string[] {
  if (NON_SOURCE.test(name)) return []
  const entry = statSync(join(ROOT, name), { throwIfNoEntry: false })
  if (!entry?.isDirectory()) return entry?.isFile() ? [name] : []
  return readdirSync(join(ROOT, name))
    .sort()
    .flatMap((inside) => filesOf(`${name}/${inside}`))
}
