import tailwind from '@tailwindcss/postcss'
import postcss from 'postcss'

/**
 * A loader of the build (`turbopack.rules` in next.config.ts): a style sheet becomes a module whose default export is
 * its text, so that a component can put it into the page.
 *
 * @this {{ resourcePath: string, async(): (error: unknown, code?: string) => void, addDependency(file: string): void,
 *   addContextDependency(folder: string): void }}
 * @param {string} source
 */
// biome-ignore lint/style/noDefaultExport: a loader is one.
export default function cssAsText(source) {
  const done = this.async()
  compileCss(source, this.resourcePath).then(
    ({ css, files, folders }) => {
      for (const file of files) this.addDependency(file)
      for (const folder of folders) this.addContextDependency(folder)
      done(null, `export default ${JSON.stringify(css)}`)
    },
    (error) => done(error),
  )
}

/**
 * Compiles a style sheet with Tailwind.
 *
 * @param {string} source
 * @param {string} from its path
 * @returns {Promise<{ css: string, files: string[], folders: string[] }>} also what it was made from
 */
export async function compileCss(source, from) {
  const { css, messages } = await postcss([tailwind({ optimize: { minify: true } })]).process(source, { from })
  const files = messages.flatMap(({ type, file }) => (type === 'dependency' ? [file] : []))
  const folders = messages.flatMap(({ type, dir }) => (type === 'dir-dependency' ? [dir] : []))
  return { css, files, folders }
}
