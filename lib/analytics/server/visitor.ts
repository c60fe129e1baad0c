import { createHmac } from 'node:crypto'
import { isbot } from 'isbot'

export type Device = 'phone' | 'tablet' | 'desktop'

/** Whether a request comes from a program: its user agent is a known one, or it sends none. */
export function isBot(userAgent: string): boolean {
  return userAgent === '' || isbot(userAgent)
}

/** What a user agent is held in, as coarsely as that. */
export function deviceOf(userAgent: string): Device {
  if (/ipad|tablet|playbook|silk|kindle|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobi|iphone|ipod|android/i.test(userAgent) ? 'phone' : 'desktop'
}

/** A name of at most 253 characters in labels of at most 63, or an IPv6 address; IPv4 reads as a name. */
const HOST = /^(?=.{1,253}$)(?:[\w-]{1,63}(?:\.[\w-]{1,63})*\.?|\[[\da-f:.]+\])$/

/** The host of an address on another site, without `www.`; "" for this site's own and for what is no address or host. */
export function referrerHost(referrer: string, ownHosts: Array<string | null>): string {
  const url = URL.parse(referrer)
  if (!url || !/^https?:$/.test(url.protocol) || ownHosts.includes(url.host)) return ''
  return HOST.test(url.hostname) ? url.hostname.replace(/^www\./, '') : ''
}

/** The same for the same browser at the same address on the same day, and nothing else: the salt is the day's. */
export function visitorHash(salt: string, address: string, userAgent: string): string {
  return createHmac('sha256', salt).update(`${address}\n${userAgent}`).digest('base64url').slice(0, 22)
}
