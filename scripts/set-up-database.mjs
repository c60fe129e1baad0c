import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PlainError } from './plain-error.mjs'
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
  const { isEmpty, setUp } = await importEntry('server/set-up')
  return withSample && (await isEmpty()) ? setUpWithSample() : setUp({ withSample: false })
}

/**
 * In a process of its own: drawing the sample's pictures and cleaning its texts takes memory that a server would keep for
 * as long as it runs.
 * @returns {Promise<NewOwner | null>}
 */
async function setUpWithSample() {
  const child = fork(join(import.meta.dirname, 'set-up-sample.mjs'), { execArgv: [] })
  /** @type {NewOwner | null | undefined} */
  let owner
  child.once('message', (/** @type {{ owner: NewOwner | null }} */ message) => {
    owner = message.owner
  })
  await once(child, 'close')
  if (owner === undefined) throw new PlainError('The site could not be set up: it says above why.')
  return owner
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
