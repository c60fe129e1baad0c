import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { envSchema } from '@/lib/platform/server/env'
import { codeFolder } from '@/scripts/bootstrap/bundle.mjs'
import { runNode } from '@/scripts/bootstrap/programs.mjs'
import { ROOT, WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { hashSources, IN_USE_FOLDER, withBuildLock } from './compile'
import { compressFolder } from './compress-folder'
import { lockHolder, takeLock } from './folder-lock'

const NEXT = join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')
const STAMP_FILE = join(WORK_FOLDER, 'site.stamp')

/** Builds the pages when the sources changed since the last build. */
export async function buildSite(): Promise<void> {
  const hash = `${process.version}-${hashSources(['app', 'components', 'lib', 'prisma'])}`
  if (isBuilt(hash)) return
  await withBuildLock(async () => {
    if (isBuilt(hash)) return
    assertBuildNotInUse()
    console.log('Building the site (about a minute, only when the sources changed) …')
    rmSync(STAMP_FILE, { force: true })
    const env = {
      ...blankSettings(),
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // By npm run build and npm test; next.config.ts has Next check them otherwise.
      TYPES_ARE_CHECKED: '1',
    }
    if ((await runNode(NEXT, ['build'], { env })) !== 0) {
      throw new UserError(
        'The site could not be built: Next.js says above why.\nMend that, then run the same command again.',
      )
    }
    await compressFolder(join(ROOT, '.next', 'static'))
    writeFileSync(STAMP_FILE, `${hash} ${buildId()}`)
  })
}

/**
 * Notes that this process serves the build, so that no other command replaces it meanwhile. The note goes with the
 * process, however it ends.
 */
export function markBuildInUse(): void {
  mkdirSync(IN_USE_FOLDER, { recursive: true })
  const note = takeLock(join(IN_USE_FOLDER, String(process.pid)), '')
  process.once('exit', () => note.release?.())
}

/**
 * Makes sure that the pages are built, without looking at the sources: a container may hold the build alone.
 * @throws UserError
 */
export function requireBuild(): void {
  const id = buildId()
  if (id !== null && readStamp()?.endsWith(` ${id}`)) return
  throw new UserError('There is no build here to serve.\nMake one first: npm run build')
}

/** A compiled file of scripts/processes, or `worker`, which cleans heavy texts as a thread: as old as this process. */
export function compiledFile(name: string): string {
  const here = import.meta.dirname
  return join(here.startsWith(WORK_FOLDER) ? here : (codeFolder() ?? ''), `${name}.mjs`)
}

/**
 * The site's settings, each blank: whatever stands in the environment or in `.env`, none of it can get into a build,
 * which may serve another database under another address.
 */
function blankSettings(): Record<string, string> {
  const names = Object.keys(envSchema.shape).filter((name) => !name.startsWith('VERCEL'))
  return Object.fromEntries(names.map((name) => [name, '']))
}

function isBuilt(hash: string): boolean {
  const id = buildId()
  // Somebody may have run `next build` by hand since.
  return id !== null && readStamp() === `${hash} ${id}`
}

function buildId(): string | null {
  const file = join(ROOT, '.next', 'BUILD_ID')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function readStamp(): string | null {
  return existsSync(STAMP_FILE) ? readFileSync(STAMP_FILE, 'utf8') : null
}

function assertBuildNotInUse(): void {
  if (!existsSync(IN_USE_FOLDER)) return
  for (const name of readdirSync(IN_USE_FOLDER)) {
    if (lockHolder(join(IN_USE_FOLDER, name))) {
      throw new UserError(
        `The site runs from this folder (process ${name}), and its sources have changed since.\nStop it first; a build would take its pages away from under it.`,
      )
    }
    rmSync(join(IN_USE_FOLDER, name), { force: true })
  }
}
