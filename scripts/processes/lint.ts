// The rules of this project that no linter has: `npm run lint` runs them beside biome.
import { findBareTexts } from '@/scripts/lint/bare-texts'
import { findForeignKeys } from '@/scripts/lint/foreign-keys'
import { programOf } from '@/scripts/lint/program'
import { findForbiddenSource } from '@/scripts/lint/source-rules'
import { SOURCES } from '@/scripts/lint/sources'
import { findSecondConnections } from '@/scripts/lint/transaction-calls'
import { findBannedWords } from '@/scripts/lint/words'

const program = programOf(SOURCES.filter((file) => /^(app|components|lib|packages|prisma)\/|^middleware/.test(file)))

const RULES = {
  'Words nobody says on a screen': findBannedWords,
  'Source with': findForbiddenSource,
  'Texts in JSX beside something conditional, without an element of their own': () => findBareTexts(program),
  'Plain objects read by a name from outside': () => findForeignKeys(program),
  'Transactions that take a second connection': () => findSecondConnections(program),
}

for (const [title, find] of Object.entries(RULES)) {
  const found = find()
  if (found.length === 0) continue
  console.error(`${title}:\n${found.map((line) => `  ${line}`).join('\n')}`)
  process.exitCode = 1
}
