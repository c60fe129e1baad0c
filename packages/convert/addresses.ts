import { decodedSegment, withoutQuery, withoutSlashes } from './source/scan'

/** What an address of a text may be made of. */
export type AddressParts = {
  slug: string
  title: string
  date: Date | null
  categories: string[]
  /** The last folder around it, and all of them below the folder of texts. */
  section: string
  sections: string
  /** Its file below the root, without its extension. */
  path: string
}

const pad = (number: number) => String(number).padStart(2, '0')

/**
 * The address a pattern gives a text: `/:year/:month/:slug/`, with the names Jekyll, Hexo and Hugo have for the parts.
 * Null where it needs what the text has not.
 * @param titled what `:title` and `:slug` are, where they are no name of a file
 */
export function addressBy(pattern: string, parts: AddressParts, titled = parts.slug): string | null {
  const { slug, date, categories, section, sections, path } = parts
  const known: Record<string, string | undefined> = {
    ...{ title: titled, slug: titled, name: slug, post_title: slug, filename: slug, contentbasename: slug },
    ...{ slugorfilename: slug, slugorcontentbasename: slug, section, sections, path, output_ext: '.html' },
    categories: categories.join('/'),
    category: categories[0] ?? '',
    ...(date
      ? {
          year: String(date.getUTCFullYear()),
          short_year: String(date.getUTCFullYear()).slice(2),
          ...{ month: pad(date.getUTCMonth() + 1), i_month: String(date.getUTCMonth() + 1) },
          ...{ day: pad(date.getUTCDate()), i_day: String(date.getUTCDate()) },
          ...{ hour: pad(date.getUTCHours()), minute: pad(date.getUTCMinutes()), second: pad(date.getUTCSeconds()) },
        }
      : {}),
  }
  let isKnown = true
  const address = pattern.replace(/:([a-z_]+)/g, (_, name: string) => {
    if (known[name] === undefined) isKnown = false
    return known[name] ?? ''
  })
  return isKnown ? `/${address}`.replace(/\/{2,}/g, '/') : null
}

/** A text with what it says of addresses. */
export type Reported = {
  /** The folder it is in, as the owner ticks it. */
  folder: string
  parts: AddressParts
  /** What it says its own address is. */
  own: string | null
  /** Whether it says the end of its address. */
  isSlugStated: boolean
  /** The paths on its site that it links to. */
  links: string[]
}

/** An address for comparison: case, a slash at its end and the name of an index make no other one. */
function keyOf(address: string): string {
  return withoutSlashes(
    decodedSegment(withoutQuery(address))
      .toLowerCase()
      .replace(/(?:\/index)?\.html?$|\/index$/, ''),
  )
}

/** The pattern that an address of a text is made by, as far as its parts tell. */
function patternOf(address: string, { slug, date, categories, section }: AddressParts): string | null {
  const path = decodedSegment(withoutQuery(address))
  const end = /\/index\.html?$|\.html?$|\/$/.exec(path)?.[0] ?? ''
  const segments = path
    .slice(0, path.length - end.length)
    .split('/')
    .filter(Boolean)
  if (segments.pop()?.toLowerCase() !== slug.toLowerCase()) return null
  const named = segments.map((segment, at) => {
    if (date && segment === String(date.getUTCFullYear())) return ':year'
    if (date && segments[at - 1]?.length === 4 && segment === pad(date.getUTCMonth() + 1)) return ':month'
    if (date && at >= 2 && segment === pad(date.getUTCDate())) return ':day'
    if (categories.some((name) => name.toLowerCase() === segment.toLowerCase())) return ':category'
    return section !== '' && segment.toLowerCase() === section.toLowerCase() ? ':section' : segment
  })
  return `/${[...named, ':slug'].join('/')}${end}`
}

type Votes = Map<string, number>

function add(votes: Map<string, Votes>, group: string, pattern: string): void {
  const own = votes.get(group) ?? new Map()
  votes.set(group, own.set(pattern, (own.get(pattern) ?? 0) + 1))
}

function best(votes: Votes | undefined): [pattern: string, count: number] | undefined {
  return [...(votes ?? [])].sort(([, one], [, other]) => other - one)[0]
}

export type Learned = {
  /** The pattern for a folder's texts; null where nothing tells it. */
  patternFor: (folder: string) => string | null
  /** What links call a text, by its place among the texts. */
  names: Map<number, string[]>
  /** The patterns that links call at least two texts by, where the blog has moved before: for a text of that place. */
  patternsOfLinks: (at: number) => string[]
  from: 'links' | 'own' | ''
  count: number
}

