import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT, WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'

/**
 * Compiles a program in TypeScript, such as one that a test kills, into a file that Node.js runs; `remove` deletes it.
 * Its imports are as in a file at the root of the checkout.
 */
export async function compileProgram(source: string): Promise<{ file: string; remove: () => void }> {
  // Inside of the checkout, from where packages are found.
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
