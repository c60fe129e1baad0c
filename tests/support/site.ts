/** The owner, as the server under test was set up with. */
export const ADMIN = { email: 'admin@colophon.test', password: 'a password only for tests' } as const

/**
 * The site under test: one production server with the sample portfolio, on a throw-away database. `npm test` starts it
 * and says here where it is; `dataDir` holds its uploads and secrets.
 */
export const site = {
  baseUrl: fromRunner('TEST_BASE_URL'),
  databaseUrl: requireThrowAway(fromRunner('TEST_DATABASE_URL')),
  dataDir: fromRunner('TEST_DATA_DIR'),
}

function fromRunner(name: string): string {
  const value = process.env[name]
  if (value) return value
  throw new Error(`${name} is not set: run these tests through npm test (npm test -- contract, npm test -- e2e).`)
}

/** Tests empty and fill what they are given: never a database of another machine, nor one that is not named for it. */
export function requireThrowAway(url: string): string {
  const { hostname, pathname } = new URL(url)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (isLocal && /(^|[_-])test($|[_-])/.test(decodeURIComponent(pathname.slice(1)))) return url
  throw new Error(
    `Tests run only on a database of this machine with "test" in its name, not on ${hostname}${pathname}.`,
  )
}