/**
 * Learns where texts lived from what they say themselves: a link whose last part names exactly one text is an address of
 * it, and what most of these have in common is the pattern. Without such links, their own addresses tell.
 * @param guess the address by settings or by the system's custom, which stands where links agree with it
 */
export function learnAddresses(texts: Reported[], guess: (text: Reported) => string | null): Learned {
  const byName = new Map<string, number | null>()
  for (const [at, { parts }] of texts.entries()) {
    const name = parts.slug.toLowerCase()
    byName.set(name, byName.has(name) ? null : at)
  }
  const names: Learned['names'] = new Map()
  const linked = new Map<string, Set<number>>()
  const byLinks = new Map<string, Votes>()
  const bySelf = new Map<string, Votes>()
  let agreeing = 0
  for (const { links } of texts) {
    for (const link of links) {
      const last = keyOf(link).split('/').at(-1) ?? ''
      const at = byName.get(last)
      const text = at === null || at === undefined ? undefined : texts[at]
      if (at === null || at === undefined || !text) continue
      names.set(at, [...new Set([...(names.get(at) ?? []), link])])
      const pattern = patternOf(link, text.parts)
      if (pattern) linked.set(pattern, (linked.get(pattern) ?? new Set()).add(at))
      if (text.own !== null) continue
      const expected = guess(text)
      if (expected !== null && keyOf(expected) === keyOf(link)) agreeing += 1
      else if (pattern) for (const group of [text.folder, '*']) add(byLinks, group, pattern)
    }
  }
  for (const { own, folder, parts } of texts) {
    const pattern = own === null ? null : patternOf(own, parts)
    if (pattern) for (const group of [folder, '*']) add(bySelf, group, pattern)
  }
  const [, byOthers = 0] = best(byLinks.get('*')) ?? []
  const [, stated = 0] = best(bySelf.get('*')) ?? []
  const isByLinks = byOthers > agreeing
  // A few of many are exceptions.
  const isBySelf = !isByLinks && agreeing === 0 && stated * 2 > texts.length
  const votes = isByLinks ? byLinks : isBySelf ? bySelf : undefined
  return {
    names,
    patternsOfLinks: (at) =>
      byName.get(texts[at]?.parts.slug.toLowerCase() ?? '') === at
        ? [...linked].flatMap(([pattern, { size }]) => (size > 1 ? [pattern] : []))
        : [],
    from: isByLinks ? 'links' : isBySelf ? 'own' : '',
    count: isByLinks ? byOthers : stated,
    patternFor: (folder) => (best(votes?.get(folder)) ?? best(votes?.get('*')))?.[0] ?? null,
  }
}

const ADDRESS_MAX = 500

/** What a text links to: paths from the root of its site, and whole addresses. */
export function linksIn(text: string): { paths: string[]; web: URL[] } {
  const links = { paths: [] as string[], web: [] as URL[] }
  const found = [/\]\([ \t]?<?([^\s()<>]+)/g, /\bhref=["']([^"'\s]+)/g].flatMap((form) => [...text.matchAll(form)])
  const definitions = text.split('\n').map((line) => /^ {0,3}\[[^\]]+\]:[ \t]*<?([^\s<>]+)/.exec(line) ?? [])
  for (const [, address = ''] of [...found, ...definitions]) {
    if (address.length > ADDRESS_MAX) continue
    if (/^\/(?!\/)/.test(address)) links.paths.push(withoutQuery(address))
    else if (/^https?:\/\//.test(address) && URL.canParse(address)) links.web.push(new URL(address))
  }
  return links
}

const HOST_LINKS_MIN = 3

/** The site that texts lived on, where most whole addresses that end like one of them are on one host; else null. */
export function homeByLinks(texts: Array<Pick<Reported, 'parts'> & { web: URL[] }>): string | null {
  const names = new Set(texts.map(({ parts }) => parts.slug.toLowerCase()))
  const counts = new Map<string, number>()
  let all = 0
  for (const { host, pathname } of texts.flatMap(({ web }) => web)) {
    if (!names.has(keyOf(pathname).split('/').at(-1) ?? '')) continue
    all += 1
    counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  const [host, count = 0] = best(counts) ?? []
  return host && count >= HOST_LINKS_MIN && count * 2 > all ? `https://${host}` : null
}
