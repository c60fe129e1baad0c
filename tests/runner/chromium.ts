import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, runNode } from '@/scripts/bootstrap/programs.mjs'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

/** Chromium without its windows: a page in it takes a third of the processor time. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * The Chromium for the tests: CHROMIUM_PATH, Debian's headless shell (installed now for root), another that is
 * installed, or one installed now (Debian's package for root, otherwise Playwright's).
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
  const hasPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const shell = locate(SHELL)
  if (shell && runs(shell)) return shell
  // A system without this package, or without a connection, may have a whole browser.
  if (hasPackages) await installPackage(SHELL, print)
  const found = await installed()
  if (found) return found

  if (hasPackages) await installPackage('chromium', print)
  const packaged = await installed()
  if (packaged) return packaged
  print('Installing Chromium for the tests (only once) …')
  await runNode(`${ROOT}/node_modules/playwright/cli.js`, ['install', 'chromium'])
  const downloaded = await installed()
  if (downloaded) return downloaded
  throw new UserError(
    'There is no Chromium for the tests, and none could be installed.\nInstall one (apt install chromium), or name it in CHROMIUM_PATH; then run npm test again.',
  )
}

async function installPackage(name: string, print: (line: string) => void) {
  print(`Installing ${name} for the tests (only once) …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-dejavu-core'], { env })
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
