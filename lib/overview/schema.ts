import type { ContentName } from '@/lib/content/kinds'

/** Something to go on with: a draft, what is scheduled, changes that are not public yet, or what is public. */
export type OpenText = {
  kind: ContentName
  _id: string
  title: string
  state: 'draft' | 'scheduled' | 'changes' | 'published'
  /** When it was last written to, or of what is scheduled: when it becomes public. */
  at: string
}

/** Something that needs the owner, and the screen where it is mended, if there is one. */
export type Need = { text: string; action?: { label: string; href: string } }

/** The backup that is being made, since so many seconds, and what became of the last one; "" before the first. */
export type BackupState = { seconds: number | null; message: string; hasFailed: boolean }
