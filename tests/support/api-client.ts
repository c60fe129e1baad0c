import http from 'node:http'

export type ApiAnswer = {
  method: string
  path: string
  status: number
  headers: http.IncomingHttpHeaders
  /** Names and values in turns, as they were sent. */
  rawHeaders: string[]
  /** The Set-Cookie headers, one entry each. */
  setCookies: string[]
  bytes: Buffer
  text: string
  milliseconds: number
  /** The body parsed as JSON; throws with the call's name when it is not JSON. */
  json: () => unknown
}

export type SendOptions = {
  headers?: Record<string, string>
  body?: Buffer | string
  /** Announces a body but never sends it: the response must not need it. */
  withholdBody?: boolean
  /** Sends the body chunked, without a length. */
  chunked?: boolean
}

let addressCount = 0

/**
 * An address of this machine in a network that no other client of this process is in; undefined where it has only the
 * usual one.
 */
export function newAddress(): string | undefined {
  addressCount += 1
  return process.platform === 'linux' ? `127.${1 + (addressCount >> 8)}.${addressCount & 255}.1` : undefined
}

export const SESSION_COOKIE = 'next-auth.session-token'

/**
 * A keep-alive agent like a browser's: a connection that has to close may be reset while a refused body is still
 * arriving.
 */
const AGENT = new http.Agent({ keepAlive: true })

/**
 * A client written from the contract alone: cookie jar, JSON and forms, no redirects. It uses node:http, so that a test
 * controls every header, and checks every API response for what must never be in one.
 */
export class ApiClient {
  readonly cookies = new Map<string, string>()
  /** Paths of the projects and notes created, for cleanup. */
  readonly made: string[] = []

  /** @param address where it comes from: one of this machine's, so that what it costs is counted apart */
  constructor(
    readonly origin: string,
    readonly address?: string,
  ) {}

  /** A second client with a copy of the cookies. */
  copy(): ApiClient {
    const copy = new ApiClient(this.origin, this.address)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    return copy
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('GET', path, { headers })
  }

  post(path: string, json?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('POST', path, json === undefined ? { headers } : jsonBody(json, headers))
  }

  put(path: string, json: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('PUT', path, jsonBody(json, headers))
  }

  delete(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('DELETE', path, { headers })
  }

  async form(
    method: 'POST' | 'PUT',
    path: string,
    fields: FormFields,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const body = await multipart(fields)
    return this.send(method, path, { body: body.bytes, headers: { 'content-type': body.contentType, ...headers } })
  }

  async send(method: string, path: string, options: SendOptions = {}): Promise<ApiAnswer> {
    const answer = await exchange(this.origin, method, path, options, this.cookieHeader(), this.address)
    this.keepCookies(answer.setCookies)
    refuseSecrets(answer)
    if (answer.status === 201 && /^\/api\/(post|note|page)\/new\/?$/.test(path)) {
      const { _id } = answer.json() as { _id: string }
      this.made.push(path.replace(/new\/?$/, _id))
    }
    return answer
  }

  /** The `Cookie` header, for requests of another kind. */
  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  private keepCookies(lines: string[]): void {
    for (const line of lines) {
      const cookie = readCookie(line)
      if (cookie.value === '' || cookie.ended) this.cookies.delete(cookie.name)
      else this.cookies.set(cookie.name, cookie.value)
    }
  }
}

export type FormFields = Record<string, string | { file: Buffer; name?: string; type?: string }>

/** Encodes the fields as multipart, like a browser's FormData. */
export async function multipart(fields: FormFields): Promise<{ bytes: Buffer; contentType: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, new File([new Uint8Array(value.file)], value.name ?? 'picture', { type: value.type ?? '' }))
  }
  const response = new Response(form)
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get('content-type') ?? '',
  }
}

export type Cookie = { name: string; value: string; attributes: Map<string, string>; ended: boolean }

