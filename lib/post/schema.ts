import * as z from 'zod/mini'
import type { ContentTableRow } from '@/lib/content-kind/schema'
import { imageVariantSchema } from '@/lib/media/schema'
import { publishingStateFields } from '@/lib/publishing/schema'
import type { SafeHtml } from '@/lib/rich-text/safe-html'

/** A stored picture of a project. `width` and `height` in pixels; `placeholder` a tiny data URL or "". */
const postImageSchema = z.object({
  _id: z.string(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  caption: z.string(),
  placeholder: z.string(),
  /** Copies for smaller screens, narrowest first. */
  variants: z.array(imageVariantSchema),
})

/** A project as the API answers it. */
export const postSchema = z.object({
  _id: z.string(),
  /** The readable end of its address; "" where it has none. */
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** HTML. */
  story: z.string(),
  image: z.array(postImageSchema),
  repo: z.string(),
  link: z.string(),
  tech: z.string(),
  role: z.string(),
  forWhom: z.string(),
  period: z.string(),
  state: z.string(),
  /** "", YYYY, YYYY-MM or YYYY-MM-DD; `ended` also "ongoing". */
  started: z.string(),
  ended: z.string(),
  usedBy: z.string(),
  licence: z.string(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  createdAt: z.iso.datetime(),
  version: z.number(),
})

export type PostImage = z.output<typeof postImageSchema>
/** A project without its story, which only its own page shows. */
export type Post = Omit<z.output<typeof postSchema>, 'story'>
/** With its story, cleaned. */
export type WholePost = Post & { story: SafeHtml }
/** A project as pages show it; `path` is where they lead. */
export type ShownPost = Post & { path: string }
/** A project as the API answers it to admins. */
export const adminPostSchema = z.extend(postSchema, {
  ...publishingStateFields,
  isPinned: z.boolean(),
})

export type AdminPost = z.output<typeof adminPostSchema>

/** A pinned project in the owner's order. */
export type PinnedPost = Pick<Post, '_id' | 'title'>

/** A project as the admin's table shows it. */
export type PostTableRow = ContentTableRow &
  Pick<AdminPost, 'repo' | 'link' | 'isPinned'> & {
    /** What is new at its repository. */
    repoFact: { report: string } | null
  }
