import type { ProfileLink, Settings } from '@/lib/site-settings/schema'

/** Sites whose sign is known (components/contact/brand-paths.json), by the name people read. */
const SITES = {
  behance: 'Behance',
  bitbucket: 'Bitbucket',
  bluesky: 'Bluesky',
  codeberg: 'Codeberg',
  devdotto: 'DEV',
  discord: 'Discord',
  dribbble: 'Dribbble',
  facebook: 'Facebook',
  gitea: 'Gitea',
  github: 'GitHub',
  gitlab: 'GitLab',
  googlescholar: 'Google Scholar',
  hashnode: 'Hashnode',
  huggingface: 'Hugging Face',
  instagram: 'Instagram',
  mastodon: 'Mastodon',
  matrix: 'Matrix',
  medium: 'Medium',
  npm: 'npm',
  orcid: 'ORCID',
  pypi: 'PyPI',
  reddit: 'Reddit',
  rss: 'RSS',
  sourcehut: 'SourceHut',
  stackoverflow: 'Stack Overflow',
  substack: 'Substack',
  telegram: 'Telegram',
  threads: 'Threads',
  twitch: 'Twitch',
  whatsapp: 'WhatsApp',
  x: 'X',
  xing: 'XING',
  youtube: 'YouTube',
} as const

export type Brand = keyof typeof SITES
/** A brand's sign, or one that we draw ourselves. */
export type ContactSign = Brand | 'linkedin' | 'code' | 'network' | 'email' | 'document' | 'link'

/** By host without "www."; hosts below one of these count, too. */
const HOSTS: Record<string, Brand | 'linkedin'> = {
  'behance.net': 'behance',
  'bitbucket.org': 'bitbucket',
  'bsky.app': 'bluesky',
  'codeberg.org': 'codeberg',
  'dev.to': 'devdotto',
  'discord.com': 'discord',
  'discord.gg': 'discord',
  'dribbble.com': 'dribbble',
  'facebook.com': 'facebook',
  'gitea.com': 'gitea',
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'hashnode.com': 'hashnode',
  'hashnode.dev': 'hashnode',
  'huggingface.co': 'huggingface',
  'instagram.com': 'instagram',
  'linkedin.com': 'linkedin',
  'matrix.to': 'matrix',
  'medium.com': 'medium',
  'npmjs.com': 'npm',
  'orcid.org': 'orcid',
  'pypi.org': 'pypi',
  'reddit.com': 'reddit',
  'scholar.google.com': 'googlescholar',
  'sr.ht': 'sourcehut',
  'stackoverflow.com': 'stackoverflow',
  'substack.com': 'substack',
  't.me': 'telegram',
  'threads.com': 'threads',
  'threads.net': 'threads',
  'twitch.tv': 'twitch',
  'twitter.com': 'x',
  'wa.me': 'whatsapp',
  'x.com': 'x',
  'xing.com': 'xing',
  'youtube.com': 'youtube',
}

const FEED = /(^|[./])(feed|rss|atom)(\.(xml|json))?\/?$/i
const DOCUMENT = /\.(pdf|odt|docx?|txt|md)$/i
/** Mastodon, and what federates with it, is at any host. */
const FEDIVERSE = /^\/@[^/]+\/?$/

export type ContactLink = {
  href: string
  /** What people read, or hear. */
  name: string
  sign: ContactSign
  /** The page is the owner's own elsewhere: neither a feed nor a file. */
  isProfile: boolean
}

type Contact = Pick<Settings, 'codeUrl' | 'networkUrl' | 'profileLinks' | 'contactEmail'>

/** Links without a field of their own. */
function linksOf(profileLinks: ProfileLink[]): ContactLink[] {
  return profileLinks.map(({ label, url }) => linkOf(url, label))
}

/** Where else the owner is found: the two links with fields of their own first; each once, and without the address. */
export function profileLinks({ codeUrl, networkUrl, profileLinks }: Omit<Contact, 'contactEmail'>): ContactLink[] {
  const links = [
    ...(codeUrl === '' ? [] : [linkOf(codeUrl, '', { name: 'Code hosting', sign: 'code' })]),
    ...(networkUrl === '' ? [] : [linkOf(networkUrl, '', { name: 'Professional network', sign: 'network' })]),
    ...linksOf(profileLinks),
  ]
  return links.filter(({ href }, index) => links.findIndex((link) => link.href === href) === index)
}

/** The same with the address, which comes first. */
export function contactLinks(contact: Contact): ContactLink[] {
  const { contactEmail } = contact
  const email = { href: `mailto:${contactEmail}`, name: 'Email', sign: 'email', isProfile: false } as const
  return [...(contactEmail === '' ? [] : [email]), ...profileLinks(contact)]
}

/** `label` also chooses the sign, for sites at a host of one's own. */
function linkOf(href: string, label: string, unknown?: Pick<ContactLink, 'name' | 'sign'>): ContactLink {
  const url = URL.parse(href)
  const sign = brandNamed(label) ?? (url && signOf(url)) ?? unknown?.sign ?? 'link'
  const siteName = sign === 'linkedin' ? 'LinkedIn' : isBrand(sign) ? SITES[sign] : undefined
  const name = label || siteName || unknown?.name || hostOf(url) || href
  return { href, name, sign, isProfile: sign !== 'rss' && sign !== 'document' }
}

function signOf(url: URL): ContactSign | undefined {
  const host = hostOf(url)
  const known = Object.entries(HOSTS).find(([site]) => host === site || host.endsWith(`.${site}`))
  if (known) return known[1]
  if (FEDIVERSE.test(url.pathname)) return 'mastodon'
  if (FEED.test(url.pathname)) return 'rss'
  return DOCUMENT.test(url.pathname) ? 'document' : undefined
}

const hostOf = (url: URL | null) => url?.hostname.replace(/^www\./, '') ?? ''
const isBrand = (sign: ContactSign): sign is Brand => Object.hasOwn(SITES, sign)

function brandNamed(label: string): Brand | undefined {
  const named = Object.entries(SITES).find(([, name]) => name.toLowerCase() === label.toLowerCase())
  return named?.[0] as Brand | undefined
}

/** The brands whose signs the product carries. */
export const BRANDS = Object.keys(SITES) as Brand[]