/** A parsed Set-Cookie header; attribute names in lower case. */
export function readCookie(line: string): Cookie {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
  const attributes = new Map(
    rest.map((part) => {
      const [name = '', value = ''] = part.split(/=(.*)/s)
      return [name.toLowerCase(), value] as const
    }),
  )
  const expires = attributes.get('expires')
  const ended = attributes.get('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now())
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  return { name, value, attributes, ended }
}

function jsonBody(json: unknown, headers: Record<string, string>): SendOptions {
  return { body: JSON.stringify(json), headers: { 'content-type': 'application/json', ...headers } }
}

/** Headers that are lists: one after another they say the same as in one. */
const LISTS = new Set(['set-cookie', 'vary', 'link'])

/** The headers of one value that are there more than once. */
export function repeatedHeaders({ rawHeaders }: Pick<ApiAnswer, 'rawHeaders'>): string[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
  return names.filter((name, index) => !LISTS.has(name) && names.indexOf(name) !== index)
}

/** How many bytes of a page one has to read for all that it says of itself to other programs. */
export function metadataBytes(html: string): number {
  const metadata = /<title\b.*?<\/title>|<meta\b[^>]*>|<link rel="canonical"[^>]*>/gs
  const ends = [...html.slice(0, html.indexOf('</head>')).matchAll(metadata)].map(
    ({ 0: tag, index }) => index + tag.length,
  )
  return Buffer.byteLength(html.slice(0, Math.max(0, ...ends)))
}

/** What the least of them reads: Slack reads 32 KiB. */
export const METADATA_MAX_BYTES = 16 * 1024

/** Sends a request as it is, and looks at nothing in its response. */
export function exchange(
  origin: string,
  method: string,
  path: string,
  options: SendOptions,
  cookies: string,
  localAddress?: string,
): Promise<ApiAnswer> {
  const started = performance.now()
  const body = options.body === undefined ? undefined : Buffer.from(options.body)
  const headers: Record<string, string> = { ...options.headers }
  if (cookies !== '') headers.cookie ??= cookies
  if (body && !options.chunked) headers['content-length'] ??= String(body.length)

  return new Promise((resolve, reject) => {
    let answered = false
    const request = http.request(new URL(origin), { method, path, headers, localAddress, agent: AGENT }, (response) => {
      answered = true
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        if (options.withholdBody) request.destroy()
        const bytes = Buffer.concat(parts)
        const text = bytes.toString('utf8')
        resolve({
          method,
          path,
          status: response.statusCode ?? 0,
          headers: response.headers,
          rawHeaders: response.rawHeaders,
          setCookies: response.headers['set-cookie'] ?? [],
          bytes,
          text,
          milliseconds: performance.now() - started,
          json: () => parseJson(text, `${method} ${path}`),
        })
      })
    })
    request.on('error', (error) => {
      // A response sent before the entire body was read may close the connection.
      if (!answered) reject(new Error(`${method} ${path} was cut off without an answer`, { cause: error }))
    })
    if (options.withholdBody) request.flushHeaders()
    else request.end(body)
  })
}

function parseJson(text: string, call: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`${call} did not answer JSON but: ${text.slice(0, 300)}`, { cause })
  }
}

const PASSWORD_MARK = 'Secret-'
let passwordCount = 0

/** A new password, which no response may contain. */
export function newPassword(): string {
  passwordCount += 1
  return `${PASSWORD_MARK}${passwordCount}-${crypto.randomUUID().slice(0, 8)}`
}

/** Patterns that would reveal internals or secrets. */
const NEVER_IN_AN_ANSWER = [new RegExp(PASSWORD_MARK), /\$argon2(id|i|d)\$/, /\$2[aby]\$/]
const NEVER_IN_AN_ERROR = [
  /\n\s+at /,
  /node_modules|node:internal|\.(ts|js|mjs):\d+/,
  /argon2|prisma|postgres|zod|next-auth|sharp|ECONN|ENOENT/i,
  /\b(SELECT|INSERT INTO|UPDATE "|DELETE FROM)\b/,
  /\/(home|root|tmp|work|usr)\//,
]

function refuseSecrets(answer: ApiAnswer): void {
  const isJson = /\bjson\b/.test(String(answer.headers['content-type']))
  const patterns = answer.status >= 400 ? [...NEVER_IN_AN_ANSWER, ...NEVER_IN_AN_ERROR] : NEVER_IN_AN_ANSWER
  // A page's nonce and the keys in its data are random letters, which may well be a word.
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy'])) ?? []
  const named = answer.text.replace(/"[\w-]{21}[hmv]"/g, '""')
  const text = nonce === '' ? named : named.replaceAll(nonce, '')
  for (const pattern of patterns) {
    if (pattern.test(text)) {
      throw new Error(`${answer.method} ${answer.path} answered what matches ${pattern}: ${answer.text.slice(0, 300)}`)
    }
  }
  // What describes the API names its fields.
  const isDescription = answer.path.startsWith('/api/openapi.json')
  if (isJson && answer.bytes.length > 0 && !isDescription)
    refuseSecretKeys(answer.json(), `${answer.method} ${answer.path}`)
}

function refuseSecretKeys(value: unknown, call: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (/passw|hash|secret|salt/i.test(key) && inner !== '') {
      throw new Error(`${call} answered a "${key}" that is not blank`)
    }
    refuseSecretKeys(inner, call)
  }
}
