import { z } from 'zod'
import {
  IMAGE_ALT_MAX_CHARACTERS,
  IMAGE_DESCRIPTION_MAX_CHARACTERS,
  WEB_ADDRESS_MAX_CHARACTERS,
} from '@/lib/content/contract-limits'
import { textField } from '@/lib/content/fields'

const alt = textField('Alt text', 0, IMAGE_DESCRIPTION_MAX_CHARACTERS).default('')

/** The text field of POST /api/media/new; the picture travels beside it as a file. */
export const createImageSchema = z.object({ alt })

/** POST /api/media/copy */
export const copyImageSchema = z.object({ address: textField('Address', 1, WEB_ADDRESS_MAX_CHARACTERS), alt })

/** GET /api/media: stored images that a text may show, or that a project may take. */
export const listImagesSchema = z.object({
  filter: z.string().normalize().trim().max(200, 'filter can have at most 200 characters.').default(''),
  for: z.enum(['text', 'post'], { error: 'for must be text or post.' }).default('text'),
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'page must be a whole number from 1.')
    .transform(Number)
    .default(1),
})

const id = z.string({ error: 'A picture is named by its id.' }).max(100, 'No id is so long.')
const IMAGES_MAX = 100

/** PUT /api/media: the images with their new descriptions. */
export const describeImagesSchema = z.object({
  pictures: z
    // No longer than the form of a project takes it.
    .array(z.object({ id, alt: textField('Description', 0, IMAGE_ALT_MAX_CHARACTERS) }), {
      error: 'pictures must be a list of {id, alt}.',
    })
    .min(1, 'Choose at least one picture.')
    .max(IMAGES_MAX, `At most ${IMAGES_MAX} pictures at once.`),
})

/** PUT /api/media/:id: the picture alone, as a file. */
export const replaceImageSchema = z.object({})

/** POST /api/media: deletes images that nothing shows, or undoes that. */
export const trashImagesSchema = z.object({
  ids: z.array(id).min(1, 'Choose at least one picture.').max(IMAGES_MAX, `At most ${IMAGES_MAX} pictures at once.`),
  action: z.enum(['trash', 'restore'], { error: 'The action must be trash or restore.' }),
})

export type ListImagesQuery = z.output<typeof listImagesSchema>
export type TrashImagesInput = z.output<typeof trashImagesSchema>
export type DescribeImagesInput = z.output<typeof describeImagesSchema>
export type CreateImageInput = z.output<typeof createImageSchema>
export type CopyImageInput = z.output<typeof copyImageSchema>
