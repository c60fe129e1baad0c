import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, WORK_FOLDER } from './root.mjs'
import { runNode } from './run.mjs'

/** `leftOut` are tests that say themselves they cannot run here. @typedef {{ passed: number, failed: number, leftOut: number }} Result */

const TOOLS = join(ROOT, 'node_modules')
const TSC = join(TOOLS, 'typescript', 'bin', 'tsc')
const NEXT = join(TOOLS, 'next', 'dist', 'bin', 'next')
const BIOME = join(TOOLS, '@biomejs', 'biome', 'bin', 'biome')
const CRUISER = join(TOOLS, 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
const VITEST = join(TOOLS, 'vitest', 'vitest.mjs')
const PLAYWRIGHT = join(TOOLS, '@playwright', 'test', 'cli.js')

const CRUISED = ['app', 'components', 'lib', 'prisma', 'scripts', 'tests', 'middleware.ts']

/** Lint and format, types, layers: each is one test. */
export async function checkSource() {
  return sum([
    await check('Lint and format', () => runNode(BIOME, ['check', '--error-on-warnings', '.'])),
    await check('Types', async () => (await runNode(NEXT, ['typegen'], { quiet: true })) || runNode(TSC, ['--noEmit'])),
    await check('Layers', () => {
      const parts = CRUISED.filter((part) => existsSync(join(ROOT, part)))
      return runNode(CRUISER, [...parts, '--config', '.dependency-cruiser.js'])
    }),
  ])
}

/**
 * The tests beside the source.
 * @param {string[]} [args] files to run, or options
 */
export async function unitTests(args = []) {
  title('Unit tests')
  const report = freshReport('unit')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = await runNode(VITEST, ['run', ...reporters, ...args])
  return counted(report, status, readVitest)
}

/**
 * One of Playwright's projects, on a running site.
 * @param {'contract' | 'operations' | 'e2e' | 'faults'} project
 * @param {Record<string, string>} env where the site is
 * @param {string[]} [args]
 */
export async function siteTests(project, env, args = []) {
  const titles = {
    contract: 'Contract tests',
    operations: 'Operations tests',
    e2e: 'End-to-end tests',
    faults: 'Faults',
  }
  title(titles[project])
  const report = freshReport(project)
  const status = await runNode(PLAYWRIGHT, ['test', `--project=${project}`, ...args], {
    env: { ...env, TEST_REPORT: report },
  })
  return counted(report, status, readPlaywright)
}

/** @param {Result[]} results */
export function sum(results) {
  return results.reduce(
    (total, { passed, failed, leftOut }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      leftOut: total.leftOut + leftOut,
    }),
    { passed: 0, failed: 0, leftOut: 0 },
  )
}

/**
 * @param {string} name
 * @param {() => Promise<number>} work
 * @returns {Promise<Result>}
 */
async function check(name, work) {
  title(name)
  const failed = (await work()) !== 0
  console.log(`${failed ? '✗' : '✓'} ${name}`)
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, leftOut: 0 }
}

/** @param {string} text */
function title(text) {
  console.log(`\n── ${text}`)
}

/** @param {string} name */
function freshReport(name) {
  const file = join(WORK_FOLDER, `${name}-report.json`)
  mkdirSync(WORK_FOLDER, { recursive: true })
  rmSync(file, { force: true })
  return file
}

/**
 * A suite that ends badly without one failed test (it could not load, or was killed) is one failure.
 * @template Report
 * @param {string} report
 * @param {number} status
 * @param {(report: Report) => Result} read
 * @returns {Result}
 */
function counted(report, status, read) {
  const result = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, leftOut: 0 }
  return status !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: Array<{ status: string, assertionResults: unknown[] }> }} report */
function readVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const unloadable = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: numPassedTests,
    failed: numFailedTests + numTodoTests + unloadable.length,
    leftOut: numPendingTests,
  }
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} report */
function readPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    leftOut: stats.skipped,
  }
}
