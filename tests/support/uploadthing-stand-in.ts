import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stored file. */
type HeldFile = { name: string; type: string; bytes: Buffer; uploadedAt: number; customId: string | null }

export type UploadThingStandIn = {
  /** A token in the format of UploadThing's dashboard, for UPLOADTHING_TOKEN. */
  token: string
  /** The environment that makes a server process use this stand-in. */
  env: { UPLOADTHING_TOKEN: string; UPLOADTHING_API_URL: string; UPLOADTHING_INGEST_URL: string }
  /** By file key. */
  files: Map<string, HeldFile>
  /** Every call received, such as "PUT" or "/v6/deleteFiles". */
  calls: string[]
  /** Makes the next call fail with this status, before (default) or after it has taken effect. */
  failNext(status: number, when?: 'before' | 'after'): void
  close(): Promise<void>
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * UploadThing's two servers in one, on a free local port, as far as SDK 7 uses them from a server: uploads to signed
 * URLs (signature, expiry, owner, size and type are checked), deleteFiles, listFiles, and the files at /f/{key}.
 */
export async function startUploadThingStandIn(): Promise<UploadThingStandIn> {
  const apiKey = `sk_live_${createHash('sha256').update(`${process.pid}-${Date.now()}`).digest('hex')}`
  const appId = 'standinapp'
  const files = new Map<string, HeldFile>()
  const calls: string[] = []
  let failure: { status: number; when: 'before' | 'after' } | undefined

  async function answer(request: IncomingMessage, origin: string): Promise<unknown> {
    const url = new URL(request.url ?? '/', origin)
    if (request.method === 'PUT') {
      calls.push('PUT')
      return upload(request, origin)
    }
    if (request.method !== 'POST') throw new Refusal(404, 'Not found')
    calls.push(url.pathname)
    if (request.headers['x-uploadthing-api-key'] !== apiKey) throw new Refusal(401, 'Invalid API key')
    const body = JSON.parse((await bodyOf(request)).toString('utf8'))
    if (url.pathname === '/v6/deleteFiles') {
      const keys: string[] = body.fileKeys ?? keysOf(body.customIds)
      return { success: true, deletedCount: keys.filter((key) => files.delete(key)).length }
    }
    if (url.pathname === '/v6/listFiles') return list(body.limit ?? 500, body.offset ?? 0)
    throw new Refusal(404, 'Not found')
  }

  function keysOf(customIds: string[]): string[] {
    return [...files].filter(([, file]) => file.customId && customIds.includes(file.customId)).map(([key]) => key)
  }

  function list(limit: number, offset: number) {
    const all = [...files].map(([key, file]) => ({
      id: key,
      key,
      customId: file.customId,
      name: file.name,
      size: file.bytes.length,
      status: 'Uploaded',
      uploadedAt: file.uploadedAt,
    }))
    return { hasMore: offset + limit < all.length, files: all.slice(offset, offset + limit) }
  }

  async function upload(request: IncomingMessage, origin: string) {
    const signedUrl = `${origin}${request.url}`
    const [payload, signature] = signedUrl.split('&signature=')
    const expected = `hmac-sha256=${createHmac('sha256', apiKey)
      .update(payload ?? '')
      .digest('hex')}`
    const given = Buffer.from(decodeURIComponent(signature ?? ''))
    if (given.length !== expected.length || !timingSafeEqual(given, Buffer.from(expected))) {
      throw new Refusal(403, 'Invalid signature')
    }
    const url = new URL(signedUrl)
    // The SDK encodes each value before adding it to the query.
    const parameter = (name: string) => decodeURIComponent(url.searchParams.get(name) ?? '')
    if (Number(parameter('expires')) < Date.now()) throw new Refusal(403, 'URL expired')
    if (parameter('x-ut-identifier') !== appId) throw new Refusal(403, 'Unknown app')

    const form = await new Response(new Uint8Array(await bodyOf(request)), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const file = form.get('file')
    if (!(file instanceof Blob)) throw new Refusal(400, 'No file')
    if (file.size !== Number(parameter('x-ut-file-size'))) throw new Refusal(400, 'File size mismatch')
    if (file.type !== parameter('x-ut-file-type')) throw new Refusal(400, 'File type mismatch')

    const key = url.pathname.slice(1)
    if (files.has(key)) throw new Refusal(409, 'File already exists')
    const bytes = Buffer.from(await file.arrayBuffer())
    files.set(key, {
      name: parameter('x-ut-file-name'),
      type: file.type,
      bytes,
      uploadedAt: Date.now(),
      customId: parameter('x-ut-custom-id') || null,
    })
    return {
      url: `${origin}/f/${key}`,
      appUrl: `${origin}/a/${appId}/${key}`,
      ufsUrl: `${origin}/f/${key}`,
      fileHash: createHash('md5').update(bytes).digest('hex'),
      serverData: null,
    }
  }

  function serve(key: string, response: ServerResponse) {
    const file = files.get(key)
    if (!file) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': file.type, 'content-disposition': 'inline' }).end(file.bytes)
  }

  const server = createServer(async (request, response) => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    // For tests in another process; the real service has no such endpoint.
    if (request.method === 'GET' && request.url === '/f') return json(200, [...files.keys()])
    if (request.method === 'GET' && request.url?.startsWith('/f/')) return serve(request.url.slice(3), response)
    const planned = failure
    failure = undefined
    try {
      if (planned?.when === 'before') {
        await bodyOf(request)
        return json(planned.status, { error: 'Planned failure' })
      }
      const body = await answer(request, origin)
      return planned ? json(planned.status, { error: 'Planned failure' }) : json(200, body)
    } catch (error) {
      return json(error instanceof Refusal ? error.status : 500, { error: String(error) })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const token = Buffer.from(JSON.stringify({ apiKey, appId, regions: ['sea1'] })).toString('base64')

  return {
    token,
    env: { UPLOADTHING_TOKEN: token, UPLOADTHING_API_URL: origin, UPLOADTHING_INGEST_URL: origin },
    files,
    calls,
    failNext(status, when = 'before') {
      failure = { status, when }
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
