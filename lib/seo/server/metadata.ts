import type { Metadata } from 'next'
import type { Resume } from '@/lib/cv/resume'
import type { NotePage } from '@/lib/note/server/queries'
import type { ShownPage } from '@/lib/page/server/queries'
import { truncate } from '@/lib/platform/truncate'
import type { Post } from '@/lib/post/schema'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { paths } from '@/lib/routes/paths'
import { canonicalPath } from '@/lib/routes/public-paths'
import { type FeedPaths, seoPaths } from '@/lib/seo/paths'
import {
  noteCard,
  postCard,
  SHARE_HEIGHT_PX,
  SHARE_WIDTH_PX,
  type ShareCard,
  shareAlt,
  sharePath,
  siteCard,
} from '@/lib/seo/server/share-card'
import { absolute } from '@/lib/seo/server/site'
import type { Settings } from '@/lib/site-settings/schema'
import type { ShareSettings } from '@/lib/site-settings/share-look'
import type { Technology } from '@/lib/technology/schema'
import {
  BLOG_HEADING,
  BLOG_SUBTITLE,
  CV,
  FIND_HEADING,
  PROJECT_INDEX,
  PROJECTS_HEADING,
  SIGN_UP_HEADING,
  SUBSCRIBE_LEAD,
  workWith,
} from '@/lib/texts/constants'
import { NAV_ABOUT, NAV_PROJECTS, SIGN_IN, SUBSCRIBE, TECHNOLOGIES } from '@/lib/texts/frame-constants'
import type { Profile } from '@/lib/user/schema'

const DESCRIPTION_MAX_CHARACTERS = 160

/** What the builders need of the site's settings. */
export type Site = Pick<Settings, 'ownerName' | 'titleLine' | 'bio' | 'blogSubtitle' | 'timeZone'> &
  Partial<Pick<Settings, 'fediverse'>> &
  ShareSettings

type OpenGraphKind =
  | { type: 'website' }
  | { type: 'profile'; username?: string }
  | { type: 'article'; publishedTime: string; modifiedTime?: string; authors: string[]; tags?: string[] }

type PageFacts = {
  title: string
  description: string
  path: string
  card?: ShareCard
  kind?: OpenGraphKind
  markdown?: string
  /** What it has besides those of the site. */
  feeds?: Array<ReturnType<typeof feedLinks>>
  /** false keeps the page out of search engines. */
  index?: boolean
  /** Whether they may follow its links; as a rule also of what they do not list. */
  follow?: boolean
}

const feedLinks = (name: string, site: Site, { rss, atom, json }: FeedPaths) => ({
  'application/rss+xml': { url: absolute(rss), title: `${site.ownerName}: ${name} (RSS)` },
  'application/atom+xml': { url: absolute(atom), title: `${site.ownerName}: ${name} (Atom)` },
  'application/feed+json': { url: absolute(json), title: `${site.ownerName}: ${name} (JSON Feed)` },
})

/** Every page names every feed, so that a reader's "find the feed" works wherever it is pressed; its own first. */
function alternates(site: Site, markdown: string | undefined, own: Array<ReturnType<typeof feedLinks>>) {
  const notes = feedLinks(BLOG_HEADING, site, seoPaths.noteFeeds)
  const posts = feedLinks(NAV_PROJECTS, site, seoPaths.postFeeds)
  const feeds = [...own, notes, posts]
  return {
    'application/rss+xml': feeds.map((feed) => feed['application/rss+xml']),
    'application/atom+xml': feeds.map((feed) => feed['application/atom+xml']),
    'application/feed+json': feeds.map((feed) => feed['application/feed+json']),
    ...(markdown ? { 'text/markdown': absolute(markdown) } : {}),
  }
}

