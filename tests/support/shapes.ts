import { expect } from '@playwright/test'
import { z } from 'zod'
import type { ApiAnswer } from './api-client'

/*
 * The response bodies of the API contract, written a second time on purpose: with the handlers' own schemas, a renamed
 * field would be renamed here too, unnoticed. Fields may be added, so the objects are loose.
 */
const id = z.string().min(1)
const version = z.int().min(1)
const createdAt = z.iso.datetime({ offset: false })

export const postShape = z.looseObject({
  _id: id,
  slug: z.string(),
  title: z.string().min(1),
  description: z.string().min(1),
  story: z.string(),
  image: z.array(z.looseObject({ url: z.string().min(1) })),
  repo: z.string(),
  link: z.string(),
  tech: z.string(),
  role: z.string(),
  forWhom: z.string(),
  period: z.string(),
  state: z.string(),
  started: z.string(),
  ended: z.string(),
  usedBy: z.string(),
  licence: z.string(),
  links: z.array(z.looseObject({ label: z.string(), url: z.string() })),
  createdAt,
  version,
})
export type Post = z.output<typeof postShape>

const noteShape = z.looseObject({
  _id: id,
  slug: z.string(),
  title: z.string().min(1),
  about: z.string(),
  description: z.string(),
  tech: z.string(),
  series: z.string(),
  createdAt,
  version,
})
export type Note = z.output<typeof noteShape>

const pageShape = z.looseObject({
  _id: id,
  slug: z.string(),
  title: z.string().min(1),
  description: z.string(),
  footer: z.string(),
  robots: z.enum(['', 'noindex']),
  createdAt,
  version,
})
export type Page = z.output<typeof pageShape>
export const pageListShape = z.array(pageShape)
export const pageAnswerShape = z.looseObject({ data: pageShape })

/** What admins are told beside. */
const state = { status: z.enum(['draft', 'scheduled', 'published']), publishAt: createdAt.nullable() }
export const adminPostShape = postShape.extend({ ...state, isPinned: z.boolean() })
export const adminNoteShape = noteShape.extend({ ...state, related: z.string() })
export const pageSavedShape = z.looseObject({ message: z.string().min(1), _id: id, data: pageShape.extend(state) })
export type AdminNote = z.output<typeof adminNoteShape>

const userShape = z
  .looseObject({
    id,
    _id: id,
    name: z.string().min(1),
    username: z.string().min(1),
    email: z.string(),
    password: z.literal(''),
    about: z.string(),
    isAdmin: z.boolean(),
    version,
  })
  .refine((user) => user.id === user._id, 'id and _id differ')

const message = z.string().min(1)
export const messageShape = z.looseObject({ message })
export const madeShape = z.looseObject({ message, _id: id })
export const pictureShape = z.looseObject({ message, _id: id, url: z.string().min(1), width: z.int(), height: z.int() })
export const storedPicturesShape = z.strictObject({
  pictures: z.array(
    z.strictObject({
      ...{ _id: id, url: z.string().min(1), width: z.int(), height: z.int(), alt: z.string() },
      preview: z.string().min(1),
    }),
  ),
  total: z.int(),
})
export const sessionShape = z.looseObject({
  message,
  _id: id,
  userProfile: z.looseObject({ name: z.string().min(1), isAdmin: z.boolean() }),
})
export const profileAnswerShape = z.looseObject({ user: userShape })
export const profileSavedShape = z.looseObject({ message, user: userShape })
export const postListShape = z.array(postShape)
export const noteListShape = z.array(noteShape)
export const noteAnswerShape = z.looseObject({ data: noteShape })
export const noteSavedShape = z.looseObject({ message, _id: id, data: adminNoteShape })

export const previewSavedShape = z.looseObject({
  message,
  _id: id,
  data: z.looseObject({ _id: id, url: z.url(), createdAt, expiresAt: createdAt }),
})

const errorShape = z
  .looseObject({
    message,
    error: message,
    issues: z.array(z.strictObject({ path: z.string(), message })).optional(),
    current: z.unknown().optional(),
  })
  .refine((body) => body.message === body.error, 'message and error differ')
export type ErrorBody = z.output<typeof errorShape>

/** Asserts the status and the shape of the body, and returns it. */
export function expectAnswer<Shape extends z.ZodType>(
  answer: ApiAnswer,
  status: number,
  shape: Shape,
): z.output<Shape> {
  const call = `${answer.method} ${answer.path}`
  expect(answer.status, `${call} answered ${answer.text.slice(0, 500)}`).toBe(status)
  expect(answer.headers['content-type'], call).toMatch(/^application\/json\b/)
  const result = shape.safeParse(answer.json())
  if (!result.success) throw new Error(`${call}: ${z.prettifyError(result.error)}\n${answer.text.slice(0, 500)}`)
  return result.data
}

/** Asserts an error body as in the contract; with `path`, that exactly that field is named. */
export function expectError(answer: ApiAnswer, status: number | readonly number[], path?: string): ErrorBody {
  const statuses = typeof status === 'number' ? [status] : status
  expect(statuses, `${answer.method} ${answer.path} answered ${answer.status}: ${answer.text.slice(0, 500)}`).toContain(
    answer.status,
  )
  const body = expectAnswer(answer, answer.status, errorShape)
  if (path !== undefined) {
    const paths = [...new Set(body.issues?.map((issue) => issue.path))]
    expect(paths, `the fields ${answer.method} ${answer.path} names`).toEqual([path])
  }
  return body
}

/** Asserts that a time lies between one and now, however long ago that is; the database rounds to milliseconds. */
export function expectBetween(time: string, begun: number): void {
  expect(Date.parse(time)).toBeGreaterThanOrEqual(begun - 1)
  expect(Date.parse(time)).toBeLessThanOrEqual(Date.now() + 1)
}
