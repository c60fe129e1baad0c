import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { type ApiAnswer, ApiClient, multipart, newPassword, type SendOptions } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePage, makePost } from '../support/content'
import { OwnSite } from '../support/own-site'
import { png } from '../support/pictures'

type Json = {
  $ref?: string
  type?: string
  anyOf?: Json[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Json
  properties?: Record<string, Json>
  required?: string[]
}
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Json }
type Content = Record<string, { schema: Json }>
type Operation = {
  operationId: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; content?: Content }>
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Operation['responses'] }
}

/** Of each operation so many tame ones, and as many wild ones, from one seed: no run has others. */
const REQUESTS = 8
const SEED = 46

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

const WORDS = fc.constantFrom('Kettle', '<p>Hot <b>water</b></p>', '茶 🍵', ' x ', '1', 'note')
const STRANGE = fc.constantFrom<unknown>(null, 0, -1, '', '\0', '"', 'x'.repeat(3_000), [], {}, true)

/** What a schema allows; of a wild request sometimes what it does not. `id` is what fields of that name hold. */
function valueFor(schema: Json, id: fc.Arbitrary<string>, isWild: boolean, name = ''): fc.Arbitrary<unknown> {
  const fitting = /^_?ids?$/.test(name) && schema.type === 'string' ? id : fittingValue(schema, id, isWild, name)
  return isWild ? fc.oneof({ weight: 7, arbitrary: fitting }, { weight: 1, arbitrary: STRANGE }) : fitting
}

function fittingValue(schema: Json, id: fc.Arbitrary<string>, isWild: boolean, name: string): fc.Arbitrary<unknown> {
  const { type, items = {}, properties = {}, required = [], pattern } = schema
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((choice) => valueFor(choice, id, isWild, name)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const { minLength = 0, maxLength = 100, minimum = 0, maximum = 100 } = schema
  const length = { minLength, maxLength: Math.min(maxLength, minLength + 20), unit: 'grapheme' } as const
  switch (type) {
    case 'string':
      return pattern ? fc.stringMatching(new RegExp(pattern)) : isWild || minLength > 1 ? fc.string(length) : WORDS
    case 'integer':
    case 'number':
      return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 100) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueFor(items, id, isWild, name), { minLength: isWild ? 0 : 1, maxLength: 3 })
    default: {
      const given = Object.entries(properties).filter(
        ([field]) => isWild || required.includes(field) || field === 'title',
      )
      const fields = given.map(([field, own]) => [field, valueFor(own, id, isWild, field)])
      return fc.record<Record<string, unknown>, string>(Object.fromEntries(fields), { requiredKeys: required })
    }
  }
}

type Ids = Record<string, string>
type Sent = { path: string; options: SendOptions; isSignedIn: boolean }

function requestOf(path: string, operation: Operation, ids: Ids, picture: Buffer, isWild: boolean) {
  const { tags, parameters, requestBody } = operation
  const own = fc.constant(ids[tags[0] ?? ''] ?? 'kettle')
  const unknown = fc.constantFrom('00000000-0000-4000-8000-000000000000', '1', "'", 'x'.repeat(300))
  const inPath = isWild ? fc.oneof(own, unknown) : own
  const inBody = isWild ? fc.constantFrom(...Object.values(ids)) : fc.constant(ids[tags[0] ?? ''] ?? ids.other ?? '')
  const given = (place: Parameter['in'], value: (schema: Json) => fc.Arbitrary<unknown>) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    const requiredKeys = here.flatMap(({ name, required }) => (required ? [name] : []))
    return fc.record<Record<string, unknown>, string>(
      Object.fromEntries(here.map(({ name, schema }) => [name, value(schema)])),
      { requiredKeys },
    )
  }
  const types = Object.entries(requestBody?.content ?? {})
  const bodies = types.map(([type, { schema }]) => bodyOf(type, valueFor(schema, inBody, isWild), picture, isWild))
  return fc
    .record({
      segments: given('path', () => inPath),
      query: given('query', (schema) => valueFor(schema, inBody, isWild)),
      headers: given('header', () => fc.constantFrom('*', '"1.0.m1"', 'x')),
      accept: fc.constantFrom('application/json', 'text/markdown'),
      isSignedIn: sometimes(isWild).map((isVisitor) => !isVisitor),
      body: bodies.length === 0 ? fc.constant(undefined) : fc.oneof(...bodies),
    })
    .map(({ segments, query, headers, accept, isSignedIn, body }): (() => Promise<Sent>) => async () => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(segments[name])))
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const own = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      )
      const sent = await body?.()
      return {
        path: search.size > 0 ? `${filled}?${search}` : filled,
        isSignedIn,
        options: { headers: { accept, ...own, ...sent?.headers }, body: sent?.body },
      }
    })
}

