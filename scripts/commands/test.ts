// Checks and tests everything: `npm test`. A single part, with options for its runner:
// npm test -- check | unit [file] | contract [file] | operations [file] | e2e [file]
// Only on request, because they take long: npm run test:faults, and npm run test:instances, of which the operations
// tests run a part.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { killPrograms } from '@/scripts/bootstrap/programs.mjs'
import { WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'
import { printFailure, UserError } from '@/scripts/bootstrap/user-error.mjs'
import { buildSite } from '@/scripts/build/build-site'
import { checkSource, printTotal, type Result, siteTests, sum, unitTests } from '@/scripts/testing/suites'
import { startTestSites } from '@/scripts/testing/test-site'

const SUITES = ['check', 'unit', 'contract', 'operations', 'e2e', 'faults'] as const
const INSTANCES_FILE = 'tests/operations/instances.operations.ts'

type Suite = (typeof SUITES)[number]

const results: Result[] = []
let interrupted = false
try {
  const wholeInstances = process.argv[2] === '--instances'
  if (wholeInstances) Object.assign(process.env, { INSTANCES: 'whole' })
  const [name, ...args] = wholeInstances ? ['operations', INSTANCES_FILE] : process.argv.slice(2)
  const wanted = SUITES.filter((suite) => (name === undefined ? suite !== 'faults' : suite === name))
  if (wanted.length === 0) {
    throw new UserError(
      `There is no suite "${name}". There are: ${SUITES.join(', ')}; without a name all but the last run.`,
    )
  }
  await runSuites(wanted, args)
} catch (error) {
  printFailure(error)
  results.push({ passed: 0, failed: 1, skipped: 0 })
}
process.exit(printTotal(sum(results)))

/** Runs every requested suite even after a failure, so that one run shows all problems. */
async function runSuites(wanted: Suite[], args: string[]): Promise<void> {
  handleSignals()
  if (wanted.includes('check')) count(await checkSource())
  if (wanted.includes('unit')) count(await unitTests(args))

  const onSite = wanted.filter((suite) => suite !== 'check' && suite !== 'unit')
  if (onSite.length === 0) return
  const chromium = onSite.includes('e2e') ? await chromiumForTests() : ''
  await buildSite()

  // Browsers, servers and databases often wait for each other: two of each make full use of two cores.
  const { env, stop } = await startTestSites(onSite.includes('e2e') ? 2 : 1)
  try {
    for (const suite of onSite) {
      const { env: more, print } = suite === 'faults' ? faultsReport() : { env: {}, print() {} }
      const result = await siteTests(suite, { ...env, ...more, CHROMIUM_PATH: chromium }, args)
      print()
      count(result)
    }
  } finally {
    await stop()
  }
}

async function chromiumForTests(): Promise<string> {
  const { findChromium } = await import('@/scripts/testing/chromium')
  return findChromium(console.log)
}

/** The file the fault tests write their results to, as JSON lines, and a function that prints it. */
function faultsReport() {
  const file = join(WORK_FOLDER, 'faults.jsonl')
  rmSync(file, { force: true })
  return {
    env: { FAULTS_TABLE: file },
    print() {
      if (!existsSync(file)) return
      const rows = readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      console.log('\n| fault | acknowledged writes | lost | time to recover (median) |\n|---|---|---|---|')
      for (const row of rows) console.log(`| ${row.fault} | ${row.acknowledged} | ${row.lost} | ${row.time} |`)
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