function page(
  site: Site,
  {
    title,
    description,
    path,
    card = siteCard(site),
    kind,
    markdown,
    feeds = [],
    index = true,
    follow = true,
  }: PageFacts,
) {
  const url = absolute(path)
  const summary = truncate(description, DESCRIPTION_MAX_CHARACTERS)
  const image = {
    url: absolute(sharePath(card)),
    width: SHARE_WIDTH_PX,
    height: SHARE_HEIGHT_PX,
    alt: shareAlt(card),
    type: 'image/png',
  }
  return {
    title: { absolute: title },
    description: summary,
    alternates: { canonical: url, types: alternates(site, markdown, feeds) },
    openGraph: {
      ...(kind ?? { type: 'website' }),
      title,
      description: summary,
      url,
      siteName: site.ownerName,
      locale: 'en',
      images: [image],
    },
    twitter: {
      card: 'summary_large_image',
      title,
      description: summary,
      images: [{ url: image.url, alt: image.alt }],
    },
    ...(index ? {} : { robots: { index: false, follow } }),
    ...(site.fediverse ? { other: { 'fediverse:creator': site.fediverse } } : {}),
  } satisfies Metadata
}

const titled = (title: string, site: Pick<Site, 'ownerName'>) =>
  title === site.ownerName ? title : `${title} · ${site.ownerName}`
const numbered = (title: string, pageNumber: number) => (pageNumber > 1 ? `${title}, page ${pageNumber}` : title)

export function homeMetadata(site: Site): Metadata {
  return page(site, {
    title: `${site.ownerName} · ${site.titleLine}`,
    description: site.bio || site.titleLine,
    path: paths.home,
  })
}

/** `pageNumber` counts from 1; each page of the list is its own canonical address. */
export function projectsMetadata(site: Site, pageNumber = 1): Metadata {
  return page(site, {
    title: titled(numbered(PROJECTS_HEADING, pageNumber), site),
    description: `Software projects by ${site.ownerName}, ${site.titleLine}: what each one does, what it is made of, and its code.`,
    path: paths.posts(pageNumber),
    card: siteCard(site, 'projects'),
  })
}

/** The same projects as lines: the list is what search engines are to show. */
export function projectIndexMetadata(site: Site): Metadata {
  return { ...projectsMetadata(site), title: titled(PROJECT_INDEX, site) }
}

/** Results of a search are no page of their own to a search engine. `keyword` is the decoded text. */
export function searchMetadata(keyword: string, site: Site, pageNumber = 1): Metadata {
  return page(site, {
    title: titled(numbered(`Projects made with “${truncate(keyword, 60)}”`, pageNumber), site),
    description: `Software projects by ${site.ownerName} that are made with “${truncate(keyword, 60)}”.`,
    path: paths.searchPosts(keyword, pageNumber),
    index: false,
  })
}

/** A search over everything; whatever it finds has a page of its own. */
export function findMetadata(q: string, site: Site): Metadata {
  return page(site, {
    title: titled(q === '' ? FIND_HEADING : `${FIND_HEADING} “${truncate(q, 60)}”`, site),
    description: `Projects and notes by ${site.ownerName}, ${site.titleLine}.`,
    path: paths.find(),
    index: false,
  })
}

export function technologiesMetadata(site: Site): Metadata {
  return page(site, {
    title: titled(TECHNOLOGIES, site),
    description: `What ${site.ownerName}, ${site.titleLine}, works with: the projects and notes of each technology, and since when.`,
    path: paths.technologies,
    card: siteCard(site, 'technologies'),
  })
}

export function technologyMetadata({ slug, name, text }: Technology, site: Site): Metadata {
  return page(site, {
    title: titled(name, site),
    description: text || `${workWith(name)} by ${site.ownerName}, ${site.titleLine}.`,
    path: paths.technology(slug),
    card: siteCard(site, 'technologies'),
    feeds: [feedLinks(name, site, seoPaths.technologyFeeds(slug))],
  })
}

export function postMetadata(post: Post, site: Site): Metadata {
  return page(site, {
    title: titled(post.title, site),
    description: post.description,
    path: canonicalPath('post', post),
    card: postCard(post, site),
    kind: { type: 'article', publishedTime: post.createdAt, authors: [absolute(paths.about)] },
    markdown: seoPaths.postMarkdown(post.slug || post._id),
  })
}

