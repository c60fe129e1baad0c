/** A plainly canonical path and any query: nearly all requests match and need no parsing. */
const PLAIN = /^(?:\/[\w~!$&'()*+,;=:@-][\w~.!$&'()*+,;=:@-]*)*\/?(?:\?[^#]*)?$/
/** The absolute form clients send to proxies; Next would take its host for another site's. */
const ABSOLUTE = /^https?:\/\/[\w.:[\]-]+(?=[/?]|$)/i
const ESCAPE = /%[\da-f]{2}/gi
const UNRESERVED = /[\w.~-]/
/** Two dots before an escaped slash: only path traversal probes request it, and searches, which may be for anything. */
const TRAVERSAL = /(?:\.|%2e){2}(?:%2f|%5c)/i
const SEARCH = /^\/search\//
/** Characters that RFC 3986 escapes in a path and `URL` does not. */
const UNESCAPED = /[[\]^|]/g

export type CanonicalTarget = {
  /** Canonical path and query. */
  url: string
  /** false when the requested path differs, or had a fragment. */
  isCanonical: boolean
}

/**
 * Canonicalises a request's target, so that static files, middleware, cache and Next see the same path: without dot
 * segments, empty segments and a fragment, escapes normalised as in RFC 3986, 6.2.2. A trailing slash stays. null for
 * what is no path: `*`, another scheme, escapes that are not UTF-8 or that traverse folders.
 */
export function canonicalTarget(target: string): CanonicalTarget | null {
  const raw = originForm(target)
  if (raw === null) return null
  if (PLAIN.test(raw)) return { url: raw, isCanonical: true }
  // Node decodes a request line as Latin-1.
  const { pathname, search } = new URL(`http://host${Buffer.from(raw, 'latin1').toString()}`)
  const path = normaliseEscapes(pathname.replace(/\/{2,}/g, '/'))
  if (path === null) return null
  return { url: path + search, isCanonical: !raw.includes('#') && raw.split('?', 1)[0] === path }
}

function originForm(target: string): string | null {
  if (target.startsWith('/')) return target
  const [origin] = ABSOLUTE.exec(target) ?? []
  if (origin === undefined) return null
  const rest = target.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

function normaliseEscapes(path: string): string | null {
  if (TRAVERSAL.test(path) && !SEARCH.test(path)) return null
  try {
    decodeURIComponent(path)
  } catch {
    return null
  }
  return path.replace(UNESCAPED, encodeURIComponent).replace(ESCAPE, (escaped) => {
    const letter = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return UNRESERVED.test(letter) ? letter : escaped.toUpperCase()
  })
}
