import { z } from 'zod'
import { slugField } from '@/lib/addresses/input'
import {
  CAPTION_MAX_CHARACTERS,
  FACT_MAX_CHARACTERS,
  IMAGE_ALT_MAX_CHARACTERS,
  LICENCE_MAX_CHARACTERS,
  PICTURES_MAX,
  POST_DESCRIPTION_MAX_CHARACTERS,
  POST_LINK_LABEL_MAX_CHARACTERS,
  POST_LINKS_MAX,
  RICH_TEXT_MAX_BYTES,
  TECH_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
  WEB_ADDRESS_MAX_CHARACTERS,
} from '@/lib/content/contract-limits'
import {
  htmlField,
  lineField,
  nameField,
  pageQuerySchema,
  textField,
  versionField,
  webAddressField,
} from '@/lib/content/fields'
import { isEarlier, isPartialDate, ONGOING } from '@/lib/content/partial-date'
import { FACT_LABELS, textOfLinks } from '@/lib/content/post-facts'
import { publishingFields, statusQuery } from '@/lib/publishing/input'
import { type RepositoryFacts, repositoryFactsSchema } from '@/lib/repository/schema'
import { parsedJson, submissionField } from '@/lib/working-copy/input'

const fact = (name: string) => lineField(name, 0, FACT_MAX_CHARACTERS)

const dateField = (name: string, special: '' | typeof ONGOING) =>
  fact(name).refine((text) => text === '' || text === special || isPartialDate(text), {
    error: `${name} must be a date such as 2023, 2023-04 or 2023-04-01${special && `, or “${special}”`}.`,
  })

export const ENDED_EARLIER = 'Ended cannot be before Started.'

/** Whether the dates of a project are in order; what is left out is not known here. */
export function areInOrder({ started = '', ended = '' }: { started?: string; ended?: string }): boolean {
  return !(isPartialDate(started) && isPartialDate(ended) && isEarlier(ended, started))
}

const IN_ORDER = { path: ['ended'], error: ENDED_EARLIER }

/** JSON of a list, as a form sends it; stored as such. */
const linksField = z
  .string({ error: 'Links must be text.' })
  .max(POST_LINKS_MAX * 10_000, 'Links are too long.')
  .transform((text, context) => {
    try {
      return text.trim() === '' ? [] : JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'Links must be JSON: a list of { label, url }.' })
      return z.NEVER
    }
  })
  .pipe(
    z
      .array(
        z.object(
          {
            label: nameField('Name of a link', 1, POST_LINK_LABEL_MAX_CHARACTERS),
            url: webAddressField('Link', WEB_ADDRESS_MAX_CHARACTERS).refine(
              (url) => url !== '',
              'Link needs an address.',
            ),
          },
          { error: 'Links must be a list of { label, url }.' },
        ),
        { error: 'Links must be a list of { label, url }.' },
      )
      .max(POST_LINKS_MAX, `There can be at most ${POST_LINKS_MAX} links.`)
      .transform(textOfLinks),
  )

const pinField = z
  .enum(['true', 'false'], { error: 'isPinned can only be true or false.' })
  .transform((text) => text === 'true')
  .optional()

const REPO_FACTS_MAX_CHARACTERS = 30_000

/** Stored pictures by id, with commas between: the first one is the cover. */
const imageIdsField = z
  .string({ error: 'imageIds must be text.' })
  .max(PICTURES_MAX * 40, 'There are too many pictures.')
  .transform((text) => text.split(',').flatMap((id) => id.trim() || []))
  .refine((ids) => ids.length <= PICTURES_MAX, `A project can have at most ${PICTURES_MAX} pictures.`)
  .optional()

/** What was read of the repository before the form was filled and saved, as JSON. */
const repoFactsField = z
  .string({ error: 'repoFacts must be text.' })
  .max(REPO_FACTS_MAX_CHARACTERS, 'repoFacts is too long.')
  .transform((text, context): RepositoryFacts => {
    const { success, data } = repositoryFactsSchema.safeParse(parsedJson(text))
    if (success) return data
    context.addIssue({ code: 'custom', message: 'repoFacts must be what was read of a repository.' })
    return z.NEVER
  })
  .optional()

