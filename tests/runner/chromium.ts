import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, runNode } from '@/scripts/bootstrap/programs.mjs'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * The Chromium for the end-to-end tests: CHROMIUM_PATH, an installed one, or one installed now (Debian's package for
 * root, otherwise Playwright's).
 * @returns the executable
 * @throws UserError
 */
export async function findChromium(print: (line: string) => void): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (runs(named)) return named
    throw new UserError(
      `CHROMIUM_PATH names ${named}, which does not run.\nCorrect it, or leave it out to have one found.`,
    )
  }
  const found = await installed()
  if (found) return found

  print('Installing Chromium for the end-to-end tests (only once) …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], { env })
  }
  const packaged = await installed()
  if (packaged) return packaged
  await runNode(`${ROOT}/node_modules/playwright/cli.js`, ['install', 'chromium'])
  const downloaded = await installed()
  if (downloaded) return downloaded
  throw new UserError(
    'There is no Chromium for the end-to-end tests, and none could be installed.\nInstall one (apt install chromium), or name it in CHROMIUM_PATH; then run npm test again.',
  )
}

async function installed() {
  const { chromium } = await import('playwright')
  return [...NAMES, MAC, chromium.executablePath()].map(locate).find((path) => path !== null && runs(path)) ?? null
}

/** Playwright needs a path instead of a command name. */
function locate(program: string) {
  if (program.includes('/')) return existsSync(program) ? program : null
  const { status, stdout } = spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', program], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** Some systems have a script with that name that only explains how to install it. */
function runs(path: string) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
