import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { urlOfWidth } from '@/lib/media/variants'
import { shortDate, splitTech } from '@/lib/platform/format'
import type { PostImage } from '@/lib/post/schema'
import type { Addressed } from '@/lib/routes/public-paths'
import type { Settings } from '@/lib/site-settings/schema'
import { type ShareLook, type ShareSettings, shareLook } from '@/lib/site-settings/share-look'

export const SHARE_WIDTH_PX = 1200
export const SHARE_HEIGHT_PX = 630
const DEFAULT_LOOK = shareLook({ accent: '', accentDark: '', scheme: 'system', sharePortrait: false, avatar: null })
/** Grows with every change of how a share image looks: its address changes, and caches fetch it anew. */
const LOOK_REVISION = 1
/** As wide as a picture is shown at most. */
const PICTURE_PX = 480

export type ShareKind = 'site' | 'post' | 'note'

/** What a share image says, and the address it has while it says so. `picture` is an address, "" for none. */
export type ShareCard = {
  kind: ShareKind
  id: string
  title: string
  owner: string
  detail: string
  picture: string
  look: ShareLook
}

type Owner = Pick<Settings, 'ownerName' | 'titleLine' | 'timeZone'> & ShareSettings

/** The image of pages that have none of their own. */
export function siteCard({ ownerName, titleLine, ...settings }: Owner): ShareCard {
  const look = shareLook(settings)
  return { kind: 'site', id: 'home', title: ownerName, owner: ownerName, detail: titleLine, picture: '', look }
}

type SharedPost = Addressed & { title: string; tech: string; image: Pick<PostImage, 'url' | 'variants'>[] }

/** Of a project; it shows the project's first picture. */
export function postCard(
  { _id, slug, title, tech, image: [first] }: SharedPost,
  { ownerName, ...settings }: Owner,
): ShareCard {
  const picture = first ? urlOfWidth(first, PICTURE_PX) : ''
  const detail = splitTech(tech).join(', ')
  return { kind: 'post', id: slug || _id, title, owner: ownerName, detail, picture, look: shareLook(settings) }
}

export function noteCard(note: Addressed & { title: string; createdAt: string }, owner: Owner): ShareCard {
  const detail = shortDate(note.createdAt, owner.timeZone)
  return {
    kind: 'note',
    id: note.slug || note._id,
    title: note.title,
    owner: owner.ownerName,
    detail,
    picture: '',
    look: shareLook(owner),
  }
}

/** Says all that can be seen on the card, so that an address never shows two different images. */
export function shareStamp(card: ShareCard): string {
  return createHash('sha256')
    .update(
      JSON.stringify([
        LOOK_REVISION,
        card.kind,
        card.title,
        card.owner,
        card.detail,
        ...pictureOf(card),
        ...lookOf(card),
      ]),
    )
    .digest('hex')
    .slice(0, 16)
}

// Nothing where there is none, or where the owner has changed nothing: addresses from before there was a choice stay.
const pictureOf = ({ picture }: ShareCard) => (picture === '' ? [] : [picture])
const lookOf = ({ look }: ShareCard) => (isDeepStrictEqual(look, DEFAULT_LOOK) ? [] : [look])

/** `/share/note/{slug}/{stamp}.png`; also by its id. */
export function sharePath(card: ShareCard): string {
  return `/share/${card.kind}/${encodeURIComponent(card.id)}/${shareStamp(card)}.png`
}

/** The image in words, for those who do not see it. */
export function shareAlt({ kind, title, owner }: ShareCard): string {
  return kind === 'site' ? owner : `${title} – ${owner}`
}
