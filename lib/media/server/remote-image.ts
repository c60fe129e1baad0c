import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import pLimit from 'p-limit'
import { IMAGE_MAX_BYTES } from '@/lib/content/contract-limits'
import { AppError, fieldError } from '@/lib/http/errors'
import { tooManyBytes } from '@/lib/media/server/codecs/image-errors'
import { deadline } from '@/lib/platform/server/deadlines'

const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const WEB_PORTS = [80, 443]

/** A page may hold many pictures: they wait here, rather than take memory and connections from visitors. */
const fewAtATime = pLimit(3)

/** What IANA lists as not globally reachable, and the translations in which an IPv4 address may hide. */
const NOT_PUBLIC = new BlockList()
for (const subnet of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
]) {
  const [net = '', prefix] = subnet.split('/')
  NOT_PUBLIC.addSubnet(net, Number(prefix), net.includes(':') ? 'ipv6' : 'ipv4')
}
/** The only part of IPv6 whose addresses are global. */
const GLOBAL_IPV6 = new BlockList()
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return isIP(address) === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}

type Options = {
  /** Whether to connect to an IP address at a port. */
  mayConnect?: (address: string, port: number) => boolean
  /** of the whole download, redirects included */
  timeoutMs?: number
}

/**
 * Downloads an image from a public web server, up to the bytes an upload may have. What it is, is for the caller to
 * find out.
 *
 * The address comes from a text, so this server must not be led to what only it can reach: each connection is made to
 * the very IP addresses that were checked, those after a redirect too, and a refusal does not say whether anything is
 * there.
 * @throws AppError "unprocessable" about the field `address` when there is no image to be had, "too-large"
 */
export async function downloadImage(address: string, options: Options = {}): Promise<Uint8Array> {
  return fewAtATime(async () => {
    try {
      return await download(address, options)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('unprocessable', NOT_FETCHED, {
        issues: [{ path: 'address', message: NOT_FETCHED }],
        cause: error,
      })
    }
  })
}

const NOT_FETCHED = 'The picture could not be fetched from there.'

async function download(
  address: string,
  { mayConnect = isPublicWeb, timeoutMs = deadline('pictureDownload') }: Options,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = new URL(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await request(url, mayConnect, signal)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return readImage(response)
    response.destroy()
    if (!REDIRECTS.has(statusCode) || !headers.location) throw new Error(`status ${statusCode}`)
    url = new URL(headers.location, url)
  }
  throw new Error('too many redirects')
}

function isPublicWeb(address: string, port: number): boolean {
  return WEB_PORTS.includes(port) && isPublicAddress(address)
}

function request(url: URL, mayConnect: NonNullable<Options['mayConnect']>, signal: AbortSignal) {
  const isSecure = url.protocol === 'https:'
  if (!isSecure && url.protocol !== 'http:') throw fieldError('address', NOT_FETCHED)
  const port = Number(url.port || (isSecure ? 443 : 80))
  const isAllowed = (address: string) => mayConnect(address, port)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An IP address is not looked up.
  if (isIP(host) && !isAllowed(host)) throw new Error('not a public address')
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    ;(isSecure ? https : http)
      .get(url, {
        // A connection of its own: one that is reused would be looked up by nobody.
        agent: false,
        auth: '',
        lookup: lookupAllowed(isAllowed),
        signal,
        headers: { accept: 'image/png, image/jpeg, image/gif, image/webp, image/*;q=0.5', 'user-agent': 'Colophon' },
      })
      .on('response', resolve)
      .on('error', reject)
  })
}

/** Looks a name up and checks every address it has: the connection is made to one of these. */
function lookupAllowed(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname: string, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error: Error | null, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error ?? new Error('no address'), [])
      else if (!addresses.every(({ address }) => isAllowed(address))) callback(new Error('not a public address'), [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

async function readImage(response: http.IncomingMessage): Promise<Uint8Array> {
  if (Number(response.headers['content-length']) > IMAGE_MAX_BYTES) {
    response.destroy()
    throw tooManyBytes()
  }
  const parts: Buffer[] = []
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const part of response) {
    bytes += part.length
    if (bytes > IMAGE_MAX_BYTES) throw tooManyBytes()
    parts.push(part)
  }
  if (!response.complete) throw new Error('cut off')
  return Buffer.concat(parts)
}
