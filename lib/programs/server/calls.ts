import * as z from 'zod/mini'
import { analyticsCalls } from '@/lib/analytics/calls'
import { viewsQuerySchema } from '@/lib/analytics/input'
import { auditCalls } from '@/lib/audit/calls'
import { auditQuerySchema } from '@/lib/audit/input'
import { authCalls } from '@/lib/auth/calls'
import { secondFactorActionSchema, signInSchema } from '@/lib/auth/input'
import { tokenCalls } from '@/lib/auth/token-calls'
import { createTokenSchema } from '@/lib/auth/token-input'
import type { Call, InputOf } from '@/lib/calls/call'
import { pageQuerySchema } from '@/lib/content/fields'
import { textCalls } from '@/lib/content-markdown/calls'
import { textsQuerySchema } from '@/lib/content-markdown/input'
import { cvCalls } from '@/lib/cv/calls'
import { updateCvSchema } from '@/lib/cv/input'
import { healthCalls } from '@/lib/health/calls'
import { historyCalls } from '@/lib/history/calls'
import { keepRevisionSchema } from '@/lib/history/input'
import { mediaCalls } from '@/lib/media/calls'
import {
  copyImageSchema,
  createImageSchema,
  describeImagesSchema,
  listImagesSchema,
  replaceImageSchema,
  trashImagesSchema,
} from '@/lib/media/input'
import { moveCalls } from '@/lib/move/calls'
import { actionSchema, exportQuerySchema, newFileSchema } from '@/lib/move/input'
import { noteCalls } from '@/lib/note/calls'
import { createNoteSchema, updateNoteSchema } from '@/lib/note/input'
import { opsCalls } from '@/lib/ops/calls'
import { overviewCalls } from '@/lib/overview/calls'
import { pageCalls } from '@/lib/page/calls'
import { createPageSchema, updatePageSchema } from '@/lib/page/input'
import { ownValue } from '@/lib/platform/own-value'
import { postCalls } from '@/lib/post/calls'
import {
  createPostSchema,
  listPostsAsAdminQuerySchema,
  listPostsQuerySchema,
  orderPostsSchema,
  updatePostSchema,
} from '@/lib/post/input'
import { previewCalls } from '@/lib/preview/calls'
import { createPreviewSchema } from '@/lib/preview/input'
import { programCalls } from '@/lib/programs/calls'
import { adminPageQuerySchema } from '@/lib/publishing/input'
import { redirectCalls } from '@/lib/redirects/calls'
import { createRedirectSchema, listRedirectsSchema } from '@/lib/redirects/input'
import { repositoryCalls } from '@/lib/repository/calls'
import { readRepositoryInput } from '@/lib/repository/input'
import { searchCalls } from '@/lib/search/calls'
import { findQuerySchema } from '@/lib/search/input'
import { settingsCalls } from '@/lib/site-settings/calls'
import { updateSettingsSchema } from '@/lib/site-settings/input'
import { trashActionSchema } from '@/lib/table/trash-schema'
import { technologyCalls } from '@/lib/technology/calls'
import { mergeTechnologiesSchema, updateTechnologySchema } from '@/lib/technology/input'
import { userCalls } from '@/lib/user/calls'
import { membersActionSchema, signUpSchema, updateProfileSchema } from '@/lib/user/input'
import { copyCalls } from '@/lib/working-copy/calls'
import { deleteCopySchema, saveCopySchema } from '@/lib/working-copy/input'

/** Every call of the API, in tables whose names begin those of the calls. */
export const CALL_TABLES = {
  note: noteCalls,
  post: postCalls,
  page: pageCalls,
  text: textCalls,
  search: searchCalls,
  picture: mediaCalls,
  preview: previewCalls,
  technology: technologyCalls,
  redirect: redirectCalls,
  'working-copy': copyCalls,
  history: historyCalls,
  token: tokenCalls,
  session: authCalls,
  user: userCalls,
  settings: settingsCalls,
  cv: cvCalls,
  audit: auditCalls,
  move: moveCalls,
  repository: repositoryCalls,
  health: healthCalls,
  maintenance: opsCalls,
  overview: overviewCalls,
  view: analyticsCalls,
  api: programCalls,
} as const

type Schema = z.core.$ZodType
type Tables = typeof CALL_TABLES
type InputsOf<Calls> = {
  [Name in keyof Calls as keyof InputOf<Calls[Name]> extends never ? never : Name]: InputOf<Calls[Name]>
}

/** The schemas of what requests hold: calls have their types alone, so that browsers load none. */
const INPUTS: {
  [Table in keyof Tables as keyof InputsOf<Tables[Table]> extends never ? never : Table]: InputsOf<Tables[Table]>
} = {
  note: {
    list: { query: pageQuerySchema },
    listAsAdmin: { query: adminPageQuerySchema },
    create: { body: createNoteSchema },
    update: { body: updateNoteSchema },
    trash: { body: trashActionSchema },
    createMarkdown: { body: z.string() },
    updateMarkdown: { body: z.string() },
  },
  post: {
    list: { query: listPostsQuerySchema },
    listAsAdmin: { query: listPostsAsAdminQuerySchema },
    create: { body: createPostSchema },
    update: { body: updatePostSchema },
    order: { body: orderPostsSchema },
    trash: { body: trashActionSchema },
    createMarkdown: { body: z.string() },
    updateMarkdown: { body: z.string() },
  },
  page: {
    list: { query: pageQuerySchema },
    listAsAdmin: { query: adminPageQuerySchema },
    create: { body: createPageSchema },
    update: { body: updatePageSchema },
    trash: { body: trashActionSchema },
  },
  text: { list: { query: textsQuerySchema } },
  search: { find: { query: findQuerySchema } },
  picture: {
    list: { query: listImagesSchema },
    create: { body: createImageSchema },
    copy: { body: copyImageSchema },
    describe: { body: describeImagesSchema },
    replace: { body: replaceImageSchema },
    trash: { body: trashImagesSchema },
  },
  view: { read: { query: viewsQuerySchema } },
  preview: { create: { body: createPreviewSchema } },
  technology: { update: { body: updateTechnologySchema }, merge: { body: mergeTechnologiesSchema } },
  redirect: { list: { query: listRedirectsSchema }, create: { body: createRedirectSchema } },
  history: { keep: { body: keepRevisionSchema } },
  token: { create: { body: createTokenSchema } },
  'working-copy': { save: { body: saveCopySchema }, remove: { body: deleteCopySchema } },
  session: { signIn: { body: signInSchema }, changeSecondFactor: { body: secondFactorActionSchema } },
  user: {
    signUp: { body: signUpSchema },
    updateProfile: { body: updateProfileSchema },
    changeMembers: { body: membersActionSchema },
  },
  settings: { update: { body: updateSettingsSchema } },
  cv: { update: { body: updateCvSchema } },
  audit: { export: { query: auditQuerySchema } },
  move: { export: { query: exportQuerySchema }, create: { body: newFileSchema }, act: { body: actionSchema } },
  repository: { read: { body: readRepositoryInput } },
}

export type NamedCall = {
  /** note_create */
  name: string
  call: Call
  input: { query?: Schema; body?: Schema }
}

/** Every call with its name, and the schemas of what its requests hold. */
export const CALLS: NamedCall[] = Object.entries(CALL_TABLES).flatMap(([table, calls]) => {
  const inputs: Record<string, NamedCall['input']> = ownValue(INPUTS, table) ?? {}
  return Object.entries<Call>(calls).map(([name, call]) => ({
    name: `${table}_${name}`.replace('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    call,
    input: ownValue(inputs, name) ?? {},
  }))
})
