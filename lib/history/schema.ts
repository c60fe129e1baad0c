import type { ContentSubject } from '@/lib/content/kinds'
import type { PostFacts } from '@/lib/content/post-facts'
import type { Change } from '@/lib/content/word-difference'
import type { Status } from '@/lib/publishing/status'
import type { BlockChange } from '@/lib/rich-text/block-change'

export type HistorySubject = ContentSubject

/** What a revision holds of a note; `description` is HTML. What came later is left out where there is none. */
export type NoteRevision = { title: string; about: string; description: string } & NoteRevisionLater
type NoteRevisionLater = { tech?: string; series?: string; related?: string }

export const saidInRevision = ({ tech = '', series = '', related = '' }: NoteRevisionLater) => ({
  ...(tech === '' ? {} : { tech }),
  ...(series === '' ? {} : { series }),
  ...(related === '' ? {} : { related }),
})

/** A picture as a project had it. Where its file is gone, `placeholder` is what remains to be seen. */
export type RevisionPicture = {
  url: string
  alt: string
  /** Came later, and is left out where there is none. */
  caption?: string
  width: number
  height: number
  placeholder: string
}

export function pictureInRevision(picture: Required<RevisionPicture>): RevisionPicture {
  const { url, alt, caption, width, height, placeholder } = picture
  return { url, alt, ...(caption === '' ? {} : { caption }), width, height, placeholder }
}

/** The same when it is shown. */
export type ShownPicture = RevisionPicture & { isStored: boolean }

export const storyInRevision = (story = ''): { story?: string } => (story === '' ? {} : { story })

/**
 * What a revision holds of a project; `story` is HTML. The facts came later, and the story, which is left out where there
 * is none.
 */
export type PostRevision = Partial<PostFacts> & {
  links?: string
  title: string
  description: string
  story?: string
  repo: string
  link: string
  tech: string
  image: RevisionPicture[]
}

/** What a revision holds of a page; `description` is HTML. */
export type PageRevision = { title: string; description: string; footer: string; robots: string }

export type RevisionFields = NoteRevision | PostRevision | PageRevision

/** What a revision was saved as: 'copy' is what was written beside a public text, 'kept' a draft saved by hand. */
export type RevisionStatus = Status | 'copy' | 'kept'

/** A revision in a list. */
export type RevisionEntry = {
  id: number
  /** Who wrote it; null for what was there before its history began. `id` is "" for the shell. */
  author: { id: string; name: string } | null
  status: RevisionStatus
  words: number
  /** How many words more than in the revision before; null for the first. */
  difference: number | null
  /** When its editing session began and when it was last saved in. */
  createdAt: string
  updatedAt: string
}

/** What became of a field between two revisions; only of those that differ. */
export type FieldChange = { name: string } & (
  | { type: 'text'; changes: Change[] }
  | { type: 'rich-text'; blocks: BlockChange[] }
  | { type: 'picture'; before: ShownPicture | null; after: ShownPicture | null }
)

/** A revision beside a later one, or beside itself to be read. */
export type Comparison = { from: RevisionEntry; to: RevisionEntry; fields: FieldChange[] }

/** Silence that ends an editing session. */
export const EDITING_SESSION_MINUTES = 30
/** Kept of each row: drafts and working copies, and what was or was to be public. */
export const DRAFTS_RETAINED = 50
export const PUBLISHED_RETAINED = 100
