import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import { IMAGE_MAX_BYTES } from '@/lib/content/contract-limits'
import { type MarkdownWritten, markdownWrittenSchema } from '@/lib/content-kind/schema'
import { type ListedText, listedTextSchema } from '@/lib/content-markdown/schema'
import { imageSchema } from '@/lib/media/schema'
import { isId } from '@/lib/platform/ids'

/** What pull and push end with, by what went wrong. */
export const EXIT_CODES = { error: 1, usage: 2, token: 3, missing: 5, conflict: 6, refused: 7, rate: 8 } as const
export type Problem = keyof typeof EXIT_CODES

/** Why a text, or all of it, went no further: `message` is for people. */
export class SyncError extends Error {
  constructor(
    readonly problem: Problem,
    message: string,
  ) {
    super(message)
  }
}

const TRIES = 5
const ANSWER_WITHIN_MS = 60_000
const LONGEST_WAIT_SECONDS = 120
/** Of a server in front: whether the site has got the request, nobody knows. */
const NO_ANSWER = [502, 503, 504]
const PROBLEMS: Record<number, Problem> = { 401: 'token', 403: 'token', 404: 'missing', 412: 'conflict', 429: 'rate' }

type Named = Pick<ListedText, 'id' | 'kind'>
type Request = { headers?: Record<string, string>; body?: string | FormData }
type Answer = { status: number; headers: Headers; text: string }

/** A site as a program speaks to it. What is repeated after a lost answer has the same effect as once. */
export class RemoteSite {
  readonly url: string

  /** @throws SyncError "usage" where the token would travel in clear, "token" without one */
  constructor(
    address: string,
    private readonly token = '',
  ) {
    const url = URL.canParse(address) ? new URL(address) : null
    const isSecret = url?.protocol === 'https:' || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url?.hostname ?? '')
    if (!url || !isSecret || url.pathname !== '/')
      throw new SyncError('usage', `${address} is not the address of a site, such as https://ada.example.`)
    if (token === '') throw new SyncError('token', 'Put a token of the site into COLOPHON_TOKEN: docs/programs.md.')
    this.url = url.origin
  }

  async list(): Promise<ListedText[]> {
    const texts: ListedText[] = []
    for (;;) {
      const page = await this.#read('GET', `/api/text?after=${texts.at(-1)?.id ?? ''}`, {}, z.array(listedTextSchema))
      if (page.length === 0) return texts
      // In the order of their ids: the same page again would never end.
      if (!page.every(({ id }) => isId(id)) || (page[0]?.id ?? '') <= (texts.at(-1)?.id ?? '')) throw this.#isOther()
      texts.push(...page)
    }
  }

  async read(text: Named): Promise<{ markdown: string; etag: string }> {
    const answer = await this.#request('GET', addressOf(text), { headers: { accept: 'text/markdown' } })
    // What stands in front may have weakened it.
    return { markdown: answer.text, etag: `"${/[\d.]+m\d+/.exec(answer.headers.get('etag') ?? '')?.[0]}"` }
  }

  /** @param etag of the state that was edited; null for a new text */
  write(text: Named, markdown: string, etag: string | null): Promise<MarkdownWritten> {
    const condition: Record<string, string> = etag === null ? { 'if-none-match': '*' } : { 'if-match': etag }
    const request = { headers: { 'content-type': 'text/markdown', ...condition }, body: markdown }
    return this.#read('PUT', addressOf(text), request, markdownWrittenSchema)
  }

  async trash(text: Named): Promise<void> {
    await this.#request('DELETE', addressOf(text))
  }

  /** The same bytes are the same picture, however often they are sent. */
  upload(bytes: Uint8Array<ArrayBuffer>, name: string) {
    if (bytes.length > IMAGE_MAX_BYTES)
      throw new SyncError('refused', `${name} has more than ${IMAGE_MAX_BYTES / 1_048_576} MiB.`)
    const body = new FormData()
    body.set('image', new Blob([bytes]), name)
    return this.#read('POST', '/api/media/new', { body }, imageSchema)
  }

  async #read<Schema extends z.ZodMiniType>(method: string, path: string, request: Request, schema: Schema) {
    const answer = await this.#request(method, path, request)
    const result = z.safeParse(schema, jsonIn(answer))
    if (result.success) return result.data
    throw this.#isOther()
  }

  #isOther = () =>
    new SyncError('missing', `${this.url} does not answer as a site of Colophon that knows this command.`)

  async #request(method: string, path: string, { headers, body }: Request = {}): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#send(method, path, { headers, body })
      const isLost = !answer || NO_ANSWER.includes(answer.status)
      if (answer && !isLost && answer.status !== 429) return accepted(this.url + path, answer)
      const seconds = Number(answer?.headers.get('retry-after')) || tries
      if (tries === TRIES || seconds > LONGEST_WAIT_SECONDS) {
        if (answer?.status === 429) throw new SyncError('rate', messageOf(answer))
        throw new SyncError('error', `${this.url} does not answer.`)
      }
      await delay(seconds * 1000)
    }
  }

  /** null where no answer came. */
  async #send(method: string, path: string, { headers, body }: Request): Promise<Answer | null> {
    try {
      const response = await fetch(this.url + path, {
        ...{ method, body, redirect: 'manual' as const, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
        headers: { authorization: `Bearer ${this.token}`, ...headers },
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) return null
      throw error
    }
  }
}

const addressOf = ({ kind, id }: Named) => `/api/${kind}/${id}`

function accepted(url: string, answer: Answer): Answer {
  const { status, headers } = answer
  if (status < 300) return answer
  // The token goes where its owner has said, and nowhere else.
  if (status < 400) throw new SyncError('error', `${url} leads to ${headers.get('location')}: use the address of that.`)
  throw new SyncError(PROBLEMS[status] ?? (status < 500 ? 'refused' : 'error'), messageOf(answer))
}

const errorSchema = z.object({
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})

function messageOf(answer: Answer): string {
  const { data } = z.safeParse(errorSchema, jsonIn(answer))
  const [, scope] = /scope="(\w+)"/.exec(answer.headers.get('www-authenticate') ?? '') ?? []
  const issues = data?.issues?.map(({ path, message }) => `${path}: ${message}`)
  return [
    ...(issues ?? [data?.message ?? `The answer was ${answer.status}.`]),
    ...(scope ? [`The token lacks the scope ${scope}.`] : []),
  ].join(' ')
}

function jsonIn({ text }: Answer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