const picturesRule = 'pictures must be a JSON array of {id, alt, caption}.'

/** Stored pictures in order with their words; the first one is the cover. Alone, it says what `imageIds` and `alt` do. */
const picturesField = z
  .string({ error: picturesRule })
  .transform(parsedJson)
  .pipe(
    z
      .array(
        z.object(
          {
            id: z.string({ error: 'Say which picture it is by its id.' }),
            alt: textField('Alt text', 0, IMAGE_ALT_MAX_CHARACTERS).default(''),
            caption: textField('Caption', 0, CAPTION_MAX_CHARACTERS).default(''),
          },
          { error: picturesRule },
        ),
        { error: picturesRule },
      )
      .max(PICTURES_MAX, `A project can have at most ${PICTURES_MAX} pictures.`)
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'A picture can be there only once.'),
  )
  .optional()

const title = lineField('Title', 1, TITLE_MAX_CHARACTERS)
const description = textField('Description', 1, POST_DESCRIPTION_MAX_CHARACTERS)

const story = htmlField('Story', RICH_TEXT_MAX_BYTES).optional()
const links = linksField.optional()

/** Blank in a new project that says nothing of them. */
const blankFields = {
  repo: webAddressField('Repository', WEB_ADDRESS_MAX_CHARACTERS),
  link: webAddressField('Link', WEB_ADDRESS_MAX_CHARACTERS),
  tech: nameField('Technologies', 0, TECH_MAX_CHARACTERS),
  role: fact(FACT_LABELS.role),
  forWhom: fact(FACT_LABELS.forWhom),
  period: fact(FACT_LABELS.period),
  state: fact(FACT_LABELS.state),
  started: dateField(FACT_LABELS.started, ''),
  ended: dateField(FACT_LABELS.ended, ONGOING),
  usedBy: fact(FACT_LABELS.usedBy),
  licence: lineField(FACT_LABELS.licence, 0, LICENCE_MAX_CHARACTERS),
}
/** What the picture shows, for those who do not see it. */
const alt = textField('Alt text', 0, IMAGE_ALT_MAX_CHARACTERS)

function withDefault<Fields extends Record<string, z.ZodType<string>>>(fields: Fields) {
  const entries = Object.entries(fields).map(([name, field]) => [name, field.default('')])
  return Object.fromEntries(entries) as { [Name in keyof Fields]: z.ZodDefault<Fields[Name]> }
}

const optionalFields = {
  imageIds: imageIdsField,
  repoFacts: repoFactsField,
  pictures: picturesField,
  isPinned: pinField,
  slug: slugField,
  ...publishingFields,
  /** Of the draft that is published by it. */
  version: versionField.optional(),
  draft: submissionField,
}

/** The text fields of POST /api/post/new; the picture travels beside them as a file. */
export const createPostSchema = z
  .object({ title, description, story, ...withDefault(blankFields), links, alt: alt.default(''), ...optionalFields })
  .refine(areInOrder, IN_ORDER)

/** The text fields of PUT /api/post/{id}: what is left out keeps its value. */
export const updatePostSchema = z
  .object({
    ...z.object({ title, description, story, ...blankFields, links, alt }).partial().shape,
    ...optionalFields,
    /** "1" takes the picture away; a picture sent along replaces it anyway. */
    removeImage: z.literal('1', { error: 'removeImage can only be 1.' }).optional(),
  })
  .refine(areInOrder, IN_ORDER)

export type CreatePostInput = z.output<typeof createPostSchema>
export type UpdatePostInput = z.output<typeof updatePostSchema>

/** The body of PUT /api/post/order: every pinned project once, the first one first. */
export const orderPostsSchema = z.object({
  ids: z
    .array(z.string(), { error: 'ids must be a list of ids.' })
    .max(1_000, 'There are too many ids.')
    .refine((ids) => new Set(ids).size === ids.length, 'Each id can be there once only.'),
})

/** The query of GET /api/post. */
export const listPostsQuerySchema = pageQuerySchema.extend({ keyword: z.string().optional() })

/** The same for an admin. */
export const listPostsAsAdminQuerySchema = listPostsQuerySchema.extend(statusQuery)
