import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { NewOwner } from '@/lib/ops/owner-set-up'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { compiledFile } from '@/scripts/build/build-site'

/**
 * Brings a database to this version's tables, and makes the owner (and the sample portfolio) when it is empty. The
 * settings, DATABASE_URL among them, stand in the environment.
 * @param directUrl the database, past any pooler
 * @returns the owner, when one was made now
 * @throws UserError
 */
export async function setUpDatabase(
  directUrl: string,
  { withSample, print }: { withSample: boolean; print: (line: string) => void },
): Promise<NewOwner | null> {
  const { applyMigrations } = await import('@/scripts/database/migrations')
  const { assertNoDrift } = await import('@/scripts/database/schema-engine')
  const applied = await applyMigrations(directUrl)
  if (applied.length > 0) print(`The database was brought up to date (${applied.join(', ')}).`)
  await assertNoDrift(directUrl)
  const { isEmpty, setUp } = await import('@/lib/ops/set-up')
  return withSample && (await isEmpty()) ? setUpWithSample() : setUp()
}

/**
 * In a process of its own: drawing the sample's pictures and cleaning its texts takes memory that a server would keep for
 * as long as it runs.
 */
async function setUpWithSample(): Promise<NewOwner | null> {
  const child = fork(compiledFile('set-up-sample'), { execArgv: [] })
  let owner: NewOwner | null | undefined
  child.once('message', (message: { owner: NewOwner | null }) => {
    owner = message.owner
  })
  await once(child, 'close')
  if (owner === undefined) throw new UserError('The site could not be set up: it says above why.')
  return owner
}

export function printOwner(owner: NewOwner | null, print: (line: string) => void) {
  if (owner?.generatedPassword) {
    print(`Sign in as ${owner.adminEmail} with the password ${owner.generatedPassword}`)
    print('Write it down: it is shown only this once. (npm run admin -- reset-password makes a new one.)')
  } else if (owner) {
    print(`Sign in as ${owner.adminEmail} with the password from ADMIN_PASSWORD.`)
  }
}
