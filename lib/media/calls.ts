import * as z from 'zod/mini'
import { countSchema } from '@/lib/calls/answers'
import { type Call, form, json, query } from '@/lib/calls/call'
import { IMAGE_DESCRIPTIONS_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import type {
  copyImageSchema,
  createImageSchema,
  describeImagesSchema,
  listImagesSchema,
  replaceImageSchema,
  trashImagesSchema,
} from '@/lib/media/input'
import { imageSchema, offeredImageSchema } from '@/lib/media/schema'

export const mediaCalls = {
  list: {
    summary: 'Lists the stored images that a text may show, or a project may take, newest first.',
    method: 'GET',
    path: '/api/media',
    access: 'admin',
    query: query<typeof listImagesSchema>(),
    answer: z.object({ pictures: z.array(offeredImageSchema), total: z.number() }),
  },
  create: {
    summary: 'Stores an image for a text or as the avatar.',
    method: 'POST',
    path: '/api/media/new',
    access: 'admin',
    token: 'write',
    body: { ...form<typeof createImageSchema>(), imageRequired: 'Choose a picture.' },
    status: 201,
    answer: z.extend(imageSchema, { message: z.string() }),
    audit: 'picture.create',
  },
  copy: {
    summary: 'Stores a copy of an image on another server, for a text.',
    method: 'POST',
    path: '/api/media/copy',
    access: 'admin',
    token: 'write',
    tools: ['picture_copy'],
    body: json<typeof copyImageSchema>(),
    status: 201,
    answer: z.extend(imageSchema, { message: z.string() }),
    audit: 'picture.copy',
  },
  describe: {
    summary: 'Describes stored images: as pictures of a project, and where they are used from then on.',
    method: 'PUT',
    path: '/api/media',
    access: 'admin',
    body: json<typeof describeImagesSchema>(IMAGE_DESCRIPTIONS_BODY_MAX_BYTES),
    answer: countSchema,
    audit: 'picture.describe',
    invalidatesPages: true,
  },
  replace: {
    summary: 'Replaces a stored image by another one, wherever it is shown; its old address leads to the new one.',
    method: 'PUT',
    path: '/api/media/:id',
    access: 'admin',
    body: { ...form<typeof replaceImageSchema>(), imageRequired: 'Choose a picture.' },
    answer: z.extend(imageSchema, { ...countSchema.shape }),
    refuses: [409],
    audit: 'picture.replace',
    invalidatesPages: true,
  },
  trash: {
    summary: 'Deletes stored images that nothing shows, or undoes that.',
    method: 'POST',
    path: '/api/media',
    access: 'admin',
    body: json<typeof trashImagesSchema>(),
    answer: countSchema,
    refuses: [409],
    audit: 'picture.trash',
  },
} as const satisfies Record<string, Call>
