/** The owner the site under test was set up with. */
export const ADMIN = { email: 'admin@colophon.test', password: 'a password only for tests' } as const

type TestSite = {
  baseUrl: string
  databaseUrl: string
  dataDir: string
  /** What its server has logged; not of a site with several. */
  logFile?: string
  /** Where a stand-in of UploadThing lists its files, for a site that uses one. */
  picturesUrl?: string
}

/** One per parallel test worker, each a production server with the sample portfolio and its own database. */
export const sites: TestSite[] = JSON.parse(requireEnv('TEST_SITES'))

/** This worker's own; `dataDir` contains its uploads and secrets. */
export const site = ownSite(Number(process.env.TEST_PARALLEL_INDEX ?? 0))

function ownSite(index: number): TestSite {
  const own = sites[index]
  if (!own) throw new Error(`There are ${sites.length} sites, and none for worker ${index}.`)
  requireTestDatabase(own.databaseUrl)
  return own
}

function requireEnv(name: string): string {
  const value = process.env[name]
  if (value) return value
  throw new Error(`${name} is not set: run these tests through npm test (npm test -- contract, npm test -- e2e).`)
}

/** Tests empty and fill their database: it must be local and have "test" in its name. */
export function requireTestDatabase(url: string): string {
  const { hostname, pathname } = new URL(url)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (isLocal && /(^|[_-])test($|[_-])/.test(decodeURIComponent(pathname.slice(1)))) return url
  throw new Error(
    `Tests run only on a database of this machine with "test" in its name, not on ${hostname}${pathname}.`,
  )
}
