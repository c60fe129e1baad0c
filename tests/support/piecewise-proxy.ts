import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy in front of the site that sends a document piece by piece, as a slow network does, and all else at once. What
 * is not read but sent, as page views are, ends here: the site refuses it from another origin.
 */
export type PiecewiseProxy = {
  url: string
  /** Sends the next piece of the document that was asked for last; returns whether there are more. */
  sendNext: () => boolean
  close: () => Promise<void>
}

/** Sends the head at once, then a piece for each of the first `pieces` tags of the body, and the rest as one. */
export async function startPiecewiseProxy(target: string, pieces: number): Promise<PiecewiseProxy> {
  let document: { response: http.ServerResponse; parts: string[] } | null = null
  const server = http.createServer(async ({ method, url = '/', headers }, response) => {
    if (method !== 'GET') {
      response.writeHead(204).end()
      return
    }
    const answer = await fetch(new URL(url, target), { headers: { accept: headers.accept ?? '*/*' } })
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    if (headers['sec-fetch-dest'] !== 'document') {
      response.end(Buffer.from(await answer.arrayBuffer()))
      return
    }
    const [head = '', body = ''] = (await answer.text()).split(/(?<=<body[^>]*>)/)
    const tags = body.split(/(?=<[a-z])/)
    document = { response, parts: [...tags.slice(0, pieces), tags.slice(pieces).join('')] }
    response.write(head)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    sendNext() {
      if (!document) return false
      const { response, parts } = document
      response.write(parts.shift())
      if (parts.length > 0) return true
      response.end()
      document = null
      return false
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
