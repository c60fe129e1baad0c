import { countSchema, messageSchema } from '@/lib/calls/answers'
import { type Call, json, serverOnlySchema } from '@/lib/calls/call'
import type { ContentName } from '@/lib/content/kinds'

const input = () => (typeof window === 'undefined' ? import('@/lib/table/trash-schema') : serverOnlySchema())

export function trashCalls<const Name extends ContentName>(name: Name) {
  return {
    /** Puts a row into the trash. */
    remove: {
      method: 'DELETE',
      path: `/api/${name}/:id`,
      access: 'admin',
      answer: messageSchema,
      audit: `${name}.trash`,
      invalidatesPages: true,
    },
    /** Into the trash, out of it, or deletion for good; a refusal is recorded as what it is most often. */
    trash: {
      method: 'POST',
      path: `/api/${name}/trash`,
      access: 'admin',
      body: json(async () => (await input()).trashActionSchema),
      answer: countSchema,
      audit: `${name}.trash`,
      invalidatesPages: true,
    },
  } as const satisfies Record<string, Call>
}
