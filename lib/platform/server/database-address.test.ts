import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionAdvice, readDatabaseAddress } from '@/lib/platform/server/database-address'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'

const LOCATION = { host: 'db.example', port: 5432, database: 'site' }
const whole = (parameters: string) => readDatabaseAddress(`postgresql://app:secret@db.example:5432/site?${parameters}`)

describe('a database address', () => {
  it.each([
    ['p#ss', 'p#ss'],
    ['p/ss?x', 'p/ss?x'],
    ['p?ss', 'p?ss'],
    ['p@ss', 'p@ss'],
    ['p%ss', 'p%ss'],
    ['100%', '100%'],
    ['p:s:s', 'p:s:s'],
    ['12#ss', '12#ss'],
    ['12/ss?x', '12/ss?x'],
    ['12/s@x', '12/s@x'],
    ['12?s=x', '12?s=x'],
    ['a b+c', 'a b+c'],
    ['[p&=]', '[p&=]'],
    ['p%40ss%2F', 'p@ss/'],
    ['größe', 'größe'],
    ['gr%C3%B6%C3%9Fe', 'größe'],
    ['%ff', '%ff'],
  ])('can have the password %s', (written, password) => {
    for (const end of ['', '?sslmode=disable', '?application_name=a@b']) {
      const {
        ssl: _,
        application_name: __,
        ...address
      } = readDatabaseAddress(`postgres://app:${written}@db.example:5432/site${end}`)
      expect(address, end).toEqual({ ...LOCATION, user: 'app', password })
    }
  })

  it.each(
    Object.entries({
      '  "postgresql://app:x@db.example:5432/site"\n': LOCATION,
      "'POSTGRES://app:x@db.example:5432/site'": LOCATION,
      'postgresql://app:x@[2001:db8::1]:6432/site': { host: '2001:db8::1', port: 6432, database: 'site' },
      'postgresql://app:x@db.example': { host: 'db.example', port: undefined, database: undefined },
      'postgresql://app:x@/site?host=/var/run/postgresql': {
        host: '/var/run/postgresql',
        port: undefined,
        database: 'site',
      },
      'postgresql://app:x@%2Fvar%2Frun%2Fpostgresql/site': {
        host: '/var/run/postgresql',
        port: undefined,
        database: 'site',
      },
      'postgresql:///site?host=/tmp&port=5433&user=app&password=x': { host: '/tmp', port: 5433, database: 'site' },
      'postgresql://app:x@a.pooler.example/my%20site': {
        host: 'a.pooler.example',
        port: undefined,
        database: 'my site',
      },
    }),
  )('is understood as %s', (text, location) => {
    expect(readDatabaseAddress(text)).toEqual({ user: 'app', password: 'x', ...location })
  })

  it.each([
    ['sslmode=disable', { ssl: false }],
    ['sslmode=require', { ssl: { rejectUnauthorized: false } }],
    ['sslmode=no-verify', { ssl: { rejectUnauthorized: false } }],
    ['sslmode=verify-full', { ssl: {} }],
    ['sslmode=verify-full&sslrootcert=system', { ssl: {} }],
    ['ssl=true', { ssl: {} }],
    ['sslmode=require&channel_binding=require', { ssl: { rejectUnauthorized: false }, enableChannelBinding: true }],
    ['channel_binding=prefer', {}],
    ['schema=public&pgbouncer=true&statement_cache_size=0', {}],
    ['connection_limit=1&pool_timeout=3&connect_timeout=15', { poolSize: 1, timeoutMs: 3_000 }],
    ['connect_timeout=0', {}],
    ['options=-c%20statement_timeout%3D5s', { options: '-c statement_timeout=5s' }],
    ['options=-c search_path=public', { options: '-c search_path=public' }],
    ['options=endpoint%3Dep-cool-1', { options: 'endpoint=ep-cool-1' }],
    [
      'application_name=site&statement_timeout=5000&keepalives=1',
      { application_name: 'site', statement_timeout: 5_000, keepAlive: true },
    ],
    ['target_session_attrs=read-write&client_encoding=UTF8', {}],
  ])('honours %s', (parameters, wanted) => {
    expect(whole(parameters)).toEqual({ ...LOCATION, user: 'app', password: 'secret', ...wanted })
  })

  it.each([
    ['schema=blog', 'schema=blog'],
    ['options=-c%20search_path%3Dblog', 'search_path'],
    ['options=-c search_path=public,blog', 'search_path'],
    ['search_path=blog', 'search_path=blog'],
    ['sslmode=prefer', 'sslmode=prefer'],
    ['sslmode=allow', 'sslmode=allow'],
    ['sslmode=on', 'sslmode=on'],
    ['ssl=yes', 'ssl=yes'],
    ['sslmode=verify-ca', 'sslrootcert'],
    ['sslmode=verify-full&sslrootcert=/no/such/file', 'sslrootcert=/no/such/file'],
    ['sslrootcert=/no/such/file', 'sslrootcert'],
    ['sslmode=require&sslcert=/etc/hostname', 'sslkey'],
    ['channel_binding=always', 'channel_binding=always'],
    ['channel_binding=require', 'channel_binding=require'],
    ['connection_limit=0', 'connection_limit=0'],
    ['connection_limit=many', 'connection_limit=many'],
    ['connect_timeout=1s', 'connect_timeout=1s'],
    ['target_session_attrs=standby', 'target_session_attrs=standby'],
    ['client_encoding=LATIN1', 'client_encoding=LATIN1'],
    ['sslaccept=strict', 'sslaccept'],
    ['sslpassword=x', 'sslpassword'],
    ['socket_timeout=5', 'socket_timeout'],
    ['api_key=abc', 'api_key'],
    ['sslcrl=x', 'sslcrl'],
  ])('refuses %s by its name', (parameters, name) => {
    expect(() => whole(parameters)).toThrow(name)
    expect(() => whole(parameters)).not.toThrow('secret')
  })

  it.each([
    ['', 'must be a PostgreSQL address'],
    ['mysql://app:secret@host/name', 'must be a PostgreSQL address'],
    ['prisma+postgres://host/?api_key=secret', 'must be a PostgreSQL address'],
    ['host=db.example password=secret', 'must be a PostgreSQL address'],
    ['psql "postgresql://app:secret@host/name"', 'must be a PostgreSQL address'],
    ['postgresql://app:secret@a.example:5432,b.example:5432/site', 'several hosts'],
    ['postgresql://app:secret@a.example:70000/site', 'port'],
    ['postgresql://app:secret@a.example:port/site', 'cannot be read'],
    ['postgresql://app:secret@a b/site', 'cannot be read'],
  ])('refuses %j, without its password', (text, message) => {
    expect(() => readDatabaseAddress(text)).toThrow(message)
    expect(() => readDatabaseAddress(text)).not.toThrow('secret')
  })

  it('checks the authority of sslrootcert, and the host only with verify-full', () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-address-'))
    try {
      const file = join(folder, 'ca.pem')
      writeFileSync(file, 'an authority')
      for (const mode of ['require', 'verify-ca']) {
        expect(whole(`sslmode=${mode}&sslrootcert=${file}`).ssl).toEqual({
          ca: 'an authority',
          checkServerIdentity: expect.any(Function),
        })
      }
      expect(whole(`sslmode=verify-full&sslrootcert=${file}`).ssl).toEqual({ ca: 'an authority' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('a database', () => {
  let database: Awaited<ReturnType<typeof startTemporaryDatabase>>

  beforeAll(async () => {
    // The only one that changes its role.
    database = await startTemporaryDatabase({ throwAway: true })
  })

  afterAll(() => database.remove())

  async function login(address: string): Promise<string> {
    const { poolSize: _, timeoutMs: __, ...connection } = readDatabaseAddress(address)
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query('SELECT current_user AS name')).rows[0].name
    } finally {
      await client.end().catch(() => {})
    }
  }

  it('that lets nobody in is a piece of advice for each reason', async () => {
    const { host, port, database: name, user, password } = readDatabaseAddress(database.url)
    const advice = async (address: string) => {
      const error = await login(address).then(
        () => undefined,
        (error: unknown) => error,
      )
      return connectionAdvice(error, readDatabaseAddress(address))
    }
    expect(await advice(`postgresql://${user}:wrong@${host}:${port}/${name}`)).toContain(`password of the user ${user}`)
    expect(await advice(`postgresql://${user}:${password}@${host}:${port}/none`)).toContain('no database none')
    expect(await advice(`postgresql://${user}:${password}@${host}:${port}/${name}?sslmode=require`)).toContain(
      'sslmode=disable',
    )
    expect(await advice(`postgresql://${user}:${password}@${host}:1/${name}`)).toContain('Nothing answers at')
    expect(await advice(`postgresql://${user}:${password}@no-such-host.invalid/${name}`)).toContain(
      'no-such-host.invalid is not known',
    )
    expect(await advice(`postgresql://${user}:${password}@/${name}?host=/no/such/folder`)).toContain(
      'in /no/such/folder',
    )
  })

  it('lets a user in whose password has signs', async () => {
    const { host, port, database: name, user } = readDatabaseAddress(database.url)
    const password = 'p#s/s?x@%y:z'
    const owner = new pg.Client(database.url)
    await owner.connect()
    await owner.query(`ALTER ROLE ${user} PASSWORD '${password}'`)
    await owner.end()
    const at = `${host}:${port}/${name}`
    expect(await login(`postgresql://${user}:${password}@${at}`)).toBe(user)
    expect(await login(`"postgresql://${user}:${encodeURIComponent(password)}@${at}?sslmode=disable"`)).toBe(user)
  })
})
