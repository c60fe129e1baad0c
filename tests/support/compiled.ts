import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT, WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'

/**
 * Compiles a TypeScript program, for example one that a test kills, into a file for Node.js; `remove` deletes it. Its
 * imports are resolved as from the checkout's root.
 */
export async function compileProgram(source: string): Promise<{ file: string; remove: () => void }> {
  // Inside the checkout, so that packages resolve.
  mkdirSync(WORK_FOLDER, { recursive: true })
  const folder = mkdtempSync(join(WORK_FOLDER, 'test-program-'))
  const file = join(folder, 'program.mjs')
  await build({
    stdin: { contents: source, resolveDir: ROOT, loader: 'ts' },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    external: [join(ROOT, 'scripts', 'bootstrap', '*.mjs')],
    tsconfig: join(ROOT, 'tsconfig.json'),
    logLevel: 'error',
  })
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}
