import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import sirv from 'sirv'
import { runNode } from '@/scripts/bootstrap/programs.mjs'
import { ROOT, WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { compressFolder } from '@/scripts/build/compress-folder'

const SOURCES = {
  'package.json': '{"private":true}',
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(ROOT)} } }`,
  'app/layout.jsx':
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }',
  'app/page.jsx': 'export default function Page() { return <p>Nothing</p> }',
}

/**
 * Builds an empty page with the same Next, the weight that each of its pages has, and serves it with brotli, like ours.
 */
export async function serveEmptyPage() {
  const folder = join(WORK_FOLDER, 'empty-page')
  const files = join(folder, 'public')
  const { version } = createRequire(import.meta.url)('next/package.json')
  const stamp = join(folder, 'built')
  const wanted = JSON.stringify([version, SOURCES])
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    console.log('Building an empty page to compare with …')
    rmSync(folder, { recursive: true, force: true })
    for (const [file, text] of Object.entries(SOURCES)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const next = join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')
    const status = await runNode(next, ['build', folder], { env: { NODE_ENV: 'production' }, quiet: true })
    if (status !== 0) throw new UserError('The empty page could not be built: Next.js says above why.')
    cpSync(join(folder, '.next', 'static'), join(files, '_next', 'static'), { recursive: true })
    cpSync(join(folder, '.next', 'server', 'app', 'index.html'), join(files, 'index.html'))
    await compressFolder(files)
    writeFileSync(stamp, wanted)
  }
  const server = createServer(sirv(files, { brotli: true, gzip: true, etag: true })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, stop: () => void server.close() }
}
