import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { envSchema } from '@/lib/platform/server/env'
import { deleteBefore, PAGES_STAMP, putPagesBack, readPagesStamp, setPagesAside } from '@/scripts/bootstrap/built.mjs'
import { codeFolder } from '@/scripts/bootstrap/bundle.mjs'
import { runNode, whyEnded } from '@/scripts/bootstrap/programs.mjs'
import { ROOT, WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { hashSources, IN_USE_FOLDER, withBuildLock } from './compile'
import { compressFolder } from './compress-folder'
import { lockHolder, takeLock } from './folder-lock'

const NEXT = join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')

/** What the pages are made from. */
const SOURCES = ['app', 'components', 'lib', 'packages', 'prisma']

/**
 * Builds the pages if the sources have changed since the last build, which stays until they are whole.
 * @throws UserError
 */
export async function buildSite(): Promise<void> {
  if (process.env.COLOPHON_AS_BUILT) return
  const hash = `${process.version}-${hashSources(SOURCES)}`
  if (isBuilt(hash)) return
  await withBuildLock(async () => {
    if (isBuilt(hash)) return
    assertBuildNotInUse()
    console.log('Building the site (about a minute, only when the sources changed) …')
    putPagesBack()
    setPagesAside()
    const env = {
      ...blankSettings(),
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // Checked by npm run build and npm test; otherwise next.config.ts makes Next check them.
      TYPES_ARE_CHECKED: '1',
    }
    const status = await runNode(NEXT, ['build'], { env })
    if (status !== 0) {
      putPagesBack()
      throw new UserError(
        whyEnded(
          status,
          'The site could not be built: Next.js says above why.\nMend that, then run the same command again.',
        ),
      )
    }
    await compressFolder(join(ROOT, '.next', 'static'))
    writeFileSync(PAGES_STAMP, `${hash} ${basename(codeFolder() ?? '')}`)
    deleteBefore()
  })
}

/** Marks the build as used by this process until it ends, so that no other command replaces it. */
export function markBuildInUse(): void {
  mkdirSync(IN_USE_FOLDER, { recursive: true })
  const note = takeLock(join(IN_USE_FOLDER, String(process.pid)), '')
  process.once('exit', () => note.release?.())
}

/**
 * Requires a build, without comparing it with the sources: a container may have only the build.
 * @throws UserError
 */
export function requireBuild(): void {
  if (readPagesStamp()) return
  throw new UserError('There is no build here to serve.\nMake one first: npm run build')
}

/**
 * The compiled file of one of scripts/processes or of `worker`, the sanitiser's thread, from the same build as this
 * process.
 */
export function compiledFile(name: string): string {
  const here = import.meta.dirname
  return join(here.startsWith(WORK_FOLDER) ? here : (codeFolder() ?? ''), `${name}.mjs`)
}

/**
 * All settings of the site as blank: those of the environment or `.env` must not get into a build, which may serve
 * another database and address.
 */
function blankSettings(): Record<string, string> {
  const names = Object.keys(envSchema.shape).filter((name) => !name.startsWith('VERCEL'))
  return Object.fromEntries(names.map((name) => [name, '']))
}

/** `next build` by hand removes the stamp. */
function isBuilt(hash: string): boolean {
  return readPagesStamp()?.sources === hash
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
