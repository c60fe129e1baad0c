import { env } from '@/lib/platform/server/env'

/**
 * The public address of the site without a slash at its end. The only source of absolute addresses: neither a
 * request's host nor a forwarded header is ever asked.
 * @throws Error when SITE_URL is not set
 */
export function siteUrl(): string {
  const url = env().SITE_URL
  if (!url) throw new Error('SITE_URL is not set: start the site with npm start, or set it.')
  return url
}

/** A path of this site, or an address relative to one, as an absolute address; a whole address stays what it is. */
export function absolute(path: string): string {
  return new URL(path, siteUrl()).href
}
