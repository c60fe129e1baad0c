import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { compressFolder } from './compress-folder.mjs'
import { lockHolder, takeLock } from './folder-lock.mjs'
import { PlainError } from './plain-error.mjs'
import { ROOT, WORK_FOLDER } from './root.mjs'
import { runNode } from './run.mjs'

/**
 * The code the commands run themselves, outside of Next: bundled from TypeScript into plain modules, so that neither a
 * start nor a running server needs a compiler.
 */
const ENTRIES = [
  'lib/env.ts',
  'lib/rich-text/worker.ts',
  'lib/log.ts',
  'lib/media/disk-store.ts',
  'lib/server/admin.ts',
  'lib/server/serve.ts',
  'lib/server/set-up.ts',
]
const ENTRY_FOLDER = join(WORK_FOLDER, 'server')

const NEXT = join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')
const LOCK_FILE = join(WORK_FOLDER, 'lock')
const USERS_FOLDER = join(WORK_FOLDER, 'in-use')

/** What is built is made of these folders, and of the settings of tools and packages beside them. */
const SOURCE_FOLDERS = ['app', 'components', 'lib', 'prisma']
const ROOT_SOURCE = /\.(ts|mjs|json|css)$/
const NOT_A_SOURCE =
  /^prisma\/(generated|migrations)$|\.(test\.tsx?|md)$|^(next-env\.d\.ts|biome\.json|(vitest|playwright)\.config\.ts)$/

/**
 * Makes what a start needs from the sources: the database client and the server's own code, both in about a second and
 * only when the sources changed.
 * @param {(line: string) => void} say
 */
export async function prepareCode(say) {
  const hash = hashSources()
  if (isCodeReady(hash)) return
  await exclusively(say, async () => {
    if (isCodeReady(hash)) return
    rmSync(stampFile('code'), { force: true })
    if ((await runNode(join(ROOT, 'scripts', 'generate.mjs'), ['--quiet'])) !== 0) {
      throw new PlainError('The database client could not be made from prisma/schema.prisma: Prisma says above why.')
    }
    await bundle()
    writeFileSync(stampFile('code'), hash)
  })
}

/**
 * Builds the pages when the sources changed since the last build.
 * @param {(line: string) => void} say
 */
export async function prepareSite(say) {
  const hash = hashSources()
  if (isBuilt(hash)) return
  await exclusively(say, async () => {
    if (isBuilt(hash)) return
    refuseWhileInUse()
    say('Building the site (about a minute, only when the sources changed) …')
    rmSync(stampFile('site'), { force: true })
    const status = await runNode(NEXT, ['build'], {
      env: { ...(await noSettings()), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    })
    if (status !== 0) {
      throw new PlainError(
        'The site could not be built: Next.js says above why.\nMend that, then run the same command again.',
      )
    }
    await compressFolder(join(ROOT, '.next', 'static'))
    writeFileSync(stampFile('site'), `${hash} ${buildId()}`)
  })
}

/**
 * Notes that this process serves the build, so that no other command replaces it meanwhile. The note goes with the
 * process, however it ends.
 */
export function occupyBuild() {
  mkdirSync(USERS_FOLDER, { recursive: true })
  const note = takeLock(join(USERS_FOLDER, String(process.pid)), '')
  process.once('exit', () => note.release?.())
}

/**
 * One of the bundled modules.
 * @param {'env' | 'log' | 'media/disk-store' | 'server/admin' | 'server/serve' | 'server/set-up'} name
 */
export function importEntry(name) {
  return import(join(ENTRY_FOLDER, `${name}.mjs`))
}

/** The bundled module that cleans heavy texts, to be run as a thread. */
export const TEXT_WORKER = join(ENTRY_FOLDER, 'rich-text', 'worker.mjs')

/**
 * The site's settings, each blank: whatever stands in the environment or in `.env`, none of it can get into a build,
 * which may serve another database under another address.
 */
async function noSettings() {
  const { envSchema } = await importEntry('env')
  /** @type {string[]} */
  const names = Object.keys(envSchema.shape)
  return Object.fromEntries(names.filter((name) => !name.startsWith('VERCEL')).map((name) => [name, '']))
}

/**
 * Makes sure that code and pages are built, without looking at the sources: a container may hold the build alone.
 * @throws PlainError
 */
export function requireBuild() {
  const id = buildId()
  if (id !== null && readStamp('site')?.endsWith(` ${id}`) && existsSync(ENTRY_FOLDER)) return
  throw new PlainError('There is no build here to serve.\nMake one first: npm run build')
}

async function bundle() {
  const { build, stop } = await import('esbuild')
  rmSync(ENTRY_FOLDER, { recursive: true, force: true })
  await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outbase: 'lib',
    outdir: ENTRY_FOLDER,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'error',
  })
  // Its service would stay beside the server for as long as that runs.
  await stop()
}

/** @param {string} hash */
function isCodeReady(hash) {
  return readStamp('code') === hash && existsSync(join(ROOT, 'prisma', 'generated', 'client.ts'))
}

/** @param {string} hash */
function isBuilt(hash) {
  const id = buildId()
  // Somebody may have run `next build` by hand since.
  return id !== null && readStamp('site') === `${hash} ${id}`
}

function buildId() {
  const file = join(ROOT, '.next', 'BUILD_ID')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function refuseWhileInUse() {
  if (!existsSync(USERS_FOLDER)) return
  for (const name of readdirSync(USERS_FOLDER)) {
    if (lockHolder(join(USERS_FOLDER, name))) {
      throw new PlainError(
        `The site runs from this folder (process ${name}), and its sources have changed since.\nStop it first; a build would take its pages away from under it.`,
      )
    }
    rmSync(join(USERS_FOLDER, name), { force: true })
  }
}

/**
 * Two commands at once must not both build: the second waits, and then finds the work done.
 * @param {(line: string) => void} say
 * @param {() => Promise<void>} work
 */
async function exclusively(say, work) {
  let lock = takeLock(LOCK_FILE, '')
  if (lock.holder) say(`Another command (process ${lock.holder.pid}) is building in this folder; waiting for it …`)
  while (lock.holder) {
    await delay(250)
    lock = takeLock(LOCK_FILE, '')
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

/** @param {'code' | 'site'} name */
function stampFile(name) {
  return join(WORK_FOLDER, `${name}.stamp`)
}

/** @param {'code' | 'site'} name */
function readStamp(name) {
  return existsSync(stampFile(name)) ? readFileSync(stampFile(name), 'utf8') : null
}

/** One hash over everything a build depends on. */
function hashSources() {
  const hash = createHash('sha256').update(process.version)
  const beside = readdirSync(ROOT).filter((name) => ROOT_SOURCE.test(name))
  for (const file of [...SOURCE_FOLDERS, ...beside].sort().flatMap(filesOf)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  for (const [name, value] of Object.entries(process.env).sort()) {
    // Next writes these into what it builds.
    if (name.startsWith('NEXT_PUBLIC_')) hash.update(`\0${name}=${value}`)
  }
  return hash.digest('hex')
}

/**
 * A source file, or those of a folder in a fixed order; all relative to the checkout.
 * @param {string} name
 * @returns {string[]}
 */
function filesOf(name) {
  if (NOT_A_SOURCE.test(name)) return []
  const entry = statSync(join(ROOT, name), { throwIfNoEntry: false })
  if (!entry?.isDirectory()) return entry?.isFile() ? [name] : []
  return readdirSync(join(ROOT, name))
    .sort()
    .flatMap((inside) => filesOf(`${name}/${inside}`))
}
