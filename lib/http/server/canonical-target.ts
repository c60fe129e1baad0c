/** A path whose every segment is plainly canonical, and any query: nearly all requests, without parsing an address. */
const PLAIN = /^(?:\/[\w~!$&'()*+,;=:@-][\w~.!$&'()*+,;=:@-]*)*\/?(?:\?[^#]*)?$/
/** As clients send it to proxies; Next would take the host for another site's. */
const ABSOLUTE = /^https?:\/\/[\w.:[\]-]+(?=[/?]|$)/i
const ESCAPE = /%[\da-f]{2}/gi
const UNRESERVED = /[\w.~-]/
/** Two dots before an escaped slash: nothing here is named so, and only probes of the file system ask for it. */
const TRAVERSAL = /(?:\.|%2e){2}(?:%2f|%5c)/i
/** What RFC 3986 has escaped in a path and `URL` leaves as it is. */
const UNESCAPED = /[[\]^|]/g

export type CanonicalTarget = {
  /** Path and query in their one spelling. */
  url: string
  /** false when the path was spelled otherwise, or a fragment followed. */
  isCanonical: boolean
}

/**
 * A request's target in the one spelling by which the static files, the gate, the cache and Next know it: without dot
 * segments, empty segments and a fragment, escapes normalised as in RFC 3986, 6.2.2. A slash at the end stays.
 * null for what names no path: `*`, another scheme, escapes that are not UTF-8 or that lead out of a folder.
 */
export function canonicalTarget(target: string): CanonicalTarget | null {
  const raw = originForm(target)
  if (raw === null) return null
  if (PLAIN.test(raw)) return { url: raw, isCanonical: true }
  // Node reads the bytes of a request line as Latin-1.
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
  if (TRAVERSAL.test(path)) return null
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
