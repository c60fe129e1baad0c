import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { run, runNode } from '@/scripts/bootstrap/programs.mjs'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

/** Chromium without its windows: a page in it takes a third of the processor time. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const LISTS = '/var/lib/apt/lists'
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * The Chromium for the tests: CHROMIUM_PATH, Debian's headless shell (installed now for root where apt has it), another
 * that is installed, or one installed now (Debian's package for root, otherwise Playwright's).
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
  for (const name of hasPackages ? [SHELL, 'chromium'] : []) {
    const found = await installed()
    if (found && (name !== SHELL || found.endsWith(SHELL))) return found
    await installPackage(name, print)
  }
  const found = await installed()
  if (found) return found
  print('Installing Chromium for the tests …')
  await runNode(`${ROOT}/node_modules/playwright/cli.js`, ['install', 'chromium'])
  const downloaded = await installed()
  if (downloaded) return downloaded
  throw new UserError(
    'There is no Chromium for the tests, and none could be installed.\nInstall one (apt install chromium), or name it in CHROMIUM_PATH; then run npm test again.',
  )
}

/** Installs a package where apt has it, which a new container does not know before its first update. */
async function installPackage(name: string, print: (line: string) => void) {
  const isOffered = () => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
  const hasLists = existsSync(LISTS) && readdirSync(LISTS).some((name) => name.includes('_Packages'))
  if (hasLists && !isOffered()) return
  print(`Installing ${name} for the tests …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0'], { env })
  if (isOffered())
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
