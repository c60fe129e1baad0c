import { createHash } from 'node:crypto'
import { shortDate, splitTech } from '@/lib/platform/format'

export const SHARE_WIDTH_PX = 1200
export const SHARE_HEIGHT_PX = 630
/** Grows with every change of how a share image looks: its address changes, and caches fetch it anew. */
const LOOK_REVISION = 1

export type ShareKind = 'site' | 'post' | 'note'

/** What a share image says, and the address it has while it says so. */
export type ShareCard = { kind: ShareKind; id: string; title: string; owner: string; detail: string }

type Owner = { ownerName: string; titleLine: string }

/** The image of pages that have none of their own. */
export function siteCard({ ownerName, titleLine }: Owner): ShareCard {
  return { kind: 'site', id: 'home', title: ownerName, owner: ownerName, detail: titleLine }
}

export function postCard(post: { _id: string; title: string; tech: string }, { ownerName }: Owner): ShareCard {
  return { kind: 'post', id: post._id, title: post.title, owner: ownerName, detail: splitTech(post.tech).join(', ') }
}

export function noteCard(note: { _id: string; title: string; createdAt: string }, { ownerName }: Owner): ShareCard {
  return { kind: 'note', id: note._id, title: note.title, owner: ownerName, detail: shortDate(note.createdAt) }
}

/** Says all that can be seen on the card, so that an address never shows two different images. */
export function shareStamp(card: ShareCard): string {
  return createHash('sha256')
    .update(JSON.stringify([LOOK_REVISION, card.kind, card.title, card.owner, card.detail]))
    .digest('hex')
    .slice(0, 16)
}

/** `/share/note/{id}/{stamp}.png` */
export function sharePath(card: ShareCard): string {
  return `/share/${card.kind}/${encodeURIComponent(card.id)}/${shareStamp(card)}.png`
}

/** The image in words, for those who do not see it. */
export function shareAlt({ kind, title, owner }: ShareCard): string {
  return kind === 'site' ? owner : `${title} – ${owner}`
}
