import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const WEB_PORTS = [80, 443]

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

export type PublicRequest = {
  method?: 'GET' | 'HEAD'
  accept: string
  /** Whether to connect to an IP address at a port. */
  mayConnect?: (address: string, port: number) => boolean
  /** Ends the whole, redirects included. */
  signal: AbortSignal
}

/**
 * Sends a request to a public web server, and follows redirects. The caller reads or destroys the body.
 *
 * The address comes from a text, so this server must not be led to what only it can reach: each connection is made to
 * the very IP addresses that were checked, those after a redirect too.
 * @throws Error with a `code` where no server answered, without one where none may be asked
 */
export async function requestPublic(address: string, options: PublicRequest): Promise<http.IncomingMessage> {
  let url = new URL(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await request(url, options)
    const { statusCode = 0, headers } = response
    if (!REDIRECTS.has(statusCode) || !headers.location) return response
    response.destroy()
    url = new URL(headers.location, url)
  }
  throw new Error('too many redirects')
}

function isPublicWeb(address: string, port: number): boolean {
  return WEB_PORTS.includes(port) && isPublicAddress(address)
}

function request(url: URL, { method, accept, mayConnect = isPublicWeb, signal }: PublicRequest) {
  const isSecure = url.protocol === 'https:'
  if (!isSecure && url.protocol !== 'http:') throw new Error('not a web address')
  const port = Number(url.port || (isSecure ? 443 : 80))
  const isAllowed = (address: string) => mayConnect(address, port)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An IP address is not looked up.
  if (isIP(host) && !isAllowed(host)) throw new Error('not a public address')
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    ;(isSecure ? https : http)
      .request(url, {
        method,
        // A connection of its own: one that is reused would be looked up by nobody.
        agent: false,
        auth: '',
        lookup: lookupAllowed(isAllowed),
        signal,
        headers: { accept, 'user-agent': 'Colophon' },
      })
      .on('response', resolve)
      .on('error', reject)
      // 101 is neither a response nor an error.
      .on('close', () => reject(Object.assign(new Error('no answer'), { code: 'ECONNRESET' })))
      .end()
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
