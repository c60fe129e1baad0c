import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { adminNoteSchema, noteSchema } from '@/lib/note/schema'
import { adminPageSchema, pageSchema } from '@/lib/page/schema'
import { ownValue } from '@/lib/platform/own-value'
import { adminPostSchema, postSchema } from '@/lib/post/schema'
import { CALLS, type NamedCall } from '@/lib/programs/server/calls'
import { settingsSchema } from '@/lib/site-settings/schema'
import { profileSchema } from '@/lib/user/schema'
import { workingCopySchema } from '@/lib/working-copy/schema'

type Json = Record<string, unknown>
type Schema = z.core.$ZodType
/** One form of a body, by its media type. */
type Content = { type: string; schema: Json }

const errorSchema = z.looseObject({
  message: z.string(),
  error: z.string().meta({ description: 'The same text as message.' }),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .meta({ description: 'The fields that are not valid.' }),
  etag: z.string().optional().meta({ description: 'With 412: the state of now.' }),
  secondFactor: z.literal(true).optional().meta({ description: 'A code of the two-step sign-in is needed.' }),
  requestId: z.string().optional().meta({ description: 'With 500 and more: the request in the log of the site.' }),
})

/** What many answers have in them. */
const COMPONENTS = new Map<Schema, string>([
  [noteSchema, 'Note'],
  [adminNoteSchema, 'OwnNote'],
  [postSchema, 'Project'],
  [adminPostSchema, 'OwnProject'],
  [pageSchema, 'Page'],
  [adminPageSchema, 'OwnPage'],
  [profileSchema, 'Profile'],
  [settingsSchema, 'Settings'],
  [workingCopySchema, 'WorkingCopy'],
  [errorSchema, 'Error'],
])

const DESCRIPTION =
  'A token is sent as Authorization: Bearer …, without a cookie. Its scopes are the names in the security of each call. ' +
  'Publishing, scheduling, unpublishing and changes of a public text need the scope publish besides; no token deletes ' +
  'permanently. A blank value of a text clears it, a field that is left out keeps its value.'

const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', description: 'A token of an admin, made on the Security screen.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Secure-next-auth.session-token',
    description: 'The session of a browser; over http the name has no __Secure-.',
  },
  schedule: { type: 'http', scheme: 'bearer', description: 'CRON_SECRET, for what the host runs on a schedule.' },
}

const MARKDOWN_EXAMPLE = '---\ntitle: From a file\ntags: [Go]\ndraft: true\n---\n\nHello *there*.\n'

/** The failures that every call may have: a token in the address, a bad token, too little right, and the site's own. */
const ALWAYS = [400, 401, 403, 429, 500, 503]
const FAILURES = [...ALWAYS, 404, 409, 412, 413, 415, 422, 428]

let document: { openapi: string } & Json

/** The API as OpenAPI 3.1 describes it: derived from the calls, the same for every site. */
export function openApiDocument(): { openapi: string } & Json {
  document ??= {
    openapi: '3.1.1',
    info: { title: 'Colophon', version: '1', description: DESCRIPTION },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(
      unique(CALLS.map(({ call }) => call.path)).map((path) => [templateOf(path), itemOf(path)]),
    ),
    components: {
      schemas: Object.fromEntries([...COMPONENTS].map(([schema, name]) => [name, converted(schema, 'output')])),
      responses: Object.fromEntries(
        FAILURES.map((status) => [
          status,
          responseOf(status, [{ type: 'application/json', schema: schemaOf(errorSchema) }]),
        ]),
      ),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
  return document
}

const unique = <Value>(values: Value[]) => [...new Set(values)]
const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}')

function itemOf(path: string): Json {
  const calls = CALLS.filter(({ call }) => call.path === path)
  const methods = unique(calls.map(({ call }) => call.method))
  return Object.fromEntries(
    methods.map((method) => [
      method.toLowerCase(),
      operationOf(
        path,
        calls.filter(({ call }) => call.method === method),
      ),
    ]),
  )
}

/** Several calls at one address and method differ in who calls, or in the media type. */
function operationOf(path: string, calls: NamedCall[]): Json {
  const bodies = calls.flatMap(({ call, input }) => bodyOf(call, input.body))
  const summaries = calls.map(({ call }) => call.summary)
  return {
    operationId: calls[0]?.name,
    tags: [path.split('/')[2]],
    summary: summaries[0],
    ...(calls.length > 1 && { description: summaries.join('\n\n') }),
    security: unique(calls.flatMap(({ call }) => securityOf(call)).map((rule) => JSON.stringify(rule))).map((text) =>
      JSON.parse(text),
    ),
    parameters: parametersOf(path, calls),
    ...(bodies.length > 0 && { requestBody: { required: true, content: contentOf(bodies) } }),
    responses: responsesOf(calls),
  }
}

function securityOf({ access, token }: NamedCall['call']): Json[] {
  const byToken = token ? [{ token: token === 'any' ? [] : [token] }] : []
  if (access === 'anyone') return [{}, ...byToken]
  if (access === 'schedule') return [{ schedule: [] }]
  return token === 'any' ? byToken : [{ session: [] }, ...byToken]
}

function parametersOf(path: string, calls: NamedCall[]): Json[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: TEXT }))
  const queries = calls.flatMap(({ input }) => (input.query ? [schemaOf(input.query, 'input')] : []))
  const inQuery = queries.flatMap(({ properties = {}, required }) =>
    Object.entries(properties as Json).map(([name, schema]) => ({
      name,
      in: 'query',
      required: Array.isArray(required) && required.includes(name),
      schema,
    })),
  )
  const headers = calls.some(({ call }) => isMarkdownUpdate(call)) ? ['If-Match', 'If-None-Match'] : []
  const inHeader = headers.map((name) => ({
    name,
    in: 'header',
    schema: TEXT,
    description: 'Of Markdown: one of both.',
  }))
  const all = [...inPath, ...inQuery, ...inHeader]
  return [...new Map(all.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()]
}

