import { env } from '@/lib/platform/server/env'

/**
 * The public URL of the site without a trailing slash. The only source of absolute URLs: the request's Host and
 * forwarded headers are never used.
 * @throws Error when SITE_URL is not set
 */
function siteUrl(): string {
  const url = env().SITE_URL
  if (!url) throw new Error('SITE_URL is not set: start the site with npm start, or set it.')
  return url
}

/** Makes a path or relative URL of this site absolute; absolute URLs are returned unchanged. */
export function absolute(path: string): string {
  return new URL(path, siteUrl()).href
}
