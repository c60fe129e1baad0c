// A process of a serverless host: node cold-process.mjs FOLDER
// Reports its port, and what is loaded at the end of each response, to its parent.
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { launch, requireIn } from '@/tests/support/launcher'

const [folder = '.'] = process.argv.slice(2)
const load = requireIn(folder)
const modules = await listModules()
const handle = launch(folder)

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
