import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** What a database address says, for pg; `poolSize` and `timeoutMs` only where it limits them. */
export type DatabaseAddress = {
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  ssl?: boolean | ConnectionOptions
  options?: string
  application_name?: string
  enableChannelBinding?: boolean
  statement_timeout?: number
  lock_timeout?: number
  idle_in_transaction_session_timeout?: number
  keepAlive?: boolean
  poolSize?: number
  timeoutMs?: number
}

/** A database address that cannot be used; `message` says which part, what to do about it, and never a password. */
export class DatabaseAddressError extends Error {
  override name = 'DatabaseAddressError'
}

const EXAMPLE = 'postgresql://user:password@host:5432/name'

/** What comes after the user and the password. */
const LOCATION =
  /^(?<host>\[[\da-fA-F:.]+\]|[\w.-]*|%2[fF][\w.%-]*)(?::(?<port>\d{0,5}))?(?:\/(?<database>[^/?#@]*))?(?:\?(?<query>[^?#]*))?$/

/**
 * Reads a PostgreSQL address as people write it: in quotes, with signs in the password that are not escaped, with the
 * parameters of libpq, Prisma and managed databases. Each of them counts, or is refused by its name.
 * @throws DatabaseAddressError
 */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const address = unquoted(text)
  const [, scheme, rest = ''] = /^([a-z][\w+.-]*):\/\/(.*)$/is.exec(address) ?? []
  if (!scheme || !/^postgres(ql)?$/i.test(scheme)) throw refusal(`must be a PostgreSQL address such as ${EXAMPLE}`)
  const { login, location } = split(rest)
  if (/^[^/?@]*,/.test(location)) throw refusal('names several hosts; name one')
  const parts = LOCATION.exec(location)?.groups
  if (!parts) {
    throw refusal(
      `cannot be read: it must be an address such as ${EXAMPLE}. Signs in the password are best escaped: node -p "encodeURIComponent('the password')"`,
    )
  }
  const parameters = readParameters(parts.query ?? '')
  const taken = takeParameters(parameters)
  const colon = login?.indexOf(':') ?? -1
  const user = login === undefined ? undefined : decoded(colon === -1 ? login : login.slice(0, colon))
  const password = login === undefined || colon === -1 ? undefined : decoded(login.slice(colon + 1))
  const port = parts.port || parameters.get('port')
  if (port && !(Number(port) >= 1 && Number(port) <= 65_535)) throw refusal('must name a port from 1 to 65535')
  const host = parts.host?.replace(/^\[|\]$/g, '')
  return {
    host: (host && decoded(host)) || parameters.get('host') || undefined,
    port: port ? Number(port) : undefined,
    user: user || parameters.get('user') || undefined,
    password: password || parameters.get('password') || undefined,
    database: (parts.database && decoded(parts.database)) || parameters.get('dbname') || undefined,
    ...taken,
  }
}

function refusal(message: string): DatabaseAddressError {
  return new DatabaseAddressError(message)
}

function unquoted(text: string): string {
  const trimmed = text.trim()
  const [, , inside] = /^(["'])(.*)\1$/s.exec(trimmed) ?? []
  return (inside ?? trimmed).trim()
}

/**
 * Splits the login from the rest: as the standard says, or, where that makes no sense because signs are not escaped, at
 * the first @ that a place with known parameters follows.
 */
function split(rest: string): { login?: string; location: string } {
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? ''
  const standard = authority.lastIndexOf('@')
  const splits = [standard]
  for (let at = rest.indexOf('@'); at > -1; at = rest.indexOf('@', at + 1)) splits.push(at)
  const isLocation = (names: (name: string) => boolean) => (at: number) => {
    const location = LOCATION.exec(rest.slice(at + 1))?.groups
    const parameters = location?.query?.split('&').filter((part) => part !== '') ?? []
    return location !== undefined && parameters.every((part) => names(/^[a-zA-Z_]+(?==)/.exec(part)?.[0] ?? ''))
  }
  const found =
    splits.find(isLocation((name) => PARAMETERS.has(name))) ?? splits.find(isLocation((name) => name !== ''))
  const at = found ?? standard
  return at === -1 ? { location: rest } : { login: rest.slice(0, at), location: rest.slice(at + 1) }
}

/** Percent escapes decoded; a % that begins none stays. */
function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

/** Not URLSearchParams, which takes a + for a space. The last of two counts, as with libpq. */
function readParameters(query: string): Map<string, string> {
  const pairs = query.split('&').filter((part) => part !== '')
  return new Map(
    pairs.map((pair) => {
      const equals = pair.indexOf('=')
      if (equals === -1) throw refusal(`has a parameter without a value: ${pair}`)
      return [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))]
    }),
  )
}

/** Each counts, or has no effect on what the site does anyway, as those of Prisma's own engine. */
const PARAMETERS = new Set(
  `host port user password dbname sslmode ssl sslnegotiation sslrootcert sslcert sslkey schema search_path options
   application_name channel_binding connection_limit connect_timeout pool_timeout statement_timeout lock_timeout
   idle_in_transaction_session_timeout keepalives client_encoding target_session_attrs gssencmode pgbouncer
   statement_cache_size uselibpqcompat supa workaround fallback_application_name`.split(/\s+/),
)

const NO_SCHEMA =
  'this site keeps its tables in the schema public: leave it out, and give the site a database of its own'

function takeParameters(parameters: Map<string, string>): DatabaseAddress {
  const address: DatabaseAddress = {}
  const timeouts: number[] = []
  const ssl = readSsl(parameters)
  if (ssl !== undefined) address.ssl = ssl
  for (const [name, value] of parameters) {
    const wrong = (advice: string) => refusal(`has ${name}=${value}: ${advice}`)
    const whole = (max: number) => {
      if (!/^\d{1,9}$/.test(value) || Number(value) > max) throw wrong(`it must be a whole number up to ${max}`)
      return Number(value)
    }
    const oneOf = (...values: string[]) => {
      if (!values.includes(value)) throw wrong(`it can only be ${values.join(' or ')} here`)
    }
    switch (name) {
      case 'schema':
        if (value !== 'public') throw wrong(NO_SCHEMA)
        break
      case 'options':
        if (/search_path\s*=(?!\s*public\b(?!\s*,))/i.test(value)) throw wrong(NO_SCHEMA)
        address.options = value
        break
      case 'search_path':
        throw wrong(NO_SCHEMA)
      case 'application_name':
        address.application_name = value
        break
      case 'channel_binding':
        oneOf('disable', 'prefer', 'require')
        if (value === 'require' && !ssl)
          throw wrong('it needs an encrypted connection: add sslmode=verify-full or require')
        if (value !== 'disable' && ssl) address.enableChannelBinding = true
        break
      case 'connection_limit':
        address.poolSize = whole(100)
        if (address.poolSize === 0) throw wrong('it must be at least 1')
        break
      case 'connect_timeout':
      case 'pool_timeout':
        // 0 is no limit of its own.
        if (whole(3_600) > 0) timeouts.push(Number(value) * 1_000)
        break
      case 'statement_timeout':
      case 'lock_timeout':
      case 'idle_in_transaction_session_timeout':
        address[name] = whole(86_400_000)
        break
      case 'keepalives':
        oneOf('0', '1')
        address.keepAlive = value === '1'
        break
      case 'client_encoding':
        if (!/^(utf-?8|auto)$/i.test(value)) throw wrong('it can only be UTF8 here')
        break
      case 'target_session_attrs':
        oneOf('any', 'read-write', 'primary')
        break
      case 'gssencmode':
        oneOf('disable', 'prefer')
        break
      default:
        if (!PARAMETERS.has(name)) throw refusal(`has the parameter ${name}, which is not known here: take it out`)
    }
  }
  if (timeouts.length > 0) address.timeoutMs = Math.min(...timeouts)
  return address
}

/** As libpq means them; no-verify, of node-postgres, encrypts without looking at the certificate. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const

function readSsl(parameters: Map<string, string>): boolean | ConnectionOptions | undefined {
  const mode = sslMode(parameters)
  const [root, certificate, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => parameters.get(name))
  const negotiation = parameters.get('sslnegotiation')
  if (negotiation && negotiation !== 'postgres') {
    throw refusal(`has sslnegotiation=${negotiation}: it can only be postgres here`)
  }
  if (mode === undefined || mode === 'disable') {
    const [name] = ['sslrootcert', 'sslcert', 'sslkey'].filter((name) => parameters.has(name))
    if (name) throw refusal(`has ${name} without an sslmode that uses it: add sslmode=verify-full`)
    return mode === undefined ? undefined : false
  }
  if (Boolean(certificate) !== Boolean(key)) {
    throw refusal(certificate ? 'has sslcert without sslkey: name both' : 'has sslkey without sslcert: name both')
  }
  const ssl: ConnectionOptions = {}
  if (certificate) ssl.cert = fileOf('sslcert', certificate)
  if (key) ssl.key = fileOf('sslkey', key)
  if (root && root !== 'system') ssl.ca = fileOf('sslrootcert', root)
  if (mode === 'verify-ca' && !ssl.ca) {
    throw refusal(
      'has sslmode=verify-ca without sslrootcert: name the file of the authority, or use sslmode=verify-full',
    )
  }
  if (mode === 'no-verify' || (mode === 'require' && !root)) ssl.rejectUnauthorized = false
  // With an authority, libpq checks who signed it but not for which host.
  else if (mode !== 'verify-full' && root !== 'system') ssl.checkServerIdentity = () => undefined
  return ssl
}

function sslMode(parameters: Map<string, string>): (typeof SSL_MODES)[number] | undefined {
  const [mode, ssl] = [parameters.get('sslmode'), parameters.get('ssl')]
  if (mode === undefined) {
    if (ssl === undefined) return undefined
    if (['true', '1', 'false', '0', 'no-verify'].includes(ssl)) {
      return ssl === 'no-verify' ? ssl : ssl === 'true' || ssl === '1' ? 'verify-full' : 'disable'
    }
    throw refusal(`has ssl=${ssl}: write sslmode=verify-full or sslmode=disable instead`)
  }
  const known = SSL_MODES.find((name) => name === mode)
  if (known) return known
  if (mode === 'prefer' || mode === 'allow') {
    throw refusal(
      `has sslmode=${mode}, which would leave it to chance: write sslmode=require (or verify-full) where the database speaks TLS, sslmode=disable where it does not`,
    )
  }
  throw refusal(`has sslmode=${mode}: it can only be ${SSL_MODES.join(', ')}`)
}

function fileOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw refusal(`has ${name}=${file}: there is no such file that can be read`)
  }
}

/** One piece of advice for each reason a database does not let us in; `error` is what pg threw. */
export function connectionAdvice(
  error: unknown,
  { host = 'localhost', port = 5432, user, database, ssl }: DatabaseAddress,
): string {
  const at = host.startsWith('/') ? `in ${host}` : `at ${host}, port ${port}`
  const found = codeAndMessage(error)
  switch (found.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${host} is not known. Correct the host in it.`
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `Nothing answers ${at}. Start PostgreSQL there, or correct host and port.`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `There is no way to it ${at}. Correct the host, or let this machine through the firewall before it.`
    case '28P01':
      return `It refuses the password of the user ${user}. Correct user and password.`
    case '28000':
      return ssl
        ? `It does not let the user ${user} in from here: ${found.message}. Allow it in pg_hba.conf, or correct the user.`
        : `It does not let the user ${user} in from here: ${found.message}. If that speaks of encryption, add sslmode=require.`
    case '3D000':
      return `It has no database ${database}. Create it, or correct the name.`
    case '42501':
      return `The user ${user} may not use the database ${database}. Grant it that, or correct the user.`
    case '53300':
      return 'It has no connection left. End others, or allow more (max_connections).'
    case '57P03':
      return 'It is starting or stopping. Try again in a moment.'
  }
  if (/does not support SSL/i.test(found.message)) return 'It does not speak TLS. Write sslmode=disable.'
  if (/self.signed|unable to (get|verify)|certificate|altnames/i.test(`${found.code} ${found.message}`)) {
    return `Its certificate is not trusted: ${found.message}. Name its authority in sslrootcert, or write sslmode=require.`
  }
  if (/timeout|timed out/i.test(found.message)) {
    return `It does not answer in time ${at}. Correct the host, or let this machine through the firewall before it.`
  }
  if (/unsupported startup parameter/i.test(found.message)) {
    return `The pooler before it refuses a parameter: ${found.message}. Take it out, or name the database itself.`
  }
  return `${found.message}. Check that PostgreSQL is running ${at}.`
}

/** Node throws an AggregateError with an empty message when every address of a host refuses. */
function codeAndMessage(error: unknown): { code: string; message: string } {
  if (error instanceof AggregateError) return codeAndMessage(error.errors[0])
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return { code, message: error instanceof Error ? error.message : String(error) }
}
