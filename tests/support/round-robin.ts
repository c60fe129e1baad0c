import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type RoundRobin = { url: string; counts: number[]; close: () => Promise<void> }

/**
 * A minimal load balancer: each request goes to the next instance, whatever came before on the same connection, and is
 * forwarded unchanged.
 */
export async function startRoundRobin(targets: () => string[]): Promise<RoundRobin> {
  const agent = new http.Agent({ keepAlive: true })
  const counts: number[] = []
  let turn = 0
  const server = http.createServer((request, response) => {
    const all = targets()
    const at = turn++ % all.length
    counts[at] = (counts[at] ?? 0) + 1
    const { method, url: path, rawHeaders } = request
    const onward = http.request(new URL(all[at] ?? ''), { method, path, headers: rawHeaders, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
      // The response may come before the body is read: the rest of it is then discarded.
      answer.on('end', () => request.unpipe(onward).resume())
    })
    onward.on('error', () => {
      if (!response.headersSent) response.writeHead(502)
      response.end()
    })
    response.on('close', () => {
      if (!response.writableFinished) onward.destroy()
    })
    // Its body may follow later, or never.
    onward.flushHeaders()
    request.pipe(onward)
  })
  // The same keep-alive as the site's.
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    counts,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
