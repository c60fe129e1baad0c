import { splitFrontMatter, textField, yamlData } from '../archive/read-front-matter'
import { timeZoneNamed } from '../local-time'
import { isRecord, withoutSlashes } from '../source/scan'
import type { Source } from '../source/source'

/** What a site's own settings say of how its addresses and dates are meant. */
export type SiteConfig = {
  url: string | null
  zone: string
  /** The folder its addresses begin with, without a slash at its end. */
  folder: string
  /** The pattern of its addresses; in Hugo one for each section. */
  permalinks: Record<string, string>
  /** Texts in this language have no language in their address. */
  language: string
  /** What its settings say, as templates name it. */
  data: Record<string, unknown>
}

const DATA = ['_config', 'hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap((name) =>
  ['yml', 'yaml', 'toml'].map((extension) => `${name}.${extension}`),
)
/** Settings written as code, of which nothing is run: what is a plain text is read. */
const CODE =
  /^(?:astro\.config|quartz\.config|gatsby-config|eleventy\.config|\.eleventy|docusaurus\.config|next-seo\.config|pelicanconf|publishconf)\.\w+$/

/** @param read the text of a file; "" for one that cannot be read */
export async function siteConfig(source: Source, read: (path: string) => Promise<string>): Promise<SiteConfig> {
  const config: SiteConfig = { url: null, zone: 'UTC', folder: '', permalinks: {}, language: 'en', data: {} }
  // A site may be in a folder of what is brought, such as docs/; what lies deeper is of a theme or an example.
  const root = rootOf(source.paths)
  for (const name of source.paths.filter((path) => DATA.some((data) => path === root + data))) {
    const text = await read(name)
    const data = name.endsWith('.toml') ? splitFrontMatter(`+++\n${text}\n+++\n`).data : yamlData(text).data
    Object.assign(config.data, data)
    for (const name of ['url', 'base_url', 'baseURL']) keepAddress(config, textField(data, name))
    config.folder ||= folderIn(textField(data, 'baseurl', 'root'))
    config.zone = timeZoneNamed(textField(data, 'timezone', 'timeZone')) ?? config.zone
    config.language = textField(data, 'defaultContentLanguage') || config.language
    const pattern = textField(data, 'permalink')
    if (pattern) config.permalinks[''] = pattern
    if (isRecord(data.permalinks)) {
      const { page } = data.permalinks
      for (const [section, own] of Object.entries({ ...data.permalinks, ...(isRecord(page) ? page : {}) })) {
        if (typeof own === 'string') config.permalinks[section] = own
      }
    }
  }
  for (const name of source.paths.filter((path) => path.startsWith(root) && CODE.test(path.slice(root.length)))) {
    const text = await read(name)
    const stated = (names: string) =>
      new RegExp(`(?:^|[{,])[ \\t]*(?:${names})[ \\t]*[:=][ \\t]*["']([^"'\\n]+)["']`, 'm').exec(text)?.[1] ?? ''
    keepAddress(config, stated('SITEURL|site|siteUrl|url|baseUrl'))
    const host = stated('baseUrl')
    if (/^[\w-]+(?:\.[\w-]+)+/.test(host)) keepAddress(config, `https://${host}`)
    config.folder ||= folderIn(stated('baseUrl|base|pathPrefix'))
    config.zone = timeZoneNamed(stated('TIMEZONE')) ?? config.zone
    const pattern = stated('ARTICLE_URL')
    if (pattern) config.permalinks[''] = pelicanPattern(pattern)
  }
  return config
}

/** The folder with the site's settings, with a slash at its end; "" where that is the whole, or there are none. */
function rootOf(paths: readonly string[]): string {
  const isSettings = (path: string) => DATA.includes(path) || CODE.test(path)
  if (paths.some(isSettings)) return ''
  const inside = paths.find((path) => isSettings(path.slice(path.indexOf('/') + 1)))
  return inside ? inside.slice(0, inside.indexOf('/') + 1) : ''
}

function keepAddress(config: SiteConfig, url: string): void {
  if (!/^https?:\/\//.test(url) || /localhost|example\.(?:com|org)/.test(url) || !URL.canParse(url)) return
  config.url = url
  config.folder ||= folderIn(new URL(url).pathname)
}

function folderIn(path: string): string {
  return path.startsWith('/') && !path.startsWith('//') ? withoutSlashes(path) : ''
}

/** Pelican's `{date:%Y}/{slug}/` in the form of the others. */
function pelicanPattern(pattern: string): string {
  const letters: Record<string, string> = { Y: 'year', m: 'month', d: 'day' }
  return pattern
    .replace(/\{date:([^{}]*)\}/g, (_, format: string) => format.replace(/%([Ymd])/g, (__, key) => `:${letters[key]}`))
    .replace(/\{(\w+)\}/g, ':$1')
}
