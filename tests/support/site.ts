/** The owner, as the server under test was set up with. */
export const ADMIN = { email: 'admin@colophon.test', password: 'a password only for tests' } as const

type TestSite = {
  baseUrl: string
  databaseUrl: string
  dataDir: string
  /** Where a stand-in of UploadThing tells what it holds, for a site that keeps its pictures there. */
  picturesUrl?: string
}

/** As many as tests run at the same time, each a production server with the sample portfolio on its own database. */
export const sites: TestSite[] = JSON.parse(requireEnv('TEST_SITES'))

/** The one this worker has to itself; `dataDir` holds its uploads and secrets. */
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

/** Tests empty and fill what they are given: never a database of another machine, nor one that is not named for it. */
export function requireTestDatabase(url: string): string {
  const { hostname, pathname } = new URL(url)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (isLocal && /(^|[_-])test($|[_-])/.test(decodeURIComponent(pathname.slice(1)))) return url
  throw new Error(
    `Tests run only on a database of this machine with "test" in its name, not on ${hostname}${pathname}.`,
  )
}
