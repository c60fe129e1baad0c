import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readPagesStamp } from './built.mjs'
import { ROOT, WORK_FOLDER } from './root.mjs'

/** Holds the name of the folder with the compiled commands; scripts/build/compile.ts writes it. */
export const CODE_STAMP = join(WORK_FOLDER, 'code.stamp')

/**
 * The folder with the compiled commands, or with those that the pages were built with; null before the first build. A
 * running process keeps using its own.
 */
export function codeFolder({ asBuilt = Boolean(process.env.COLOPHON_AS_BUILT) } = {}) {
  const hash = asBuilt ? readPagesStamp()?.code : existsSync(CODE_STAMP) && readFileSync(CODE_STAMP, 'utf8')
  const folder = join(WORK_FOLDER, 'code', hash || 'none')
  return existsSync(folder) ? folder : null
}

/**
 * Bundles TypeScript into JavaScript modules in a folder, each named like its source.
 * @param {string[]} entryPoints
 * @param {string} outdir
 */
export async function bundle(entryPoints, outdir) {
  const { build, stop } = await import('esbuild')
  await build({
    absWorkingDir: ROOT,
    entryPoints,
    entryNames: '[name]',
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // Loaded already: the commands must share these modules.
    external: [join(import.meta.dirname, '*.mjs')],
    sourcemap: 'linked',
    logLevel: 'error',
  })
  // Otherwise esbuild's service process would live as long as the server.
  await stop()
}

/**
 * Bundles scripts/build, which compiles everything else, if it has changed.
 * @returns {Promise<typeof import('../build/compile.ts')>}
 */
export async function loadCompiler() {
  const source = join(ROOT, 'scripts', 'build')
  const hash = createHash('sha256')
  for (const name of readdirSync(source).sort()) hash.update(`\0${name}\0`).update(readFileSync(join(source, name)))
  const folder = join(WORK_FOLDER, `compiler-${hash.digest('hex').slice(0, 16)}`)
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`
    await bundle([join(source, 'compile.ts'), join(source, 'generate-client.ts')], unfinished)
    for (const name of readdirSync(WORK_FOLDER)) {
      if (name.startsWith('compiler-') && name !== basename(unfinished))
        rmSync(join(WORK_FOLDER, name), { recursive: true })
    }
    // Two concurrent builds produce the same; the later one finds it in place.
    if (!existsSync(folder)) renameSync(unfinished, folder)
  }
  return import(pathToFileURL(join(folder, 'compile.mjs')).href)
}
