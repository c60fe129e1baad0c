import { ONGOING } from '@/lib/content/partial-date'
import { type Entry, isDate, type Resume } from '@/lib/cv/resume'
import type { NotePage } from '@/lib/note/server/queries'
import { splitTech } from '@/lib/platform/format'
import { truncate } from '@/lib/platform/truncate'
import type { Post } from '@/lib/post/schema'
import { paths } from '@/lib/routes/paths'
import { type Addressed, canonicalPath } from '@/lib/routes/public-paths'
import type { JsonLd } from '@/lib/seo/inert-json'
import {
  noteCard,
  postCard,
  SHARE_HEIGHT_PX,
  SHARE_WIDTH_PX,
  type ShareCard,
  sharePath,
} from '@/lib/seo/server/share-card'
import { absolute } from '@/lib/seo/server/site'
import { profileLinks } from '@/lib/site-settings/contact'
import type { Settings } from '@/lib/site-settings/schema'
import type { ShareSettings } from '@/lib/site-settings/share-look'
import type { Technology } from '@/lib/technology/schema'
import { NAV_BLOG, NAV_HOME, NAV_PROJECTS, TECHNOLOGIES } from '@/lib/texts/frame-constants'

type Owner = ShareSettings &
  Pick<
    Settings,
    | 'ownerName'
    | 'titleLine'
    | 'bio'
    | 'blogSubtitle'
    | 'codeUrl'
    | 'networkUrl'
    | 'profileLinks'
    | 'contactEmail'
    | 'timeZone'
  >

const SUMMARY_MAX_CHARACTERS = 300
const HOME = { name: NAV_HOME, path: paths.home }
const PROJECTS = { name: NAV_PROJECTS, path: paths.posts() }
const ALL_TECHNOLOGIES = { name: TECHNOLOGIES, path: paths.technologies }
const BLOG = { name: NAV_BLOG, path: paths.notes() }

/** Identifiers by which other statements refer to this person and this site. */
const personId = () => absolute(`${paths.about}#person`)
const websiteId = () => absolute(`${paths.home}#website`)

export function personLd({ ownerName, titleLine, bio, contactEmail, avatar, ...elsewhere }: Owner): JsonLd {
  const sameAs = profileLinks(elsewhere).flatMap(({ href, isProfile }) => (isProfile ? [href] : []))
  return {
    '@type': 'Person',
    '@id': personId(),
    name: ownerName,
    jobTitle: titleLine,
    url: absolute(paths.about),
    ...(bio === '' ? {} : { description: truncate(bio, SUMMARY_MAX_CHARACTERS) }),
    ...(avatar ? { image: absolute(avatar.url) } : {}),
    ...(contactEmail === '' ? {} : { email: contactEmail }),
    ...(sameAs.length === 0 ? {} : { sameAs }),
  }
}

const author = ({ ownerName }: Pick<Owner, 'ownerName'>) => ({
  '@type': 'Person',
  '@id': personId(),
  name: ownerName,
  url: absolute(paths.about),
})

/** The site and its search; for the home page. */
export function websiteLd(owner: Owner): JsonLd {
  return {
    '@type': 'WebSite',
    '@id': websiteId(),
    name: owner.ownerName,
    description: owner.titleLine,
    url: absolute(paths.home),
    author: author(owner),
    potentialAction: {
      '@type': 'SearchAction',
      // The braces must stay unescaped: they are the placeholder of the search text.
      target: { '@type': 'EntryPoint', urlTemplate: `${absolute(paths.find())}?q={keyword}` },
      'query-input': 'required name=keyword',
    },
  }
}

export function aboutLd(owner: Owner): JsonLd {
  return { '@type': 'ProfilePage', url: absolute(paths.about), mainEntity: personLd(owner) }
}

/** The owner's CV: the person of the page About, with what it says of them. */
export function cvLd({ work, education, languages, skills }: Resume, owner: Owner, technologies: Technology[]): JsonLd {
  const organisation = (type: string, { by, url }: Entry) => ({
    '@type': type,
    name: by,
    ...(url === '' ? {} : { url }),
  })
  const roles = (property: string, what: (entry: Entry) => JsonLd) =>
    work.map((entry) => ({ '@type': 'Role', [property]: what(entry), ...roleDates(entry) }))
  const facts = {
    hasOccupation: roles('hasOccupation', ({ title }) => ({ '@type': 'Occupation', name: title })),
    worksFor: roles('worksFor', (entry) => organisation('Organization', entry)),
    alumniOf: education.map((entry) => organisation('EducationalOrganization', entry)),
    knowsAbout: [...new Set([...technologies.map(({ name }) => name), ...skills.flatMap(({ keywords }) => keywords)])],
    knowsLanguage: languages.map(({ title }) => title),
  }
  const known = Object.entries(facts).filter(([, values]) => values.length > 0)
  const mainEntity = { ...personLd(owner), ...Object.fromEntries(known) }
  return { '@type': 'ProfilePage', url: absolute(paths.cv), mainEntity }
}

