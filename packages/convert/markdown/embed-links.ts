import { escaped } from '../source/scan'

/** The pages of what shortcodes embed, by the service's name as systems write it. */
const PAGES: Array<[name: RegExp, page: (id: string) => string, id: RegExp]> = [
  [/^youtube/i, (id) => `https://www.youtube.com/watch?v=${id}`, /^[\w-]{11}$/],
  [/^vimeo/i, (id) => `https://vimeo.com/${id}`, /^\d{1,12}$/],
  // A user's, or one by its id alone; behind it may stand which of its files.
  [/^gist/i, (id) => `https://gist.github.com/${id}`, /^(?:[\w-]+\/)?(?:\d+|[0-9a-f]{20,})$/],
  [/^(?:tweet|twitter|x(?:_simple)?$)/i, (id) => `https://x.com/i/status/${id}`, /^\d{5,}$/],
  [/^instagram/i, (id) => `https://www.instagram.com/p/${id}/`, /^[\w-]+$/],
  [/^codepen$/i, (id) => `https://codepen.io/${id}`, /^[\w./-]+$/],
  [/^github$/i, (id) => `https://github.com/${id}`, /^[\w.-]+\/[\w.-]+$/],
]
/** What shows a page whose address it says. */
const SHOWING =
  /^(?:embed|iframe|video|link|pdf|cta|youtube|vimeo|tweet|twitter|instagram|gist|github|code(?:pen|sandbox)|stackblitz|replit|glitch|spotify|soundcloud|jsfiddle|twitch|dev$|user$)/i

/** The address of what a shortcode shows; null for one that shows nothing from elsewhere. */
export function embeddedAddress(name: string, values: string[], named: Record<string, string>): string | null {
  const ids = [named.id, named.videoid, named.tweetid, named.url, named.src, named.tweetlink]
  const address = [values[0], ...ids].find((word) => word && /^https?:\/\/\S+$/.test(word))
  if (address && SHOWING.test(name)) return address
  const candidates = [...ids, values[0], values.slice(0, 2).join('/'), values[1]]
  for (const [pattern, page, form] of PAGES) {
    if (!pattern.test(name)) continue
    for (const id of candidates) if (id && form.test(id)) return page(id)
  }
  return null
}

/** A player for a film, else a link, as HTML that stands alone in its paragraph. */
export function embedHtml(address: string): string {
  const safe = escaped(address.replaceAll('"', '%22'))
  const isFilm = /youtube\.com|youtu\.be|vimeo\.com/.test(address)
  return isFilm ? `<iframe src="${safe}"></iframe>` : `<a href="${safe}">${safe}</a>`
}

/** Words, quoted or not, and `name=value` pairs. */
export function parseWords(source: string): { words: string[]; named: Record<string, string> } {
  const words: string[] = []
  const named: Record<string, string> = {}
  for (const match of source.matchAll(
    /(?:([\w.-]+)\s*[=:]\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s"'`,]+))/g,
  )) {
    const [, name, double, single, raw, bare] = match
    const value = double?.replace(/\\(["\\])/g, '$1') ?? single ?? raw ?? bare ?? ''
    if (name && !/^https?$/.test(name)) named[name.toLowerCase()] = value
    else words.push(name ? match[0] : value)
  }
  return { words, named }
}
