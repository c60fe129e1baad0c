// Writes a migration for the changes in prisma/schema.prisma: `npm run migration -- add-drafts`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { applyMigrations, MIGRATIONS_FOLDER } from '@/scripts/database/migrations'
import { schemaDifference } from '@/scripts/database/schema-engine'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'

const [name] = process.argv.slice(2)
if (!name || !/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(name)) {
  throw new UserError(
    'Name the migration in lower-case words joined by dashes, for example: npm run migration -- add-drafts',
  )
}
const database = await startTemporaryDatabase()
try {
  await applyMigrations(database.url)
  const sql = await schemaDifference(database.url)
  if (sql) write(name, sql)
  else console.log('The migrations already make exactly the tables of prisma/schema.prisma: nothing to write.')
} finally {
  await database.remove()
}

function write(name: string, sql: string): void {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = join(MIGRATIONS_FOLDER, `${stamp}_${name.replaceAll('-', '_')}`)
  const file = join(folder, 'migration.sql')
  mkdirSync(folder)
  writeFileSync(file, `${sql}\n`)
  console.log(
    `Wrote ${relative(process.cwd(), file)}. Read it: a renamed column looks like one dropped and one added.\n` +
      'The next start applies it.',
  )
}
