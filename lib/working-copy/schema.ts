import * as z from 'zod/mini'
import { CONTENT_NAMES } from '@/lib/content/kinds'
import { POST_TEXTS } from '@/lib/content/post-facts'

/**
 * What somebody has typed into a form and not published yet. Every field is a text, whatever it stands for, and none of
 * them has to be valid: a title may still be missing.
 */
export type CopyFields = Record<string, string>

/** The forms whose texts are kept, each with the fields it has. A password is never among them. */
export const COPY_FIELDS = {
  note: ['title', 'about', 'tech', 'series', 'related', 'description'],
  post: [...POST_TEXTS, 'story', 'image', 'alt', 'caption', 'pictures'],
  page: ['title', 'description', 'footer', 'robots'],
  profile: ['name', 'username', 'email', 'about'],
} as const satisfies Record<string, readonly string[]>

export type CopyKind = keyof typeof COPY_FIELDS
const COPY_KINDS = ['note', 'post', 'page', 'profile'] as const satisfies CopyKind[]

/** The kinds whose text the server has, too. */
export const TEXT_KINDS = [...CONTENT_NAMES] satisfies CopyKind[]

/** What the field of a picture holds where there is to be none; "" leaves the one there is. */
export const PICTURE_REMOVED = 'removed'

/** A stored picture that was chosen, and what it is called in the form. */
export type ChosenPicture = { _id: string; url: string; name: string }

/** The picture a field names; null where it names none. */
export function storedPicture(text: string): ChosenPicture | null {
  try {
    const stored: Partial<ChosenPicture> | null = JSON.parse(text)
    const { _id, url, name } = stored ?? {}
    return _id && url && name ? { _id, url, name } : null
  } catch {
    return null
  }
}

export const pictureField = (picture: ChosenPicture): string => JSON.stringify(picture)

/** The fields that hold HTML. */
export const RICH_FIELDS: Record<CopyKind, readonly string[]> = {
  note: ['description'],
  post: ['story'],
  page: ['description'],
  profile: ['about'],
}

/** So many characters of a text without a title say which one it is. */
export const BEGINNING_CHARACTERS = 60

const copyFieldsSchema = z.record(z.string(), z.string())

/** A working copy as the API answers it to admins; its rich text is cleaned. */
export const workingCopySchema = z.object({
  _id: z.string(),
  kind: z.enum(COPY_KINDS),
  key: z.string(),
  /** The version of the row it was begun from; 0 for a new one. */
  baseVersion: z.number(),
  /** That row's fields. */
  base: copyFieldsSchema,
  fields: copyFieldsSchema,
  version: z.number(),
  /** Which open form wrote it last, and which of that form's states it is. */
  writer: z.string(),
  sequence: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** What was stored by a PUT. */
export const savedCopySchema = z.extend(z.pick(workingCopySchema, { _id: true, version: true, updatedAt: true }), {
  /** The version of the draft that says it now; null where it lies beside what is public. */
  draftVersion: z.nullable(z.number()),
})

export type WorkingCopy = z.output<typeof workingCopySchema>
export type SavedCopy = z.output<typeof savedCopySchema>

/** What a page hands to a form of what its reader was writing in it. */
export type FormCopy = {
  /** Whose form it is. */
  account: string
  copy: WorkingCopy | null
}
