import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from '@/scripts/bootstrap/programs.mjs'
import { ROOT, WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'
import { compiledFile } from '@/scripts/build/build-site'
import { checkTypes } from '@/scripts/build/check-types'

/** `skipped` tests cannot run here; `tests` are those that ran, with what each took. */
export type Result = { passed: number; failed: number; skipped: number; tests: Timed[] }
type Timed = { name: string; seconds: number }

export const NOTHING: Result = { passed: 0, failed: 0, skipped: 0, tests: [] }

const SLOWEST = 10

const TOOLS = join(ROOT, 'node_modules')
const BIOME = join(TOOLS, '@biomejs', 'biome', 'bin', 'biome')
const CRUISER = join(TOOLS, 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
const VITEST = join(TOOLS, 'vitest', 'vitest.mjs')
const PLAYWRIGHT = join(TOOLS, '@playwright', 'test', 'cli.js')

const CRUISED = ['app', 'bench', 'components', 'lib', 'packages', 'prisma', 'scripts', 'tests', 'middleware.ts']

/** Lint and format, layers, rules, at the same time, since each uses one core: each counts as one test. */
export async function checkSource(): Promise<Result> {
  return sum(await Promise.all([checkStyle(), checkLayers(), checkRules()]))
}

function checkStyle(): Promise<Result> {
  return check('Lint and format', () => runNode(BIOME, ['check', '--error-on-warnings', '.'], { quiet: true }))
}

export function checkTyping(): Promise<Result> {
  return check('Types', () => checkTypes())
}

function checkLayers(): Promise<Result> {
  return check('Layers', () => {
    const parts = CRUISED.filter((part) => existsSync(join(ROOT, part)))
    return runNode(CRUISER, [...parts, '--config', '.dependency-cruiser.js'], { quiet: true })
  })
}

/** The rules of this project that no linter has; prints how many lines each group of folders has. */
function checkRules(): Promise<Result> {
  return check('Rules', () => runNode(compiledFile('lint'), []))
}

/**
 * Runs the unit tests.
 * @param args files to run, or options
 */
export async function unitTests(args: string[] = []) {
  title('Unit tests')
  return vitest('unit', args)
}

/** The unit tests that need no database. */
export function quickUnitTests() {
  return unitTests(['--project=plain', '--project=dom', '--project=isolated'])
}

/**
 * Runs the component tests.
 * @param chromium the executable
 * @param args files to run, or options
 */
export async function componentTests(chromium: string, args: string[] = []) {
  title('Component tests')
  return vitest('browser', ['--config=vitest.browser.config.ts', ...args], {
    CHROMIUM_PATH: chromium,
    // Vite says that the configuration cannot be read without being compiled.
    VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
  })
}

async function vitest(name: string, args: string[], env: Record<string, string> = {}) {
  const report = freshReport(name)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = await runNode(VITEST, ['run', ...reporters, ...args], { env })
  return counted(report, status, readVitest)
}

/**
 * Runs one of Playwright's projects against a running site.
 * @param env the site's addresses
 */
export async function siteTests(
  project: 'contract' | 'operations' | 'e2e' | 'faults' | 'writing',
  env: Record<string, string>,
  args: string[] = [],
) {
  const titles = {
    contract: 'Contract tests',
    operations: 'Operations tests',
    e2e: 'End-to-end tests',
    faults: 'Faults',
    writing: 'Writing',
  }
  title(titles[project])
  const report = freshReport(project)
  const status = await runNode(PLAYWRIGHT, ['test', `--project=${project}`, ...args], {
    env: { ...env, TEST_REPORT: report, TEST_SUITE: project },
  })
  if (status !== 0) {
    console.log(
      `\nLogs and pictures of what failed are in test-results/${project}. With a trace, of those tests alone:`,
    )
    console.log(`npm test -- ${project} --last-failed --trace on`)
  }
  return counted(report, status, readPlaywright)
}

export function sum(results: Result[]): Result {
  return results.reduce(
    (total, { passed, failed, skipped, tests }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
      tests: [...total.tests, ...tests],
    }),
    NOTHING,
  )
}

const stages: Timed[] = []

/** Runs a stage, whose time the end of the run prints. */
export async function stage<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    stages.push({ name, seconds: (performance.now() - begun) / 1_000 })
  }
}

/** Prints the times of the stages, the slowest tests and, as the last line, the totals; returns the exit status. */
export function printTotal({ passed, failed, skipped, tests }: Result): number {
  const slowest = tests.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const whole = { name: 'in all', seconds: performance.now() / 1_000 }
  for (const [heading, rows] of [
    ['Slowest tests', slowest],
    ['Stages', [...stages, whole]],
  ] as const) {
    if (rows.length > 0) title(heading)
    for (const { name, seconds } of rows) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
  }
  if (skipped > 0) console.log(`\n${skipped} left out: they need what is not beside this clone.`)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

async function check(name: string, work: () => Promise<number>): Promise<Result> {
  const failed = (await stage(name, work)) !== 0
  console.log(`${failed ? '✗' : '✓'} ${name}`)
  return { ...NOTHING, passed: failed ? 0 : 1, failed: failed ? 1 : 0 }
}

function title(text: string) {
  console.log(`\n── ${text}`)
}

function freshReport(name: string) {
  const file = join(WORK_FOLDER, `${name}-report.json`)
  mkdirSync(WORK_FOLDER, { recursive: true })
  rmSync(file, { force: true })
  return file
}

/** A suite that fails without a failed test (it did not load, or was killed) counts as one failure. */
function counted<Report>(report: string, status: number, read: (report: Report) => Result): Result {
  const result = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : NOTHING
  return status !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: Array<{ status: string; assertionResults: Array<{ fullName: string; duration?: number | null }> }>
}

function readVitest({
  numPassedTests,
  numFailedTests,
  numPendingTests,
  numTodoTests,
  testResults,
}: VitestReport): Result {
  const unloadable = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: numPassedTests,
    failed: numFailedTests + numTodoTests + unloadable.length,
    skipped: numPendingTests,
    tests: testResults
      .flatMap((file) => file.assertionResults)
      .map(({ fullName, duration }) => ({ name: fullName, seconds: (duration ?? 0) / 1_000 })),
  }
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: Array<{ title: string; file: string; tests: Array<{ results: Array<{ duration: number }> }> }>
}

type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

function timesOf({ suites = [], specs = [] }: PlaywrightSuite): Timed[] {
  const own = specs.map(({ title, file, tests }) => ({
    name: `${file} › ${title}`,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1_000, 0),
  }))
  return [...own, ...suites.flatMap(timesOf)]
}

function readPlaywright({ stats, errors, suites }: PlaywrightReport): Result {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    tests: timesOf({ suites }),
  }
}
