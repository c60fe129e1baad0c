import tailwind from '@tailwindcss/postcss'
import { Features, transform } from 'lightningcss'
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

const version = (/** @type {number} */ major, minor = 0) => (major << 16) | (minor << 8)

/**
 * The browsers Next compiles its own style sheets for. Colours of light and dark are variables there, which the sheets
 * share.
 */
const BROWSERS = {
  chrome: version(111),
  edge: version(111),
  firefox: version(111),
  safari: version(16, 4),
  ios_saf: version(16, 4),
}

/**
 * Tailwind declares its variables twice, the second time for browsers without `@property`: what works everywhere is
 * enough. Those that no class of the sheet sets have one value, which is written where they are used; those that
 * nothing uses are left out.
 *
 * @type {import('postcss').Plugin}
 */
const plainVariables = {
  postcssPlugin: 'plain-variables',
  AtRule: {
    property: (rule) => void rule.remove(),
    supports: (rule) => {
      if (rule.params.includes('-webkit-hyphens: none')) rule.replaceWith(rule.nodes ?? [])
    },
  },
  OnceExit(root) {
    /** @type {Map<string, import('postcss').Declaration>} */
    const declared = new Map()
    const set = new Set()
    root.walkDecls(/^--tw-/, (declaration) => {
      if (isInitial(declaration)) declared.set(declaration.prop, declaration)
      else set.add(declaration.prop)
    })
    const used = new Set()
    root.walkDecls((declaration) => {
      if (isInitial(declaration)) return
      declaration.value = declaration.value.replace(VARIABLE, (text, name, fallback = '') => {
        if (set.has(name)) {
          used.add(name)
          return text
        }
        const value = declared.get(name)?.value ?? 'initial'
        return value === 'initial' ? fallback : value
      })
    })
    root.walkDecls(/^--tw-/, (declaration) => {
      if (!used.has(declaration.prop)) declaration.remove()
    })
  },
}

/** One of Tailwind's variables with what it falls back to. */
const VARIABLE = /var\((--tw-[\w-]+)(?:,\s*((?:[^()]|\([^()]*\))*))?\)/g

/** @param {import('postcss').Declaration} declaration */
function isInitial({ prop, parent }) {
  const layer = parent?.parent
  return prop.startsWith('--tw-') && layer?.type === 'atrule' && /** @type {any} */ (layer).params === 'properties'
}

/**
 * Compiles a style sheet with Tailwind.
 *
 * @param {string} source
 * @param {string} from its path
 * @returns {Promise<{ css: string, files: string[], folders: string[] }>} also what it was made from
 */
export async function compileCss(source, from) {
  const { css, messages } = await postcss([tailwind({ optimize: false }), plainVariables]).process(source, { from })
  const files = messages.flatMap(({ type, file }) => (type === 'dependency' ? [file] : []))
  const folders = messages.flatMap(({ type, dir }) => (type === 'dir-dependency' ? [dir] : []))
  const { code } = transform({
    filename: from,
    code: Buffer.from(css),
    minify: true,
    targets: BROWSERS,
    // Each would become a list of all languages written from right to left, beside what works without.
    exclude: Features.DirSelector,
  })
  return { css: code.toString(), files, folders }
}
