import type { PublishingState } from '@/lib/publishing/status'

/** A row as an admin's table shows it. */
export type ContentTableRow = PublishingState & {
  _id: string
  /** "" of a draft that has none yet. */
  title: string
  createdAt: string
  version: number
  /** When it went to the trash; null for one that is not there. */
  deletedAt: string | null
  /** Whether changes wait beside the text that is or will be public. */
  hasChanges: boolean
}
