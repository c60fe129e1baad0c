import * as z from 'zod/mini'
import { countSchema, messageSchema } from '@/lib/calls/answers'
import { type Call, json, markdown } from '@/lib/calls/call'
import { RICH_TEXT_MAX_BYTES } from '@/lib/content/contract-limits'
import { type ContentName, NOUNS } from '@/lib/content/kinds'
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
  const noun = NOUNS[name]
  return {
    list: {
      summary: `Public ${noun}s, oldest first.`,
      method: 'GET',
      path: `/api/${name}`,
      access: 'anyone',
      token: 'read',
      answer: z.array(shown),
      isPublic: true,
    },
    /** What admins get at the same address. */
    listAsAdmin: {
      summary: `The ${noun}s of one status or all, with their status.`,
      method: 'GET',
      path: `/api/${name}`,
      access: 'admin',
      token: 'read',
      answer: z.array(shownToAdmins),
    },
    read: {
      summary: `A public ${noun}, by its id.`,
      method: 'GET',
      path: `/api/${name}/:id`,
      access: 'anyone',
      token: 'read',
      isPublic: true,
    },
    readAsAdmin: {
      summary: `A ${noun} of any status.`,
      method: 'GET',
      path: `/api/${name}/:id`,
      access: 'admin',
      token: 'read',
    },
    create: {
      summary: `Creates a ${noun}; once for each draft._id.`,
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
    update: {
      summary: `Changes a ${noun}: with version, only if it has not changed since.`,
      method: 'PUT',
      path: `/api/${name}/:id`,
      access: 'admin',
      token: 'write',
      answer: written,
      current: shownToAdmins,
      audit: `${name}.update`,
      invalidatesPages: true,
    },
    ...trashCalls(name),
  } as const satisfies Record<string, Call>
}

/** The calls that put rows of a kind into the trash and take them out again. */
export function trashCalls<const Name extends ContentName>(name: Name) {
  const noun = NOUNS[name]
  return {
    remove: {
      summary: `Puts a ${noun} into the trash.`,
      method: 'DELETE',
      path: `/api/${name}/:id`,
      access: 'admin',
      token: 'trash',
      answer: messageSchema,
      audit: `${name}.trash`,
      invalidatesPages: true,
    },
    /** A refusal is recorded as what it is most often. */
    trash: {
      summary: `Puts ${noun}s into the trash, restores or purges them.`,
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
  const noun = NOUNS[name]
  return {
    readMarkdown: {
      summary: `A ${noun} as front matter and Markdown, with its ETag.`,
      method: 'GET',
      path: `/api/${name}/:id`,
      access: 'admin',
      token: 'read',
      tools: [`${name}_read`],
      raw: { answers: ['text/markdown'] },
    },
    createMarkdown: {
      summary: `Creates a ${noun}: a draft, unless its front matter says draft: false.`,
      method: 'POST',
      path: `/api/${name}/new`,
      access: 'admin',
      token: 'write',
      tools: [`${name}_create`],
      body: markdown<z.ZodMiniString>(RICH_TEXT_MAX_BYTES),
      status: 201,
      answer: markdownWrittenSchema,
      refuses: [409],
      audit: `${name}.create`,
      invalidatesPages: true,
    },
    updateMarkdown: {
      summary: `Changes a ${noun} with If-Match, or creates it with an id of the client's and If-None-Match: *.`,
      method: 'PUT',
      path: `/api/${name}/:id`,
      access: 'admin',
      token: 'write',
      tools: [`${name}_update`, `${name}_publish`],
      body: markdown<z.ZodMiniString>(RICH_TEXT_MAX_BYTES),
      answer: markdownWrittenSchema,
      refuses: [409],
      audit: `${name}.update`,
      invalidatesPages: true,
    },
  } as const satisfies Record<string, Call>
}
