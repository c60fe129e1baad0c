import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** What `npm ci` does: the packages of the lock file, and a record of them. */
const NPM = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const [folder, omits] = [process.argv[4], process.argv.includes('--omit=dev')]
appendFileSync(process.env.LOG, omits ? 'omit ' : 'include ')
const packages = Object.entries(JSON.parse(readFileSync(folder + '/package-lock.json', 'utf8')).packages)
const installed = packages.filter(([name, { dev }]) => name && !(dev && omits))
for (const [name] of installed) mkdirSync(folder + '/' + name, { recursive: true })
writeFileSync(folder + '/node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }))
`

let folder: string
let site: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-install-'))
  site = join(folder, 'site')
  mkdirSync(join(folder, 'npm/bin'), { recursive: true })
  writeFileSync(join(folder, 'npm/bin/npm-cli.js'), NPM)
  checkOut(site, '1.0.0')
})

afterEach(() => rmSync(folder, { recursive: true }))

/** A version of the site, which needs next, and vitest for its tests. */
function checkOut(root: string, version: string): void {
  const packages = { '': {}, 'node_modules/next': { version }, 'node_modules/vitest': { version, dev: true } }
  for (const name of ['scripts/bootstrap', 'package.json']) cpSync(name, join(root, name), { recursive: true })
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  mkdirSync(join(root, 'tests/commands'), { recursive: true })
  writeFileSync(join(root, 'tests/commands/test.ts'), '')
}

/** How it has npm install packages for a command, if at all: the command itself fails for lack of these. */
function installedFor(command: string, root = site): string {
  const log = join(folder, 'log')
  writeFileSync(log, '')
  const env = { ...process.env, npm_execpath: join(folder, 'npm/bin/npm-cli.js'), LOG: log }
  spawnSync(process.execPath, [join(root, 'scripts/bootstrap/run.mjs'), ...command.split(' ')], { env })
  return readFileSync(log, 'utf8').trim()
}

test('a start installs what serving and building need; the tools of developers come with their first use, and stay', () => {
  expect(installedFor('start')).toBe('omit')
  expect(installedFor('start')).toBe('')
  expect(installedFor('build --without-types')).toBe('')
  expect(installedFor('build')).toBe('include')
  expect(installedFor('test')).toBe('')
  expect(installedFor('start')).toBe('')
  checkOut(site, '1.0.1')
  expect(installedFor('start')).toBe('include')
})

test('an update installs the tools of developers where the version before has them', () => {
  expect(installedFor('start')).toBe('omit')
  checkOut(`${site}.update`, '1.0.1')
  expect(installedFor('build --without-types', `${site}.update`)).toBe('omit')
  expect(installedFor('test')).toBe('include')
  checkOut(`${site}.update`, '1.0.2')
  expect(installedFor('build --without-types', `${site}.update`)).toBe('include')
})

test('what was installed by hand is not installed again, nor what an image has left out after its build', () => {
  expect(installedFor('test')).toBe('include')
  rmSync(join(site, 'node_modules/.colophon-installed'))
  expect(installedFor('start')).toBe('')
  for (const name of ['vitest', '.package-lock.json']) rmSync(join(site, 'node_modules', name), { recursive: true })
  expect(installedFor('admin')).toBe('')
})
