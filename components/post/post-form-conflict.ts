import { type ConflictField, textConflicts } from '@/components/content/conflict-dialog'
import { type ImageDraft, imageConflict } from '@/components/content/image-conflict'
import { FACT_LABELS, type POST_TEXTS } from '@/lib/content/post-facts'
import type { Post } from '@/lib/post/schema'
import { FULL_PROJECT } from '@/lib/texts/constants'
import { DESCRIPTION, GITHUB, IMAGE, TITLE } from '@/lib/texts/form-constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'

type PostTexts = Pick<Post, (typeof POST_TEXTS)[number] | 'image'>

const LABELS = {
  ...{ title: TITLE, repo: GITHUB, link: FULL_PROJECT, tech: TECHNOLOGIES, description: DESCRIPTION },
  ...FACT_LABELS,
}
/** Of all the form's fields. */
export const POST_LABELS = { ...LABELS, image: IMAGE, alt: 'Alt text' }

/** The fields that differ between the form and the stored project. */
export function postConflict(
  mine: Record<(typeof POST_TEXTS)[number], string>,
  image: ImageDraft,
  base: PostTexts,
  current: PostTexts,
): ConflictField[] {
  const fields = textConflicts(LABELS, mine, base, current)
  const imageField = imageConflict({ name: 'image', label: IMAGE }, image, base.image[0], current.image[0])
  return imageField ? [...fields, imageField] : fields
}
