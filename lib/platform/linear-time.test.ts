import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { check } from 'recheck'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { looksLikeMarkdown } from '@/components/editor/paste/markdown'
import { fontOf } from '@/components/editor/text-styles'
import { markdownToHtml } from '@/packages/convert/markdown/markdown-to-html'
import { cpuTimeOf } from '@/tests/support/cpu-time'

const ROOT = join(import.meta.dirname, '..', '..')
const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', 'recheck', 'package.json'), 'utf8'))
/**
 * Those that this version of the checker found safe: it takes a minute for all, and most of its memory. A run adds what
 * is new, to be committed with the expression; not in lib, or each addition would rebuild the site.
 */
const KNOWN_FILE = join(ROOT, 'tests', 'support', 'linear-expressions.json')
type Known = { checker: string; safe: string[] }

/**
 * Within these limits of time the checker takes a slow attempt for an attack. They are far above what its limits of
 * steps need on a busy machine, so that the steps decide, and one seed makes the attempts the same everywhere.
 */
const CHECKS = { attackTimeout: 60_000, incubationTimeout: 60_000, randomSeed: 1 }
/** For one on a busy machine; what is not decided by then is no answer. */
const LIMIT_MS = 300_000

/** Expressions that may take more than linear time, and those made from parts, with what bounds each. */
const BOUNDED: Record<string, string> = {
  'components/editor/extensions/formula.ts TYPED': 'Tiptap gives an input rule the last 500 characters',
  'components/editor/extensions/image.ts TYPED': 'Tiptap gives an input rule the last 500 characters',
  'components/editor/extensions/emphasis.ts': 'Tiptap gives an input rule the last 500 characters',
  'components/post/search-box.tsx': 'the text one looks for, escaped, without repetition',
  'lib/access/screen-access.ts': 'the paths of our screens, each segment at most once',
  'lib/rich-text/style.ts': 'constants whose repetitions have upper bounds',
  'lib/platform/csv.ts': 'constants, one repetition of spaces behind one sign',
  'packages/convert/dates.ts DAY_FIRST': 'a date of at most 100 characters',
  'packages/convert/dates.ts ISO': 'a date of at most 100 characters',
  'packages/convert/dates.ts MONTH_FIRST': 'a date of at most 100 characters',
  'packages/convert/dates.ts TIME': 'a date of at most 100 characters',
  'packages/convert/readers/folder.ts': 'the names of two elements, without repetition',
  'packages/convert/readers/site-config.ts': 'names of settings of our own, each at the beginning of a line',
  'packages/convert/readers/wpautop.ts': 'constants, one repetition that stops at the next tag',
  'packages/convert/readers/wordpress-shortcodes.ts': 'the attributes of one shortcode, by constants',
  'packages/convert/markdown/directives.ts OPEN': 'a line of at most 500 characters',
  'packages/convert/markdown/dialects.ts': 'constants whose repetitions have upper bounds, or begin a line',
  'packages/convert/markdown/dialects.ts HEADING_ID': 'a line of at most 500 characters',
  'packages/convert/markdown/to-html.ts HUGO_MARKS': 'a line of at most 500 characters',
  'packages/convert/markdown/outside-code.ts': 'one number of backticks, once for each that is not closed',
  'lib/routes/public-pages.ts': 'the patterns of the table of pages',
  'lib/rich-text/server/drawing.ts': 'the names of two attributes, in one tag',
  'lib/content/words.ts': 'escaped words of at most 100 characters',
  'lib/server/http-server.ts': 'the names of folders of our own',
}

type Expression = { position: string; source: string; flags: string }

/** Every expression of the product, at its file and the name or function that it is in. */
function expressions(): { literals: Expression[]; made: string[] } {
  const filesOf = (folder: string) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  const files = [...['app', 'components', 'lib', 'packages'].flatMap(filesOf), 'middleware.ts'].filter(
    (file) => /\.(?:ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const literals: Expression[] = []
  const made: string[] = []
  for (const file of files) {
    const tree = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node, name: string) => {
      const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)
      const inside = isNamed && node.name ? node.name.getText(tree) : name
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/')
        literals.push({ position: `${file} ${name}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
      }
      if (ts.isNewExpression(node) && node.expression.getText(tree) === 'RegExp') made.push(file)
      ts.forEachChild(node, (child) => visit(child, inside))
    }
    visit(tree, '')
  }
  return { literals, made }
}

describe('expressions over text that others wrote', () => {
  it('take linear time, or it is said what bounds them', async () => {
    const { literals, made } = expressions()
    expect(literals.length).toBeGreaterThan(300)
    const known: Known = JSON.parse(readFileSync(KNOWN_FILE, 'utf8'))
    const safe = new Set(known.checker === version ? known.safe : [])
    const slow: string[] = []
    const used = new Set<string>()
    // What repeats nothing reads each sign a bounded number of times.
    const repeating = literals.filter(({ position, source }) => /[*+{]/.test(source) && !(position in BOUNDED))
    for (const { position, source, flags } of repeating) {
      const key = `/${source}/${flags}`
      used.add(key)
      if (safe.has(key)) continue
      const answer = await check(source, flags, { ...CHECKS, timeout: LIMIT_MS })
      if (answer.status === 'safe') safe.add(key)
      else slow.push(`${position}: ${key} is ${answer.status}`)
    }
    const found: Known = { checker: version, safe: [...used].filter((key) => safe.has(key)).sort() }
    if (!isDeepStrictEqual(found, known)) writeFileSync(KNOWN_FILE, `${JSON.stringify(found, null, 2)}\n`)
    expect(slow).toEqual([])
    expect(made.filter((file) => !(file in BOUNDED))).toEqual([])
    // Of a minute without the checker's own program, which is not there for every system.
  })
})

describe('what held a tab for seconds', () => {
  it.each([
    ['a rule of a table', `---| ${' '.repeat(40_000)}x`],
    ['formulas', `$$${'\n'.repeat(40_000)}`],
    ['fences', '```\n'.repeat(10_000)],
    ['brackets', '['.repeat(40_000)],
    ['headings', `## a${' '.repeat(40_000)}\n\n`],
  ])('is looked through in milliseconds: %s', (_what, text) => {
    expect(cpuTimeOf(() => looksLikeMarkdown(text))).toBeLessThan(300)
  })

  it('is converted in milliseconds', () => {
    expect(cpuTimeOf(() => markdownToHtml(`$$${'\n'.repeat(4_000)}`))).toBeLessThan(2_000)
  })

  it('is a font of nothing but tabs', () => {
    expect(cpuTimeOf(() => fontOf('\t'.repeat(40_000)))).toBeLessThan(100)
  })
})
