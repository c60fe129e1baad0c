import * as z from 'zod/mini'
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

/** What a write of Markdown answers. */
export const markdownWrittenSchema = z.object({
  message: z.string(),
  _id: z.string(),
  version: z.number(),
  /** For the next `If-Match`. It is no header: what is stored is not what was sent, byte for byte. */
  etag: z.string(),
  /** "waiting": beside what readers see. */
  status: z.enum(['draft', 'scheduled', 'published', 'waiting']),
  /** What the replaced blocks had and Markdown cannot say. */
  lost: z.array(z.string()),
  /** What of the front matter changed nothing. */
  remarks: z.array(z.string()),
})

export type MarkdownWritten = z.output<typeof markdownWrittenSchema>
