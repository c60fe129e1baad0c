import type { ConflictField } from '@/components/content/conflict-dialog'

type StoredImage = { url: string; alt: string }

/** The image of a form: `previewUrl` of a new one, or that the stored one is to be removed. */
export type ImageDraft = { previewUrl: string | null; removed: boolean; alt: string }

const NO_IMAGE = 'No picture'

/** Null when the form has not touched the image: the form then takes the saved one, since its own may be deleted. */
export function imageConflict(
  { name, label }: { name: string; label: string },
  mine: ImageDraft,
  base: StoredImage | null | undefined,
  current: StoredImage | null | undefined,
): ConflictField | null {
  const isReplaced = mine.previewUrl !== null
  const isDescribed = base && mine.alt !== base.alt && mine.alt !== current?.alt
  if (!isReplaced && !(mine.removed && current) && !(isDescribed && current)) return null
  return {
    name,
    label,
    mine: mine.removed ? NO_IMAGE : mine.alt,
    theirs: current ? current.alt : NO_IMAGE,
    pictures: { mine: mine.removed ? undefined : (mine.previewUrl ?? current?.url), theirs: current?.url },
    first: 'mine',
  }
}
