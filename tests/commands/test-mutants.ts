// Makes one mistake after the other in a copy of the source, and runs the test that has to notice it: `npm run
// test:mutants`, or the mistakes in some files: `npm run test:mutants -- lib/browser`.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { findChromium } from '@/tests/runner/chromium'

/** A text of a file that becomes another; `test` where it is not the one next to the file. */
type Mutant = { file: string; from: string; to: string; test?: string }

/** The share of mistakes that must be noticed. */
const KILLED_MIN = 0.85
/** Of a test that a mistake makes hang. */
const TIMEOUT_MS = 180_000
const NOT_COPIED = /^(node_modules|\.git|\.next|\.build|\.data.*|test-results)$/

const copy = mkdtempSync(join(tmpdir(), 'colophon-mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(ROOT, path)) })
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))

const all: Mutant[] = JSON.parse(readFileSync(join(ROOT, 'tests', 'mutants', 'mutants.json'), 'utf8'))
const mutants = all.filter(({ file }) => file.startsWith(process.argv[2] ?? ''))
const chromium = mutants.map(testOf).some(inBrowser) ? await findChromium(console.log) : undefined
// Otherwise a test that cannot run would count as having noticed the mistake.
for (const isOfBrowser of [false, true]) {
  const tests = [...new Set(mutants.map(testOf))].filter((test) => inBrowser(test) === isOfBrowser)
  if (tests.length > 0 && !(await passes(tests)))
    throw new UserError(`One of these tests fails without a mistake: ${tests.join(' ')}`)
}
const alive = []
for (const mutant of mutants) {
  const isKilled = await kills(mutant)
  if (!isKilled) alive.push(mutant)
  console.log(
    `${isKilled ? '✓' : '✗'} ${mutant.file}: ${firstLine(mutant.from)} → ${firstLine(mutant.to) || 'nothing'}`,
  )
}
const killed = mutants.length - alive.length
console.log(`\n${killed} of ${mutants.length} were noticed, at least ${KILLED_MIN * 100} % have to be`)
process.exitCode = killed < KILLED_MIN * mutants.length ? 1 : 0

async function kills(mutant: Mutant): Promise<boolean> {
  const { file, from, to } = mutant
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(from).length !== 2) throw new UserError(`${file} has not exactly one “${firstLine(from)}”.`)
  writeFileSync(
    path,
    source.replace(from, () => to),
  )
  const isKilled = !(await passes([testOf(mutant)], TIMEOUT_MS))
  writeFileSync(path, source)
  return isKilled
}

/** All of them in Chromium, or none. */
async function passes(tests: string[], timeout?: number): Promise<boolean> {
  const isOfBrowser = tests.some(inBrowser)
  const { status } = spawnSync(
    process.execPath,
    [
      ...[join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--bail=1'],
      ...(isOfBrowser ? ['--config=vitest.browser.config.ts'] : []),
      ...tests,
    ],
    {
      cwd: copy,
      timeout,
      env: { ...process.env, CHROMIUM_PATH: chromium },
    },
  )
  return status === 0
}

function testOf({ file, test = file.replace(/\.tsx?$/, '.test.ts') }: Mutant): string {
  return test
}

function inBrowser(test: string): boolean {
  return test.endsWith('.browser.test.tsx')
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? ''
}
