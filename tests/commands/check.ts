// What one runs while writing: lint, format, types, layers, rules and the unit tests that need no database, without a
// browser or a build: `npm run check`. Parts of it: `npm run lint`, `npm run typecheck`.
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { checkSource, checkTyping, printTotal, quickUnitTests, stage, sum } from '@/tests/runner/suites'

const PARTS = {
  lint: async () => [await checkSource()],
  types: async () => [await checkTyping()],
  all: async () => [await checkTyping(), await checkSource(), await stage('Unit tests', quickUnitTests)],
}

const part = process.argv[2] ?? 'all'
if (!(part in PARTS)) throw new UserError(`There is no part "${part}". There are: ${Object.keys(PARTS).join(', ')}.`)
process.exitCode = printTotal(sum(await PARTS[part as keyof typeof PARTS]()))
