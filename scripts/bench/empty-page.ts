import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runNode } from '@/scripts/bootstrap/programs.mjs'
import { ROOT, WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { compiledFile } from '@/scripts/build/build-site'
import { compressFolder } from '@/scripts/build/compress-folder'

const PORT = 47_814

/** A page rendered at build time, and two rendered on request like ours. */
const SOURCES = {
  'package.json': '{"private":true}',
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(ROOT)} } }`,
  'app/layout.jsx':
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }',
  'app/page.jsx': 'export default function Page() { return <p>Nothing</p> }',
  'app/drawn/page.jsx':
    "export const dynamic = 'force-dynamic'; export default function Page() { return <p>Nothing</p> }",
  'app/api/route.js': 'export function POST() { return Response.json({}) }',
}

/**
 * Builds an empty application with the same Next: the weight every page of Next has.
 * @returns its folder
 */
export async function buildEmptyApplication(print: (line: string) => void): Promise<string> {
  const folder = join(WORK_FOLDER, 'empty-page')
  const { version } = createRequire(import.meta.url)('next/package.json')
  const stamp = join(folder, 'built')
  const wanted = JSON.stringify([version, SOURCES])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder
  print('Building an empty page to compare with …')
  rmSync(folder, { recursive: true, force: true })
  for (const [file, text] of Object.entries(SOURCES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const next = join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')
  const status = await runNode(next, ['build', folder], { env: { NODE_ENV: 'production' }, quiet: true })
  if (status !== 0) throw new UserError('The empty page could not be built: Next.js says above why.')
  writeFileSync(stamp, wanted)
  return folder
}

/** Builds the empty application and serves it with brotli, like ours. */
export async function serveEmptyPage(print: (line: string) => void) {
  const folder = await buildEmptyApplication(print)
  const files = join(folder, 'public')
  if (!existsSync(files)) {
    const making = join(folder, 'public-in-the-making')
    rmSync(making, { recursive: true, force: true })
    cpSync(join(folder, '.next', 'static'), join(making, '_next', 'static'), { recursive: true })
    cpSync(join(folder, '.next', 'server', 'app', 'index.html'), join(making, 'index.html'))
    await compressFolder(making)
    renameSync(making, files)
  }
  const child = spawn(process.execPath, [compiledFile('serve-folder'), files, String(PORT)])
  const url = `http://localhost:${PORT}/`
  while (
    !(await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new UserError('The empty page could not be served.')
    await delay(50)
  }
  return { url, stop: () => void child.kill() }
}
