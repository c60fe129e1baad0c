import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PlainError } from '../plain-error.mjs'
import { ROOT, WORK_FOLDER } from '../root.mjs'
import { runNode } from '../run.mjs'

const PORT = 47_814

/**
 * Builds and serves a page of the same Next with nothing on it: what every page of Next weighs. Compressed with brotli
 * like ours.
 * @param {(line: string) => void} say
 */
export async function buildEmptyPage(say) {
  const folder = join(WORK_FOLDER, 'empty-page')
  const { version } = createRequire(import.meta.url)('next/package.json')
  const stamp = join(folder, 'built')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== version) {
    say('Building an empty page to compare with …')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, 'app'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    writeFileSync(join(folder, 'next.config.mjs'), `export default { turbopack: { root: ${JSON.stringify(ROOT)} } }`)
    writeFileSync(
      join(folder, 'app', 'layout.jsx'),
      'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }',
    )
    writeFileSync(join(folder, 'app', 'page.jsx'), 'export default function Page() { return <p>Nothing</p> }')
    const next = join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')
    const status = await runNode(next, ['build', folder], { env: { NODE_ENV: 'production' }, quiet: true })
    if (status !== 0) throw new PlainError('The empty page could not be built: Next.js says above why.')
    const { compressFolder } = await import('../compress-folder.mjs')
    await compressFolder(join(folder, '.next', 'static'))
    cpSync(join(folder, '.next', 'static'), join(folder, 'public', '_next', 'static'), { recursive: true })
    cpSync(join(folder, '.next', 'server', 'app', 'index.html'), join(folder, 'public', 'index.html'))
    await compressFolder(join(folder, 'public'))
    writeFileSync(stamp, version)
  }
  const child = spawn(process.execPath, [
    join(import.meta.dirname, 'serve-folder.mjs'),
    join(folder, 'public'),
    String(PORT),
  ])
  const url = `http://localhost:${PORT}/`
  while (
    !(await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new PlainError('The empty page could not be served.')
    await delay(50)
  }
  return { url, stop: () => void child.kill() }
}
