import * as z from 'zod/mini'
import { countSchema, messageSchema } from '@/lib/calls/answers'
import { type Call, json, markdown } from '@/lib/calls/call'
import { RICH_TEXT_MAX_BYTES } from '@/lib/content/contract-limits'
import type { ContentName } from '@/lib/content/kinds'
import { markdownWrittenSchema } from '@/lib/content-kind/schema'
import type { trashActionSchema } from '@/lib/table/trash-schema'

/**
 * What the calls of every kind of content have in common; each kind says what they take, and how one row is answered.
 * @param shown a row as everybody gets it
 * @param shownToAdmins the same row for admins
 */
export function contentCalls<const Name extends ContentName, Shown extends z.ZodMiniType, Own extends z.ZodMiniType>(
  name: Name,
  shown: Shown,
  shownToAdmins: Own,
) {
  const written = z.object({ message: z.string(), _id: z.string(), data: shownToAdmins })
  return {
    /** Oldest first. */
    list: {
      method: 'GET',
      path: `/api/${name}`,
      access: 'anyone',
      token: 'read',
      answer: z.array(shown),
      isPublic: true,
    },
    /** What admins get at the same address: those of one status or all, with their status. */
    listAsAdmin: {
      method: 'GET',
      path: `/api/${name}`,
      access: 'admin',
      token: 'read',
      answer: z.array(shownToAdmins),
    },
    read: { method: 'GET', path: `/api/${name}/:id`, access: 'anyone', token: 'read', isPublic: true },
    readAsAdmin: { method: 'GET', path: `/api/${name}/:id`, access: 'admin', token: 'read' },
    /** Once for each `draft._id`: a second one answers the row that is there. */
    create: {
      method: 'POST',
      path: `/api/${name}/new`,
      access: 'admin',
      token: 'write',
      status: 201,
      answer: written,
      current: shownToAdmins,
      audit: `${name}.create`,
      invalidatesPages: true,
    },
    /** With `version`, only if it has not changed since. */
    update: {
      method: 'PUT',
      path: `/api/${name}/:id`,
      access: 'admin',
      token: 'write',
      answer: written,
      current: shownToAdmins,
      audit: `${name}.update`,
      invalidatesPages: true,
    },
    /** Puts a row into the trash. */
    remove: {
      method: 'DELETE',
      path: `/api/${name}/:id`,
      access: 'admin',
      token: 'trash',
      answer: messageSchema,
      audit: `${name}.trash`,
      invalidatesPages: true,
    },
    /** Into the trash, out of it, or deletion for good; a refusal is recorded as what it is most often. */
    trash: {
      method: 'POST',
      path: `/api/${name}/trash`,
      access: 'admin',
      token: 'trash',
      body: json<typeof trashActionSchema>(),
      answer: countSchema,
      audit: `${name}.trash`,
      invalidatesPages: true,
    },
  } as const satisfies Record<string, Call>
}

/** The calls of a kind that programs read and write as Markdown, at the addresses of its others. */
export function markdownCalls<const Name extends ContentName>(name: Name) {
  return {
    /** Front matter and Markdown with the ETag of this state, where `Accept` names text/markdown. */
    readMarkdown: { method: 'GET', path: `/api/${name}/:id`, access: 'admin', token: 'read' },
    /** A draft, unless its front matter says `draft: false`. */
    createMarkdown: {
      method: 'POST',
      path: `/api/${name}/new`,
      access: 'admin',
      token: 'write',
      body: markdown<z.ZodMiniString>(RICH_TEXT_MAX_BYTES),
      status: 201,
      answer: markdownWrittenSchema,
      audit: `${name}.create`,
      invalidatesPages: true,
    },
    /** With `If-Match`, or `If-None-Match: *` for a new one with an id of the client's. */
    updateMarkdown: {
      method: 'PUT',
      path: `/api/${name}/:id`,
      access: 'admin',
      token: 'write',
      body: markdown<z.ZodMiniString>(RICH_TEXT_MAX_BYTES),
      answer: markdownWrittenSchema,
      audit: `${name}.update`,
      invalidatesPages: true,
    },
  } as const satisfies Record<string, Call>
}
