// The rules of this project that no linter has: `npm run lint` runs them beside biome.
import { findBareTexts } from '@/scripts/lint/bare-texts'
import { checkCeilings, isProduct } from '@/scripts/lint/ceilings'
import { findForeignKeys } from '@/scripts/lint/foreign-keys'
import { programOf } from '@/scripts/lint/program'
import { findForbiddenSource } from '@/scripts/lint/source-rules'
import { filesOf, SOURCES, textOf } from '@/scripts/lint/sources'
import { findSecondConnections } from '@/scripts/lint/transaction-calls'
import { findBannedWords } from '@/scripts/lint/words'

const program = programOf(SOURCES.filter((file) => /^(app|components|lib|packages|prisma)\/|^middleware/.test(file)))

const PRODUCT = ['app', 'components', 'lib', 'packages', 'prisma', 'scripts'].flatMap(filesOf).filter(isProduct)
const { groups, faults } = checkCeilings(
  JSON.parse(textOf('ceilings.json')),
  Object.fromEntries(PRODUCT.map((file) => [file, textOf(file)])),
)
for (const { name, count, ceiling } of groups) {
  console.log(`${String(count).padStart(7)} lines, ${String(ceiling - count).padStart(5)} below its ceiling: ${name}`)
}

const RULES = {
  'Words nobody says on a screen': findBannedWords,
  'Source with': findForbiddenSource,
  'Texts in JSX beside something conditional, without an element of their own': () => findBareTexts(program),
  'Plain objects read by a name from outside': () => findForeignKeys(program),
  'Groups above their ceilings (ceilings.json; a ceiling goes up only in the commit that says what for)': () => faults,
  'Transactions that take a second connection': () => findSecondConnections(program),
}

for (const [title, find] of Object.entries(RULES)) {
  const found = find()
  if (found.length === 0) continue
  console.error(`${title}:\n${found.map((line) => `  ${line}`).join('\n')}`)
  process.exitCode = 1
}
