import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { compileCss } from './css-as-text.mjs'

/**
 * A loader of the build (`turbopack.rules` in next.config.ts): a style sheet of imports becomes a module whose default
 * export has the text of each file by its name, so that a component can put some of them into the page.
 *
 * @this {{ resourcePath: string, async(): (error: unknown, code?: string) => void, addDependency(file: string): void }}
 * @param {string} source
 */
// biome-ignore lint/style/noDefaultExport: a loader is one.
export default function cssAsTexts(source) {
  const done = this.async()
  const files = [...source.matchAll(/@import "(.+?)"/g)].map(([, file = '']) => join(dirname(this.resourcePath), file))
  for (const file of files) this.addDependency(file)
  const compiled = files.map(async (file) => {
    const { css } = await compileCss(await readFile(file, 'utf8'), file)
    return [basename(file, '.css'), css]
  })
  Promise.all(compiled).then(
    (texts) => done(null, `export default ${JSON.stringify(Object.fromEntries(texts))}`),
    (error) => done(error),
  )
}
