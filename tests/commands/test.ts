// Checks and tests everything: `npm test`. A single part, with options for its runner:
// npm test -- check | unit [file] | browser [file] | contract [file] | operations [file] | e2e [file]
// What the changes since the last commit, or since another (npm test -- changed main), may concern: npm test -- changed
// Only on request, because they take long: npm run test:faults, npm run test:writing, and npm run test:instances, of
// which the operations tests run a part.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { killPrograms } from '@/scripts/bootstrap/programs.mjs'
import { WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'
import { printFailure, UserError } from '@/scripts/bootstrap/user-error.mjs'
import { buildSite } from '@/scripts/build/build-site'
import { changedFiles, concernedFiles } from '@/tests/runner/changes'
import {
  checkSource,
  checkTyping,
  componentTests,
  NOTHING,
  printTotal,
  type Result,
  siteTests,
  stage,
  sum,
  unitTests,
} from '@/tests/runner/suites'
import { startTestSites } from '@/tests/runner/test-site'

const SUITES = ['check', 'unit', 'browser', 'contract', 'operations', 'e2e', 'faults', 'writing'] as const
/** Run only on request. */
const ON_DEMAND: readonly string[] = ['faults', 'writing']
const INSTANCES_FILE = 'tests/operations/instances.operations.ts'

type Suite = (typeof SUITES)[number]

/** The tables of the suites on demand: each heading, and the field of the results below it. */
const TABLES: Partial<Record<Suite, Record<string, string>>> = {
  faults: {
    fault: 'fault',
    'acknowledged writes': 'acknowledged',
    lost: 'lost',
    'time to recover (median)': 'time',
  },
  writing: { fault: 'fault', 'words typed': 'words', 'words lost': 'lost', 'what was shown': 'shown' },
}

/** They share one database server and its connections. */
const SITES_MAX = 16
const results: Result[] = []
let interrupted = false
try {
  const wholeInstances = process.argv[2] === '--instances'
  if (wholeInstances) Object.assign(process.env, { INSTANCES: 'whole' })
  const [name, ...args] = wholeInstances ? ['operations', INSTANCES_FILE] : process.argv.slice(2)
  if (name === 'changed') await runChanged(args[0] ?? 'HEAD')
  else await runSuites(suitesNamed(name), args)
} catch (error) {
  printFailure(error)
  results.push({ ...NOTHING, failed: 1 })
}
process.exit(printTotal(sum(results)))

function suitesNamed(name: string | undefined): Suite[] {
  const found = SUITES.filter((suite) => (name === undefined ? !ON_DEMAND.includes(suite) : suite === name))
  if (found.length > 0) return found
  throw new UserError(
    `There is no suite "${name}". There are: ${SUITES.join(', ')} and changed; without a name all but ${ON_DEMAND.join(' and ')} run.`,
  )
}

/** Checks the source, and runs what the changes since a commit may concern. */
async function runChanged(since: string): Promise<void> {
  const files = changedFiles(since)
  console.log(`${files.length} files have changed since ${since}.`)
  await runSuites(['check'], [])
  for (const suite of ['unit', 'browser'] as const)
    await runSuites([suite], [`--changed=${since}`, '--passWithNoTests'])
  for (const suite of ['contract', 'e2e', 'operations'] as const) {
    const concerned = concernedFiles(suite, files)
    if (concerned.length > 0) await runSuites([suite], concerned)
  }
}

/** Runs every requested suite even after a failure, so that one run shows all problems. */
async function runSuites(wanted: Suite[], args: string[]): Promise<void> {
  handleSignals()
  // A machine that runs tests is busy; those on demand measure how soon the product notices what fails.
  process.env.DEADLINE_FACTOR ??= wanted.some((suite) => ON_DEMAND.includes(suite)) ? '1' : '20'
  const onSite = wanted.filter((suite) => suite !== 'check' && suite !== 'unit' && suite !== 'browser')
  // The build replaces the generated types of the routes while it runs.
  if (wanted.includes('check')) count(await checkTyping())
  // Most of the build uses one core.
  const built = onSite.length > 0 ? buildSite() : undefined
  built?.catch(() => {})
  if (wanted.includes('check')) count(await checkSource())
  if (wanted.includes('unit')) count(await stage('Unit tests', () => unitTests(args)))
  if (wanted.includes('browser')) {
    const chromium = await chromiumForTests()
    count(await stage('Component tests', () => componentTests(chromium, args)))
  }

  if (onSite.length === 0) return
  const needsBrowser = onSite.some((suite) => suite === 'e2e' || suite === 'writing')
  const chromium = needsBrowser ? await chromiumForTests() : ''
  if (built) await stage('Build, beyond the above', () => built)

  // One more than there are cores: of a test, its browser, its server and its database most wait most of the time. A
  // file alone, and what measures, has one.
  const isWhole = args.length === 0 && !ON_DEMAND.includes(onSite[0] ?? '')
  const sites = isWhole || onSite.includes('e2e') ? Math.min(availableParallelism() + 1, SITES_MAX) : 1
  const { env, stop } = await stage('Sites', () => startTestSites(sites))
  try {
    for (const suite of onSite) {
      const { env: more, print } = tableOf(suite)
      const result = await stage(suite, () => siteTests(suite, { ...env, ...more, CHROMIUM_PATH: chromium }, args))
      print()
      count(result)
    }
  } finally {
    await stop()
  }
}

async function chromiumForTests(): Promise<string> {
  const { findChromium } = await import('@/tests/runner/chromium')
  return findChromium(console.log)
}

/** The file such a suite writes its results to, as JSON lines, and a function that prints it. */
function tableOf(suite: Suite): { env: Record<string, string>; print: () => void } {
  const columns = TABLES[suite]
  if (!columns) return { env: {}, print() {} }
  const file = join(WORK_FOLDER, `${suite}.jsonl`)
  rmSync(file, { force: true })
  return {
    env: { [`${suite.toUpperCase()}_TABLE`]: file },
    print() {
      if (!existsSync(file)) return
      const lines = readFileSync(file, 'utf8').trim().split('\n')
      const heads = Object.keys(columns)
      console.log(`\n| ${heads.join(' | ')} |\n|${heads.map(() => '---|').join('')}`)
      for (const line of lines) {
        const row = JSON.parse(line)
        console.log(
          `| ${Object.values(columns)
            .map((name) => row[name])
            .join(' | ')} |`,
        )
      }
    },
  }
}

function count(result: Result): void {
  results.push(result)
  if (interrupted) throw new UserError('Interrupted.')
}

/** A signal kills the running programs; the normal cleanup follows. */
function handleSignals(): void {
  const interrupt = () => {
    interrupted = true
    killPrograms()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
}
