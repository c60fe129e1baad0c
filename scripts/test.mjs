// Checks and tests everything: `npm test`. For daily work one part alone, with options for its runner:
//   npm test -- check | unit [file] | contract [file] | operations [file] | e2e [file]
// Only when asked for, because they take long: npm run test:faults, and the whole of the instances, of which the
// operations tests take a part: npm run test:instances.
import { requireNodeVersion } from './node-version.mjs'

requireNodeVersion()
const { existsSync, readFileSync, rmSync } = await import('node:fs')
const { join } = await import('node:path')
const { PlainError, printFailure } = await import('./plain-error.mjs')
const { WORK_FOLDER } = await import('./root.mjs')

const SUITES = /** @type {const} */ (['check', 'unit', 'contract', 'operations', 'e2e', 'faults'])
const INSTANCES_FILE = 'tests/operations/instances.operations.ts'

/** @typedef {typeof SUITES[number]} Suite */

const say = (/** @type {string} */ line) => console.log(line)

let passed = 0
let failed = 0
let leftOut = 0
let interrupted = false
try {
  const wholeInstances = process.argv[2] === '--instances'
  if (wholeInstances) Object.assign(process.env, { INSTANCES: 'whole' })
  const [name, ...args] = wholeInstances ? ['operations', INSTANCES_FILE] : process.argv.slice(2)
  const wanted = SUITES.filter((suite) => (name === undefined ? suite !== 'faults' : suite === name))
  if (wanted.length === 0) {
    throw new PlainError(
      `There is no suite "${name}". There are: ${SUITES.join(', ')}; without a name all but the last run.`,
    )
  }
  const { installDependencies } = await import('./dependencies.mjs')
  await installDependencies(say)
  const { prepareCode } = await import('./prepare.mjs')
  await prepareCode(say)
  await runSuites(wanted, args)
} catch (error) {
  printFailure(error)
  failed += 1
}
if (leftOut > 0) console.log(`\n${leftOut} left out: they need what is not beside this clone.`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/**
 * Every wanted suite runs, also after one has failed: one run tells all that is wrong.
 * @param {Suite[]} wanted
 * @param {string[]} args
 */
async function runSuites(wanted, args) {
  await interruptible()
  const { checkSource, siteTests, unitTests } = await import('./suites.mjs')
  if (wanted.includes('check')) count(await checkSource())
  if (wanted.includes('unit')) count(await unitTests(args))

  const onSite = wanted.filter((suite) => suite !== 'check' && suite !== 'unit')
  if (onSite.length === 0) return
  const { findChromium } = await import('./chromium.mjs')
  const chromium = onSite.includes('e2e') ? await findChromium(say) : ''
  const { prepareSite } = await import('./prepare.mjs')
  await prepareSite(say)

  const { startTestSites } = await import('./test-site.mjs')
  // Browsers, servers and databases wait for each other much of the time: two of each use two cores about fully.
  const { env, stop } = await startTestSites(onSite.includes('e2e') ? 2 : 1)
  try {
    for (const suite of onSite) {
      const { env: more, print } = suite === 'faults' ? faultsTable() : { env: {}, print() {} }
      const result = await siteTests(suite, { ...env, ...more, CHROMIUM_PATH: chromium }, args)
      print()
      count(result)
    }
  } finally {
    await stop()
  }
}

/** Where the faults' tests write what they saw, a line of JSON each, and what prints it. */
function faultsTable() {
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

/** @param {import('./suites.mjs').Result} result */
function count(result) {
  passed += result.passed
  failed += result.failed
  leftOut += result.leftOut
  if (interrupted) throw new PlainError('Interrupted.')
}

/** A signal ends what runs; the way out then leads through the usual cleaning up. */
async function interruptible() {
  const { endPrograms } = await import('./run.mjs')
  const interrupt = () => {
    interrupted = true
    endPrograms()
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, interrupt)
}
