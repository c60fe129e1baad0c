import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { NewOwner } from '@/lib/ops/owner-set-up'
import { paths } from '@/lib/routes/paths'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { compiledFile } from '@/scripts/build/build-site'
import type { BackupFirst } from './migrate-database'

/**
 * Migrates a database and, when it is empty, creates the owner and the sample portfolio. Reads the settings, including
 * DATABASE_URL, from the environment.
 * @param directUrl the database, not through a pooler
 * @returns the owner if just created
 * @throws UserError
 */
export async function setUpDatabase(
  directUrl: string,
  { withSample, backup, print }: { withSample: boolean; backup: BackupFirst; print: (line: string) => void },
): Promise<NewOwner | null> {
  const { migrateDatabase } = await import('./migrate-database')
  const { assertNoDrift } = await import('@/scripts/database/schema-engine')
  const { isNewer } = await migrateDatabase(directUrl, { backup, print })
  if (!isNewer) await assertNoDrift(directUrl)
  const { isEmpty, setUp } = await import('@/lib/ops/set-up')
  return withSample && (await isEmpty()) ? setUpWithSample() : setUp()
}

/** In a child process: generating the sample takes memory that the server would keep as long as it runs. */
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
  if (!owner) return
  if (owner.generatedPassword) {
    print(`Sign in as ${owner.adminEmail} with the password ${owner.generatedPassword}`)
    print('Write it down: it is shown only this once. (npm run admin -- reset-password makes a new one.)')
  } else {
    print(`Sign in as ${owner.adminEmail} with the password from ADMIN_PASSWORD.`)
  }
  print(`Then open ${paths.welcome}: it leads through the first steps.`)
}
