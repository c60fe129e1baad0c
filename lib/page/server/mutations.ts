import { z } from 'zod'
import type { Admin } from '@/lib/access/actor'
import {
  type ContentInput,
  createContent,
  type ImportedRow,
  updateContent,
  type WritableKind,
} from '@/lib/content-kind/server/mutations'
import { stageDescription } from '@/lib/content-kind/server/staged-rich-text'
import { type CreatePageInput, createPageSchema, type UpdatePageInput } from '@/lib/page/input'
import type { AdminPage } from '@/lib/page/schema'
import { PAGE_COLUMNS, PAGES, type PageRow } from '@/lib/page/server/queries'
import type { Prisma } from '@/lib/platform/server/db'
import { pageEntry } from '@/lib/search/server/mutations'

type Input = ContentInput & Partial<CreatePageInput>
/** As it is written, with its table of contents for the search. */
type WrittenRow = PageRow & { toc?: Prisma.JsonValue }

/** Pages, as they are written: notes without summary and technologies, in the footer where they have a number. */
export const WRITABLE_PAGES: WritableKind<WrittenRow, WrittenRow, Input, AdminPage> = {
  ...PAGES,
  complete: createPageSchema.pick({ title: true }).extend({ slug: z.string('A public page needs an address.') }),
  ownColumns: { ...PAGE_COLUMNS, toc: true },
  quietColumns: ['footer', 'robots'],
  stage: stageDescription,
  revisionOf: ({ title, description, footer, robots, descriptionStamp: stamp, wordCount: words }) => ({
    fields: { title, description, footer, robots },
    ...{ stamp, words },
  }),
  entryOf: pageEntry,
  aroundTrash: (_, __, change) => change(),
}

/** POST /api/page/new: `createContent` for a page. */
export const createPage = (admin: Admin, input: CreatePageInput, imported?: ImportedRow): Promise<AdminPage> =>
  createContent(WRITABLE_PAGES, admin, input, { imported })

/** PUT /api/page/{id}: `updateContent` for a page. */
export const updatePage = (
  admin: Admin,
  id: string,
  input: UpdatePageInput,
  imported?: ImportedRow,
): Promise<AdminPage> => updateContent(WRITABLE_PAGES, admin, id, input, { imported })
