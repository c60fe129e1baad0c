import GithubSlugger from 'github-slugger'
import { fileName, folderOf, joinPath, withoutExtension } from '../source/names'
import { decodedSegment, withoutQuery, withoutSlashes } from '../source/scan'
import { type Element, textOf } from '../tree'

const TEXT = /\.(?:md|mdx|markdown)$/i

/**
 * Where the items of a source are found: by the file they came from, and by their old addresses. A path is known in its
 * decoded form, with and without a slash at its end, and with its query, which may be what names the item (`?p=1`).
 */
export class LinkIndex {
  private readonly byFile = new Map<string, string>()
  private readonly byStem = new Map<string, string>()
  private readonly byName = new Map<string, string | null>()
  private readonly byPath = new Map<string, string>()
  /** Without the query; null where it is the query that tells several apart. */
  private readonly byBarePath = new Map<string, string | null>()
  /** The folder the site is in, without a slash at its end. */
  readonly folder: string
  private readonly hosts = new Set<string>()

  /** @param base the address of the old site, if it is known */
  constructor(readonly base: string | null) {
    if (base) this.hosts.add(hostOf(base))
    this.folder = base && URL.canParse(base) ? new URL(base).pathname.replace(/\/$/, '') : ''
  }

  add(identity: string, item: { file?: string; paths: string[]; address?: string; alsoAt?: string[] }): void {
    const { file, paths, address, alsoAt = [] } = item
    if (file) {
      this.byFile.set(file, identity)
      const [stem, name] = [withoutExtension(file), withoutExtension(fileName(file))]
      if (!this.byStem.has(stem)) this.byStem.set(stem, identity)
      // Of several with one name none is meant.
      this.byName.set(name, this.byName.has(name) ? null : identity)
    }
    for (const path of [...paths, ...alsoAt]) {
      if (!this.byPath.has(pathKey(path))) this.byPath.set(pathKey(path), identity)
      const bare = pathKey(withoutQuery(path))
      if (path.includes('?') && bare !== '/') this.byBarePath.set(bare, this.byBarePath.has(bare) ? null : identity)
    }
    if (address && URL.canParse(address)) this.byPath.set(addressKey(new URL(address)), identity)
  }

  /** The item of a file, which may be named without its extension, with another one, or as the folder of its index. */
  ofFile(file: string): string | undefined {
    const stem = TEXT.test(file) ? withoutExtension(file) : file
    return this.byFile.get(file) ?? this.byStem.get(stem) ?? this.byStem.get(`${file}/index`)
  }

  /** The one item of a file's name, wherever it is: as Hugo's `ref` and Jekyll's `post_url` find it. */
  ofName(file: string): string | undefined {
    const isNamed = TEXT.test(file) || /^\/?_posts\//.test(file)
    return (isNamed && this.byName.get(fileName(file).replace(TEXT, ''))) || undefined
  }

  /** The item at a path of the old site. */
  ofPath(path: string): string | undefined {
    // Links often leave out the folder a site is in.
    const bare = NAMING.test(path) ? [] : [withoutQuery(path), this.folder + withoutQuery(path)]
    const found = [path, this.folder + path, ...bare].map((tried) => this.byPath.get(pathKey(tried))).find(Boolean)
    return found ?? bare.map((tried) => this.byBarePath.get(pathKey(tried))).find(Boolean) ?? undefined
  }

  /** The item at an absolute address, if that is one of the old site. */
  ofAddress(url: URL): string | undefined {
    const known = this.byPath.get(addressKey(url))
    if (known) return known
    return this.hosts.has(hostOf(url.href)) ? this.ofPath(url.pathname + url.search) : undefined
  }

  /** Whether an address is one of the old site. */
  isOwn(url: URL): boolean {
    return this.hosts.has(hostOf(url.href))
  }
}

export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : ''
}

/** A query that says which text is meant, in WordPress. */
const NAMING = /[?&](?:p|page_id|attachment_id)=/

/** With a scheme or another, and `www.` or not, an address is the same. */
function addressKey(url: URL): string {
  return hostOf(url.href) + pathKey(url.pathname + url.search)
}

function pathKey(path: string): string {
  const [before = '', query = ''] = (path.split('#', 1)[0] ?? '').split('?')
  const plain = decodedSegment(before).normalize('NFC').toLowerCase()
  const trimmed = withoutSlashes(plain).replace(/^\/+/, '')
  return `/${trimmed.replace(/(?:^|\/)index\.(?:html?|md)$/, '')}${query ? `?${query}` : ''}`
}

/** An old address as a path of a site: its path and query; null for what cannot be one, or leads elsewhere. */
export function sitePath(address: string): string | null {
  const text = address.trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an address has none
  if (text === '' || text.length > 1_000 || /[\x00-\x1f\x7f\\]/.test(text) || /^\/\//.test(text)) return null
  // Before it is parsed: a parser resolves what climbs.
  if (/(?:^|\/)(?:\.|%2e){2}(?:\/|$)/i.test(withoutQuery(text))) return null
  if (!URL.canParse(text, 'https://site.invalid')) return null
  const url = new URL(text, 'https://site.invalid')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const path = url.pathname.replace(/\/{2,}/g, '/')
  return path === '/' && url.search === '' ? null : path + url.search
}

/** The paths of files that a relative address in a file may mean, the likeliest first. */
export function filesMeant(address: string, file: string): string[] {
  const path = decodedSegment(withoutQuery(address))
    .normalize('NFC')
    .replace(/^(?:@site|pathname:\/\/)\//, '/')
    // Zola's are of its content, others' of the sources.
    .replace(/^@\/(?=.*\.md$)/, '/')
    .replace(/^(?:~|@)\//, '/src/')
  const folder = folderOf(file)
  const meant = path.startsWith('/')
    ? ['', 'static', 'public', 'assets', 'content', 'source', 'src', folder].map((root) =>
        joinPath(root, path.slice(1)),
      )
    : [
        joinPath(folder, path),
        // Hexo keeps a text's files in a folder of its name.
        joinPath(withoutExtension(file), path),
        joinPath('', path),
        joinPath('content', path),
        // Hugo: a ref from a bundle.
        joinPath(folderOf(folder), path),
      ]
  return [...new Set(meant.filter((path): path is string => path !== null && path !== ''))]
}

/** An address without what only counts where its readers came from. */
export function withoutTracking(address: string): string {
  const [before = '', query] = address.trim().split('?')
  if (query === undefined) return before
  const [search = '', hash] = query.split('#')
  const retained = search
    .split('&')
    .filter((pair) => !/^(?:utm_\w+|source|ref|fbclid|gclid|mc_[ce]id|__twitter_impression)=/.test(pair))
  return `${before}${retained.length > 0 ? `?${retained.join('&')}` : ''}${hash ? `#${hash}` : ''}`
}

/** What ids of headings begin with on a site. */
export const HEADING_ID_PREFIX = 'h-'

/** The ids that headings get on pages, which links within a text lead to. Headings without words have none. */
export function headingIds(elements: Element[]): Map<Element, string> {
  const slugger = new GithubSlugger()
  const headings = elements.filter(({ tagName }) => /^h[1-6]$/.test(tagName))
  const named = headings.map((node) => [node, textOf(node).replace(/\s+/g, ' ').trim()] as const)
  return new Map(
    named.filter(([, text]) => text !== '').map(([node, text]) => [node, HEADING_ID_PREFIX + slugger.slug(text)]),
  )
}

/** As headings get their ids (github-slugger). */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