/** `pageNumber` counts from 1; each page of the list is its own canonical address. */
export function blogMetadata(site: Site, pageNumber = 1): Metadata {
  return page(site, {
    title: titled(numbered(BLOG_HEADING, pageNumber), site),
    description: `${site.blogSubtitle || BLOG_SUBTITLE} by ${site.ownerName}, ${site.titleLine}.`,
    path: paths.notes(pageNumber),
    card: siteCard(site, 'blog'),
  })
}

export async function noteMetadata(
  { note, rendered }: Pick<NotePage, 'note' | 'rendered'>,
  site: Site,
): Promise<Metadata> {
  return page(site, {
    title: titled(note.title, site),
    description: note.about || (await firstWords(rendered)) || note.title,
    path: canonicalPath('note', note),
    card: noteCard(note, site),
    kind: {
      type: 'article',
      publishedTime: note.createdAt,
      modifiedTime: note.updatedAt,
      authors: [absolute(paths.about)],
    },
    markdown: seoPaths.noteMarkdown(note.slug || note._id),
  })
}

/** A page of the owner's own; search engines leave it out where he says so. */
export async function pageMetadata({ page: own, rendered }: ShownPage, site: Site): Promise<Metadata> {
  return page(site, {
    title: titled(own.title, site),
    description: (await firstWords(rendered)) || own.title,
    path: canonicalPath('page', own),
    card: siteCard(site, 'home'),
    index: own.robots !== 'noindex',
    markdown: seoPaths.pageMarkdown(own.slug || own._id),
  })
}

/** Loads the HTML parser, which other pages do without: a function on a host starts the sooner. */
async function firstWords(html: SafeHtml): Promise<string> {
  const { plainText } = await import('@/lib/rich-text/server/plain-text')
  return truncate(plainText(html), DESCRIPTION_MAX_CHARACTERS)
}

/** `about` is the owner's text as the page shows it, if there is one. */
export async function aboutMetadata(site: Site, about?: SafeHtml): Promise<Metadata> {
  return page(site, {
    title: titled(NAV_ABOUT, site),
    description: (about && (await firstWords(about))) || site.bio || site.titleLine,
    path: paths.about,
    card: siteCard(site, 'about'),
    kind: { type: 'profile' },
  })
}

export function cvMetadata({ basics }: Resume, site: Site): Metadata {
  return page(site, {
    title: titled(CV, site),
    description: basics.summary || site.bio || site.titleLine,
    path: paths.cv,
    card: siteCard(site, 'about'),
    kind: { type: 'profile' },
  })
}

export function subscribeMetadata(site: Site): Metadata {
  return page(site, {
    title: titled(SUBSCRIBE, site),
    description: `${SUBSCRIBE_LEAD} The feeds of ${site.ownerName}.`,
    path: paths.subscribe,
    card: siteCard(site, 'subscribe'),
  })
}

/** Anyone may register and write about themselves, so that only an admin's profile is offered to search engines. */
export function profileMetadata(profile: Pick<Profile, '_id' | 'name' | 'username' | 'isAdmin'>, site: Site): Metadata {
  return page(site, {
    title: titled(profile.name, site),
    description: `${profile.name} (${profile.username}) on the site of ${site.ownerName}.`,
    path: paths.profile(profile._id),
    kind: { type: 'profile', username: profile.username },
    index: profile.isAdmin,
    follow: profile.isAdmin,
  })
}

/** What there is not: in the words of its page. */
export function missingMetadata(title: string, site: Pick<Site, 'ownerName'>): Metadata {
  return { title: { absolute: titled(title, site) } }
}

export function signInMetadata(site: Site): Metadata {
  return page(site, {
    title: titled(SIGN_IN, site),
    description: `Sign in to the site of ${site.ownerName}.`,
    path: paths.signIn(),
    index: false,
  })
}

export function signUpMetadata(site: Site): Metadata {
  return page(site, {
    title: titled(SIGN_UP_HEADING, site),
    description: `Register on the site of ${site.ownerName}.`,
    path: paths.signUp,
    index: false,
  })
}
