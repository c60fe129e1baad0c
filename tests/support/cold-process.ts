// A process of a serverless host: node cold-process.mjs FOLDER
// Does what the launcher of `vercel build` does: creates Next's server in minimal mode, which loads a route's code on
// request. Reports its port, and what is loaded at the end of each response, to its parent.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [folder = '.'] = process.argv.slice(2)
process.chdir(folder)
process.env.__NEXT_PRIVATE_PREBUNDLED_REACT = 'next'
const modules = await listModules()

const load = createRequire(join(folder, 'package.json'))
const { config } = JSON.parse(readFileSync('.next/required-server-files.json', 'utf8'))
const { default: NextServer } = load('next/dist/compiled/next-server/server.runtime.prod.js')
const next = new NextServer({
  conf: { ...config, compress: false },
  dir: '.',
  minimalMode: true,
  customServer: false,
})
const handle = next.getRequestHandler()

const server = createServer((request, response) => {
  response.once('finish', () => process.send?.({ modules: modules() }))
  return handle(request, response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address?.port })
})

/**
 * Records every code file loaded from now on: scripts through the inspector, JSON and addons from the cache of
 * `require`, and the addons' shared libraries. Slow.
 */
async function listModules(): Promise<() => string[]> {
  const { Session } = await import('node:inspector')
  const files: Set<string> = new Set()
  const session = new Session()
  session.connect()
  session.on('Debugger.scriptParsed', ({ params: { url } }) => {
    if (url.startsWith('file://')) files.add(fileURLToPath(url))
    else if (url.startsWith('/')) files.add(url)
  })
  session.post('Debugger.enable')
  return () => {
    for (const file of Object.keys(load.cache)) files.add(file)
    const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
    for (const file of sharedObjects) if (file.includes('node_modules')) files.add(file)
    files.delete(import.meta.filename)
    return [...files]
  }
}
