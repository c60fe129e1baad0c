// Writes a new migration for what changed in prisma/schema.prisma: `npm run migration -- add-drafts`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { applyMigrations, MIGRATIONS_FOLDER } from './database/migrations.mjs'
import { schemaDifference } from './database/schema-engine.mjs'
import { startThrowAway } from './database/throw-away.mjs'
import { PlainError, printFailure } from './plain-error.mjs'

/** @param {string | undefined} name */
async function writeMigration(name) {
  if (!name || !/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(name)) {
    throw new PlainError(
      'Name the migration in lower-case words joined by dashes, for example: npm run migration -- add-drafts',
    )
  }
  const database = await startThrowAway()
  try {
    await applyMigrations(database.url)
    const sql = await schemaDifference(database.url)
    if (!sql) {
      console.log('The migrations already make exactly the tables of prisma/schema.prisma: nothing to write.')
      return
    }
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
    const folder = join(MIGRATIONS_FOLDER, `${stamp}_${name.replaceAll('-', '_')}`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'migration.sql'), `${sql}\n`)
    console.log(
      `Wrote ${relative(process.cwd(), join(folder, 'migration.sql'))}. Read it: a renamed column looks like one dropped and one added.\n` +
        'The next start applies it.',
    )
  } finally {
    await database.remove()
  }
}

writeMigration(process.argv[2]).catch((error) => {
  printFailure(error)
  process.exitCode = 1
})
