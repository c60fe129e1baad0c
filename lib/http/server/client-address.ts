import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { log } from '@/lib/platform/server/log'

const PROXY_HEADERS = ['x-forwarded-for', 'forwarded'] as const

let hasWarnedOfEntry = false

/**
 * The address a request really comes from, determined once, where the socket is known. Forwarded headers count only
 * behind a trusted proxy, and only their last entry, which that proxy added; one that is no address counts for nothing,
 * and the first such one is logged.
 */
export function resolveClientAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  trustProxy: boolean,
): string {
  const socket = addressOf(socketAddress ?? '') ?? ''
  if (!trustProxy || forwardedFor === undefined) return socket
  const address = lastAddress(forwardedFor)
  if (address) return address
  if (!hasWarnedOfEntry) {
    hasWarnedOfEntry = true
    log('warn', 'the proxy sends an X-Forwarded-For that does not end with an address', {
      header: forwardedFor.slice(-100),
      advice: 'Have the proxy add the address of its client at the end: until then all visitors count as one address.',
    })
  }
  return socket
}

const lastAddress = (forwardedFor: string) => addressOf(forwardedFor.split(',').at(-1) ?? '')

/** `203.0.113.7`, `203.0.113.7:52133`, `[2001:db8::1]:443`, `[2001:db8::1]`, in quotes too: what proxies send. */
const ENTRY =
  /^"?(?:(?<v4>\d+(?:\.\d+){3})(?::\d{1,5})?|\[(?<bracketed>[^\]]*)\](?::\d{1,5})?|(?<v6>[\da-f:.]*(?:%.*)?))"?$/i

/** The address of an entry, without port, brackets and zone; an IPv4 address that arrived over IPv6 as IPv4. */
function addressOf(entry: string): string | null {
  const { v4, bracketed, v6 } = ENTRY.exec(entry.trim())?.groups ?? {}
  const [address = ''] = (v4 ?? bracketed ?? v6 ?? '').split('%')
  if (!isIP(address)) return null
  const [, dotted, high, low] =
    /^(?:0*:)*:?ffff:(?:(\d+(?:\.\d+){3})|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(address) ?? []
  if (dotted !== undefined) return dotted
  if (high === undefined || low === undefined) return address
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}

/**
 * Logs once that requests seem to come through an untrusted proxy: rate limits then count all its visitors as one
 * address.
 */
export function createProxyWarning(): (headers: IncomingHttpHeaders) => void {
  let isDone = false
  return (headers) => {
    const header = PROXY_HEADERS.find((name) => headers[name] !== undefined)
    if (isDone || !header) return
    isDone = true
    log('warn', 'TRUST_PROXY is off, but a request has come through a proxy, or says so', {
      header,
      advice:
        'If a proxy of yours stands before this site, set TRUST_PROXY=1 and have it send X-Forwarded-For: until then ' +
        'all visitors count as one address. Without a proxy, ignore this: the header counts for nothing.',
    })
  }
}

/** The client's address as our server, or the serverless host, wrote it into the request. */
export function clientAddress(headers: Headers): string {
  return lastAddress(headers.get('x-forwarded-for') ?? '') ?? 'unknown'
}

/** The key of rate limits: an IPv4 address, or the /64 of an IPv6 address, which usually belongs to one customer. */
export function addressBucket(address: string): string {
  return isIP(address) === 6 ? `${groupsOf(address, 4)}::/64` : address
}

/** What hosts and tunnel brokers give one person, or neighbours share: the /48 of an IPv6 address, of IPv4 the /24. */
export function networkBucket(address: string): string {
  if (isIP(address) === 6) return `${groupsOf(address, 3)}::/48`
  return isIP(address) === 4 ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : address
}

function groupsOf(address: string, count: number): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  const first = groups.slice(0, count)
  return first.map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}