const TEXT = { type: 'string' }

const isMarkdownUpdate = (call: NamedCall['call']) =>
  call.method === 'PUT' && 'body' in call && call.body?.type === 'markdown'

function bodyOf(call: NamedCall['call'], schema: Schema | undefined): Content[] {
  if (call.raw?.takes) return [{ type: call.raw.takes, schema: {} }]
  if (call.method === 'GET' || !call.body || !schema) return []
  const json = schemaOf(schema, 'input')
  if (call.body.type === 'json') return [{ type: 'application/json', schema: json }]
  if (call.body.type === 'markdown')
    return [{ type: 'text/markdown', schema: { ...json, examples: [MARKDOWN_EXAMPLE] } }]
  const image = { contentMediaType: 'application/octet-stream' }
  const required = [...((json.required as string[] | undefined) ?? []), ...(call.body.imageRequired ? ['image'] : [])]
  const properties = { ...(json.properties as Json), image }
  return [{ type: 'multipart/form-data', schema: { ...json, properties, required } }]
}

function responsesOf(calls: NamedCall[]): Json {
  const statuses = unique(calls.flatMap((call) => [...successesOf(call.call), ...failuresOf(call)])).sort(
    (a, b) => a - b,
  )
  return Object.fromEntries(
    statuses.map((status) => {
      const answers = calls.flatMap(({ call }) => (successesOf(call).includes(status) ? answersOf(call) : []))
      const rows = calls.flatMap(({ call }) => ('current' in call && call.current ? [schemaOf(call.current)] : []))
      if (status < 400) return [status, responseOf(status, answers)]
      if (status !== 409 || rows.length === 0) return [status, { $ref: `#/components/responses/${status}` }]
      const current = { properties: { current: anyOf(rows) } }
      return [409, responseOf(409, [{ type: 'application/json', schema: { allOf: [schemaOf(errorSchema), current] } }])]
    }),
  )
}

const responseOf = (status: number, answers: Content[]): Json => ({
  description: ownValue(STATUS_CODES, String(status)),
  ...(answers.length > 0 && { content: contentOf(answers) }),
})

function successesOf(call: NamedCall['call']): number[] {
  if (isMarkdownUpdate(call)) return [200, 201]
  const isEmpty = call.raw && !call.raw.takes && !call.raw.answers
  return [isEmpty ? 204 : 'status' in call && call.status ? call.status : 200]
}

function answersOf({ answer, raw }: NamedCall['call']): Content[] {
  const files = (raw?.answers ?? []).map((type) => ({ type, schema: type.startsWith('text/') ? TEXT : {} }))
  return answer ? [{ type: 'application/json', schema: schemaOf(answer) }, ...files] : files
}

function failuresOf({ call, input }: NamedCall): number[] {
  return [
    ...ALWAYS,
    ...(bodyOf(call, input.body).length > 0 ? [413, 415, 422] : []),
    ...(input.query ? [422] : []),
    ...(call.path.includes(':') ? [404] : []),
    ...('current' in call && call.current ? [409] : []),
    ...(isMarkdownUpdate(call) ? [412, 428] : []),
    ...(call.refuses ?? []),
  ]
}

function contentOf(contents: Content[]): Json {
  const schemas = (type: string) => contents.flatMap((content) => (content.type === type ? [content.schema] : []))
  return Object.fromEntries(
    unique(contents.map(({ type }) => type)).map((type) => [type, { schema: anyOf(schemas(type)) }]),
  )
}

function anyOf(schemas: Json[]): Json {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return distinct.length === 1 && distinct[0] ? distinct[0] : { anyOf: distinct }
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

function schemaOf(schema: Schema, io: 'input' | 'output' = 'output'): Json {
  const name = COMPONENTS.get(schema)
  return name ? reference(name) : converted(schema, io)
}

function converted(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    override({ zodSchema, jsonSchema }) {
      const name = zodSchema === schema ? undefined : COMPONENTS.get(zodSchema)
      if (!name) return
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
      Object.assign(jsonSchema, reference(name))
    },
  })
  return json
}