type Body = () => Promise<{ headers: Record<string, string>; body: Buffer | string }>

/** A body of that type; of a wild request sometimes one that is cut, or says that it is of another. */
function bodyOf(type: string, value: fc.Arbitrary<unknown>, picture: Buffer, isWild: boolean): fc.Arbitrary<Body> {
  const markdown = fc
    .tuple(WORDS, WORDS)
    .map(([title, body]) => `---\ntitle: ${JSON.stringify(title)}\n---\n\n${body}\n`)
  const content = type === 'text/markdown' ? markdown : value
  return fc.tuple(content, sometimes(isWild), sometimes(isWild), fc.boolean()).map(
    ([content, isCut, isOther, hasPicture]): Body =>
      async () => {
        if (type !== 'multipart/form-data') {
          const whole = type === 'application/json' ? JSON.stringify(content) : asText(content)
          return {
            headers: { 'content-type': isOther ? 'text/plain' : type },
            body: isCut ? whole.slice(0, -1) : whole,
          }
        }
        const fields = Object.entries(content ?? {}).flatMap(([name, field]) =>
          name === 'image' ? [] : [[name, asText(field)]],
        )
        const form = await multipart({
          ...Object.fromEntries(fields),
          ...((hasPicture || !isWild) && { image: { file: picture } }),
        })
        return { headers: { 'content-type': form.contentType }, body: isCut ? form.bytes.subarray(0, -9) : form.bytes }
      },
  )
}

const sometimes = (isWild: boolean) => fc.nat({ max: 9 }).map((number) => isWild && number === 0)
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(document, 'document')
const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** What an answer does that the document does not say; "" where it says all. */
function differenceOf(answer: ApiAnswer, method: string, path: string, { responses }: Operation): string {
  const response = responses[answer.status]
  if (!response) return 'a status that is not named'
  const pointer = response.$ref ?? `#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${answer.status}`
  const { content } = response.$ref ? (document.components.responses[answer.status] ?? {}) : response
  const type = answer.headers['content-type']?.split(';')[0] ?? ''
  if (!content) return answer.bytes.length === 0 ? '' : 'a body where none is named'
  if (!content[type]) return `a body of the type ${type}`
  if (type !== 'application/json') return ''
  const validate = ajv.getSchema(`document${pointer}/content/${encodeURIComponent(escaped(type))}/schema`)
  if (!validate) return 'a schema that is not there'
  return validate(answer.json()) ? '' : ajv.errorsText(validate.errors)
}

test('the document is for everybody, as it is committed', async ({ visitor }) => {
  const answer = await visitor.get('/api/openapi.json')
  expect(answer.status).toBe(200)
  expect(answer.json()).toEqual(document)
  expect(answer.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
})

test('every call answers what the document says, whatever is sent', async () => {
  const site = await OwnSite.make()
  try {
    await site.start()
    const admin = await site.signedIn()
    const account = { name: 'Member', username: 'member', email: 'member@example.org', password: newPassword() }
    const { _id: user } = (await admin.post('/api/user/signup', account)).json() as { _id: string }
    const [note, other] = [(await makeNote(admin))._id, (await makeNote(admin))._id]
    const ids: Ids = {
      note,
      page: (await makePage(admin))._id,
      post: await makePost(admin),
      user,
      'working-copy': other,
    }
    const picture = await png()
    const faults: string[] = []
    const succeeded = new Set<string>()
    for (const { method, path, operation } of operations) {
      const requests = [false, true].flatMap((isWild) =>
        fc.sample(requestOf(path, operation, ids, picture, isWild), { seed: SEED, numRuns: REQUESTS }),
      )
      for (const request of requests) {
        const { path: address, options, isSignedIn } = await request()
        const client = isSignedIn ? admin : new ApiClient(site.url)
        const answer = await client.send(method, address, options)
        if (answer.status < 300) succeeded.add(operation.operationId)
        const difference = differenceOf(answer, method, path, operation)
        const sent = `${method} ${address} ${String(options.body ?? '').slice(0, 300)}`
        if (difference) faults.push(`${sent}\n  ${answer.status} ${answer.text.slice(0, 300)}\n  ${difference}`)
      }
      // Some end the session that calls.
      if ((await admin.get('/api/user/loggedIn')).status !== 200)
        await site.signedIn().then((again) => {
          for (const [name, value] of again.cookies) admin.cookies.set(name, value)
        })
    }
    expect(faults).toEqual([])
    expect(succeeded.size).toBeGreaterThan(operations.length * 0.6)
  } finally {
    await site.remove()
  }
})
