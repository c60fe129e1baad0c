import { importEntry } from './prepare.mjs'

/** @typedef {import('../lib/settings/set-up.ts').NewOwner} NewOwner */

/**
 * Brings a database to this version's tables, and makes the owner (and the sample portfolio) when it is empty. The
 * settings, DATABASE_URL among them, stand in the environment.
 * @param {string} directUrl the database, past any pooler
 * @param {{ withSample: boolean, say: (line: string) => void }} options
 * @returns {Promise<NewOwner | null>} the owner, when one was made now
 * @throws PlainError
 */
export async function setUpDatabase(directUrl, { withSample, say }) {
  const { applyMigrations } = await import('./database/migrations.mjs')
  const { refuseDrift } = await import('./database/schema-engine.mjs')
  const applied = await applyMigrations(directUrl)
  if (applied.length > 0) say(`The database was brought up to date (${applied.join(', ')}).`)
  await refuseDrift(directUrl)
  const { setUp } = await importEntry('server/set-up')
  return setUp({ withSample })
}

/**
 * @param {NewOwner | null} owner
 * @param {(line: string) => void} say
 */
export function tellOwner(owner, say) {
  if (owner?.generatedPassword) {
    say(`Sign in as ${owner.adminEmail} with the password ${owner.generatedPassword}`)
    say('Write it down: it is shown only this once. (npm run admin -- reset-password makes a new one.)')
  } else if (owner) {
    say(`Sign in as ${owner.adminEmail} with the password from ADMIN_PASSWORD.`)
  }
}
