// What one runs while writing: lint, format, types, layers, rules and the unit tests that need no database, without a
// browser or a build: `npm run check`. Parts of it: `npm run lint`, `npm run typecheck`.
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import {
  checkLayers,
  checkRules,
  checkSource,
  checkStyle,
  checkTyping,
  printTotal,
  quickUnitTests,
  stage,
  sum,
} from '@/scripts/testing/suites'

const PARTS = {
  lint: async () => Promise.all([checkStyle(), checkLayers(), checkRules()]),
  types: async () => [await checkTyping()],
  all: async () => [await checkSource(), await stage('Unit tests', quickUnitTests)],
}

const part = process.argv[2] ?? 'all'
if (!(part in PARTS)) throw new UserError(`There is no part "${part}". There are: ${Object.keys(PARTS).join(', ')}.`)
process.exitCode = printTotal(sum(await PARTS[part as keyof typeof PARTS]()))
