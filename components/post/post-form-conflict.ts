import { type ConflictField, textConflicts } from '@/components/content/conflict-dialog'
import type { Post } from '@/lib/post/schema'
import { FULL_PROJECT } from '@/lib/texts/constants'
import { DESCRIPTION, GITHUB, IMAGE, TECHNOLOGIES, TITLE } from '@/lib/texts/form-constants'

export const POST_TEXTS = ['title', 'repo', 'link', 'tech', 'description'] as const

type PostTexts = Pick<Post, (typeof POST_TEXTS)[number] | 'image'>

/** What the form holds of the picture: `previewUrl` of a new one, or that it is to go. */
type MyPicture = { previewUrl: string | null; removed: boolean; alt: string }

const LABELS = { title: TITLE, repo: GITHUB, link: FULL_PROJECT, tech: TECHNOLOGIES, description: DESCRIPTION }
const NO_PICTURE = 'No picture'

/** The fields in which the form and the project as it is now differ. */
export function postConflict(
  mine: Record<(typeof POST_TEXTS)[number], string>,
  picture: MyPicture,
  base: PostTexts,
  current: PostTexts,
): ConflictField[] {
  const fields = textConflicts(LABELS, mine, base, current)
  const pictureField = pictureConflict(picture, base.image[0], current.image[0])
  return pictureField ? [...fields, pictureField] : fields
}

/** A picture that was left alone follows the saved one: the one before may be gone from the store. */
function pictureConflict(
  mine: MyPicture,
  base: Post['image'][number] | undefined,
  current: Post['image'][number] | undefined,
): ConflictField | null {
  const isReplaced = mine.previewUrl !== null
  const isDescribed = base !== undefined && mine.alt !== base.alt && mine.alt !== current?.alt
  if (!isReplaced && !(mine.removed && current) && !(isDescribed && current)) return null
  return {
    name: 'image',
    label: IMAGE,
    mine: mine.removed ? NO_PICTURE : mine.alt,
    theirs: current ? current.alt : NO_PICTURE,
    pictures: { mine: mine.removed ? undefined : (mine.previewUrl ?? current?.url), theirs: current?.url },
    first: 'mine',
  }
}
