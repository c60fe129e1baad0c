import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { urlOfWidth } from '@/lib/media/variants'
import { shortDate, splitTech } from '@/lib/platform/format'
import { firstSentence } from '@/lib/post/description'
import type { Post, PostImage } from '@/lib/post/schema'
import type { Addressed } from '@/lib/routes/public-paths'
import type { Settings } from '@/lib/site-settings/schema'
import { type ShareAppearance, type ShareSettings, shareAppearance } from '@/lib/site-settings/share-look'
import { BLOG_HEADING, BLOG_SUBTITLE, PROJECTS_HEADING, SUBSCRIBE_LEAD, TECHNOLOGIES_LEAD } from '@/lib/texts/constants'
import { NAV_ABOUT, SUBSCRIBE, TECHNOLOGIES } from '@/lib/texts/frame-constants'

export const SHARE_WIDTH_PX = 1200
export const SHARE_HEIGHT_PX = 630
const DEFAULT_APPEARANCE = shareAppearance({
  ...{ accent: '', accentDark: '', scheme: 'system', fonts: 'book', sharePortrait: false, avatar: null },
})
/** Grows with every change of how a share image looks: its address changes, and caches fetch it anew. */
const APPEARANCE_REVISION = 3
/** As wide as a picture is shown at most. */
const PICTURE_PX = 800

type ShareKind = 'site' | 'post' | 'note'

/**
 * What a share image says, and the address it has while it says so. `summary` is a sentence below the title, `picture` an
 * address, each "" for none.
 */
export type ShareCard = {
  kind: ShareKind
  id: string
  title: string
  owner: string
  summary: string
  detail: string
  picture: string
  appearance: ShareAppearance
}

type Owner = Pick<Settings, 'ownerName' | 'titleLine' | 'bio' | 'blogSubtitle' | 'timeZone'> & ShareSettings

/** The pages with a card of their own: what it says. Pages without have that of home. */
const SITE_CARDS = {
  home: ({ ownerName, bio }: Owner) => ({ title: ownerName, summary: bio }),
  about: ({ bio }: Owner) => ({ title: NAV_ABOUT, summary: bio }),
  projects: () => ({ title: PROJECTS_HEADING, summary: 'What each one does, what it is made of, and its code.' }),
  blog: ({ blogSubtitle }: Owner) => ({ title: BLOG_HEADING, summary: blogSubtitle || BLOG_SUBTITLE }),
  technologies: () => ({ title: TECHNOLOGIES, summary: TECHNOLOGIES_LEAD }),
  subscribe: () => ({ title: SUBSCRIBE, summary: SUBSCRIBE_LEAD }),
}
export type SiteCardId = keyof typeof SITE_CARDS

export const isSiteCard = (id: string): id is SiteCardId => Object.hasOwn(SITE_CARDS, id)

export function siteCard(owner: Owner, id: SiteCardId = 'home'): ShareCard {
  const { ownerName, titleLine } = owner
  const card = {
    kind: 'site',
    id,
    owner: ownerName,
    detail: titleLine,
    picture: '',
    appearance: shareAppearance(owner),
  } as const
  return { ...card, ...SITE_CARDS[id](owner) }
}

type SharedPost = Addressed &
  Pick<Post, 'title' | 'description' | 'tech'> & {
    image: Pick<PostImage, 'url' | 'variants'>[]
  }

/** Of a project; it shows the project's first picture. */
export function postCard(
  { _id, slug, title, description, tech, image: [first] }: SharedPost,
  { ownerName, ...settings }: Owner,
): ShareCard {
  const picture = first ? urlOfWidth(first, PICTURE_PX) : ''
  const detail = splitTech(tech).join(', ')
  const summary = firstSentence(description)
  return {
    kind: 'post',
    id: slug || _id,
    title,
    owner: ownerName,
    summary,
    detail,
    picture,
    appearance: shareAppearance(settings),
  }
}

type SharedNote = Addressed & { title: string; about: string; createdAt: string }

export function noteCard(note: SharedNote, owner: Owner): ShareCard {
  const detail = shortDate(note.createdAt, owner.timeZone)
  return {
    kind: 'note',
    id: note.slug || note._id,
    title: note.title,
    owner: owner.ownerName,
    summary: note.about,
    detail,
    picture: '',
    appearance: shareAppearance(owner),
  }
}

/** Says all that can be seen on the card, so that an address never shows two different images. */
export function shareStamp(card: ShareCard): string {
  return createHash('sha256')
    .update(
      JSON.stringify([
        APPEARANCE_REVISION,
        card.kind,
        card.title,
        card.owner,
        card.summary,
        card.detail,
        ...pictureOf(card),
        ...appearanceOf(card),
      ]),
    )
    .digest('hex')
    .slice(0, 16)
}

// Nothing where there is none, or where the owner has changed nothing: addresses from before there was a choice stay.
const pictureOf = ({ picture }: ShareCard) => (picture === '' ? [] : [picture])
const appearanceOf = ({ appearance }: ShareCard) =>
  isDeepStrictEqual(appearance, DEFAULT_APPEARANCE) ? [] : [appearance]

/** `/share/note/{slug}/{stamp}.png`; also by its id. */
export function sharePath(card: ShareCard): string {
  return `/share/${card.kind}/${encodeURIComponent(card.id)}/${shareStamp(card)}.png`
}

/** The image in words, for those who do not see it. */
export function shareAlt({ title, owner }: ShareCard): string {
  return title === owner ? owner : `${title} – ${owner}`
}
