import { isIP } from 'node:net'

/**
 * The address a request really comes from, decided once where the socket is known. Forwarded headers count
 * only behind a trusted proxy, and then only their last entry: what the proxy itself added.
 */
export function resolveClientAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  const address = forwarded && isIP(forwarded) ? forwarded : (socketAddress ?? '')
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The client's address as our server, or the serverless host, wrote it into the request. */
export function clientAddress(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'unknown'
}

/** What limits count by: an IPv4 address, or the /64 an IPv6 address belongs to, which one customer owns whole. */
export function addressBucket(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
