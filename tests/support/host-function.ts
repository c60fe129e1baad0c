// A function of a serverless host that stays: node host-function.mjs FOLDER
// Tells the host which pages to forget (HOST_PURGE), and its own port to its parent.
import { createServer, request } from 'node:http'
import { launch } from '@/tests/support/launcher'

const [folder = '.'] = process.argv.slice(2)

/** The host's cache as Next knows it: pages are kept in front of the functions. */
class HostCache {
  async get() {
    return null
  }
  async set() {}
  resetRequestCache() {}
  revalidateTag(tags: string | string[]): Promise<void> {
    const body = JSON.stringify([tags].flat())
    return new Promise((resolve, reject) => {
      request(process.env.HOST_PURGE ?? '', { method: 'POST' }, (response) => response.resume().once('end', resolve))
        .once('error', reject)
        .end(body)
    })
  }
}
Object.assign(globalThis, { [Symbol.for('@next/cache-handlers')]: { FetchCache: HostCache } })

const server = createServer(launch(folder))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address?.port })
})