function roleDates({ title, start, end }: Entry) {
  return {
    ...(title === '' ? {} : { roleName: title }),
    ...(isDate(start) ? { startDate: start } : {}),
    ...(isDate(end) ? { endDate: end } : {}),
  }
}

function shareImage(card: ShareCard): JsonLd {
  return {
    '@type': 'ImageObject',
    url: absolute(sharePath(card)),
    width: SHARE_WIDTH_PX,
    height: SHARE_HEIGHT_PX,
  }
}

/** A project: source code where it names a repository, else a work. */
export function postLd(post: Post, owner: Owner): JsonLd {
  const tech = splitTech(post.tech)
  const pictures = post.image.map(({ url, width, height, caption }) => ({
    '@type': 'ImageObject',
    url: absolute(url),
    width,
    height,
    ...(caption === '' ? {} : { caption }),
  }))
  const facts = {
    '@id': absolute(canonicalPath('post', post)),
    name: post.title,
    description: truncate(post.description, SUMMARY_MAX_CHARACTERS),
    url: absolute(canonicalPath('post', post)),
    datePublished: post.createdAt,
    author: author(owner),
    isPartOf: { '@id': websiteId() },
    image: pictures.length > 0 ? pictures : [shareImage(postCard(post, owner))],
    ...(tech.length === 0 ? {} : { keywords: tech }),
    ...datesOf(post),
    ...(post.state === '' ? {} : { creativeWorkStatus: post.state }),
    ...(post.licence === '' ? {} : { license: { '@type': 'CreativeWork', name: post.licence } }),
    ...sameAs([post.link, ...post.links.map(({ url }) => url)].filter((url) => url !== '')),
  }
  return post.repo === ''
    ? { '@type': 'CreativeWork', ...facts }
    : { '@type': 'SoftwareSourceCode', ...facts, codeRepository: post.repo }
}

const sameAs = (urls: string[]) => (urls.length === 0 ? {} : { sameAs: urls.length === 1 ? urls[0] : urls })

/** When the work was made: an interval of ISO 8601, open where it goes on. */
function datesOf({ started, ended }: Pick<Post, 'started' | 'ended'>) {
  const last = ended === ONGOING ? '' : ended
  return {
    ...(started === '' ? {} : { dateCreated: started }),
    ...(started === '' && last === '' ? {} : { temporalCoverage: `${started || '..'}/${last || '..'}` }),
  }
}

export function noteLd(
  { note, wordCount, technologies, series }: Pick<NotePage, 'note' | 'wordCount' | 'technologies' | 'series'>,
  owner: Owner,
): JsonLd {
  const url = absolute(canonicalPath('note', note))
  return {
    '@type': 'BlogPosting',
    '@id': url,
    headline: note.title,
    ...(note.about === '' ? {} : { description: truncate(note.about, SUMMARY_MAX_CHARACTERS) }),
    url,
    mainEntityOfPage: url,
    datePublished: note.createdAt,
    dateModified: note.updatedAt,
    wordCount,
    ...(technologies.length === 0 ? {} : { keywords: technologies.map(({ name }) => name) }),
    author: author(owner),
    publisher: author(owner),
    isPartOf: series
      ? [{ '@id': websiteId() }, { '@type': 'CreativeWorkSeries', name: series.name }]
      : { '@id': websiteId() },
    ...(series && { position: series.at + 1 }),
    image: [shareImage(noteCard(note, owner))],
  }
}

/** The breadcrumb trail from the home page; the last entry is the current page. */
export function breadcrumbLd(steps: Array<{ name: string; path: string }>): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(path),
    })),
  }
}

export const postsBreadcrumbLd = () => breadcrumbLd([HOME, PROJECTS])

export const postBreadcrumbLd = (post: Pick<Post, '_id' | 'slug' | 'title'>) =>
  breadcrumbLd([HOME, PROJECTS, { name: post.title, path: canonicalPath('post', post) }])

export const notesBreadcrumbLd = () => breadcrumbLd([HOME, BLOG])

export const noteBreadcrumbLd = (note: Addressed & { title: string }) =>
  breadcrumbLd([HOME, BLOG, { name: note.title, path: canonicalPath('note', note) }])

/** A technology, and the works with it that its page lists. */
export function technologyLd(
  { slug, name, text }: Technology,
  works: Array<Addressed & { title: string; kind: 'note' | 'post' }>,
  owner: Owner,
): JsonLd {
  const url = absolute(paths.technology(slug))
  return {
    '@type': 'CollectionPage',
    '@id': url,
    url,
    name,
    ...(text === '' ? {} : { description: truncate(text, SUMMARY_MAX_CHARACTERS) }),
    about: { '@type': 'DefinedTerm', name },
    author: author(owner),
    isPartOf: { '@id': websiteId() },
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: works.length,
      itemListElement: works.map((work, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: work.title,
        url: absolute(canonicalPath(work.kind, work)),
      })),
    },
  }
}

export const technologiesBreadcrumbLd = () => breadcrumbLd([HOME, ALL_TECHNOLOGIES])

export const technologyBreadcrumbLd = ({ slug, name }: Technology) =>
  breadcrumbLd([HOME, ALL_TECHNOLOGIES, { name, path: paths.technology(slug) }])
