import type { FrontMatter } from '../archive/read-front-matter'
import type { Kind } from '../model'
import { extensionOf } from '../source/names'
import { escaped } from '../source/scan'
import { withoutAttributes, withoutCommonExtras, withoutIndentedBlocks } from './dialects'
import { withoutDirectives } from './directives'
import { markdownToHtml } from './markdown-to-html'
import { withoutMdx, withPlainTemplates } from './mdx'
import { outsideCode } from './outside-code'
import { withoutHugoShortcodes, withoutLiquid } from './shortcodes'

const LEAD_MAX = 3_000
const LIQUID = new Set(['hexo', 'markdown', 'eleventy', 'pelican', 'zola', 'gatsby'])
const MORE = /<!--\s*(?:more|truncate|excerpt|end-of-excerpt|endexcerpt)\s*-->|\{\/\*\s*truncate\s*\*\/\}/i

/** The text before its "more"; "" where it has none. */
export function leadOf(markdown: string): string {
  const [before = '', ...after] = markdown.split(MORE)
  return after.length > 0 ? before : ''
}

type OfSystem = {
  /** "own" for what this software exports. */
  kind: Kind | 'own'
  file: string
  lost: string[]
  data?: FrontMatter
  /** What templates of Liquid may name: `page.title`, `site.data.links.docs`. */
  values?: Record<string, string>
}

/** The Markdown of a system as HTML; adds to `lost` what has no form here. */
export function systemMarkdownToHtml(
  markdown: string,
  { kind, file, lost, data = {}, values: filled = {} }: OfSystem,
): string {
  let text = markdown.replace(MORE, '\n\n')
  const isMdx = extensionOf(file) === 'mdx' || kind === 'next' || kind === 'docusaurus'
  // Elsewhere braces are plain signs.
  const values = extensionOf(file) === 'mdx' || kind === 'docusaurus' ? valuesOf(data) : null
  // Jekyll runs Liquid first, in code as well; others show what is in code.
  const liquid = { file, values: filled }
  if (kind === 'jekyll') text = withoutLiquid(text, lost, liquid)
  if (kind === 'pelican' || kind === 'markdown')
    text = outsideCode(text, withoutIndentedBlocks, { isInlineHidden: false })
  if (isMdx) text = outsideCode(text, withPlainTemplates, { isInlineHidden: false })
  text = outsideCode(text, (plain) => {
    let changed = withoutCommonExtras(plain, kind)
    if (LIQUID.has(kind)) changed = withoutLiquid(changed, lost, liquid)
    if (kind === 'hugo') changed = withoutHugoShortcodes(changed, lost)
    if (kind === 'jekyll' || kind === 'hugo' || kind === 'pelican') changed = withoutAttributes(changed)
    if (isMdx) changed = withoutMdx(changed, lost, values)
    if (kind === 'pelican') return withoutPositions(changed)
    return withoutDirectives(changed)
  })
  // The file's name behind the language: ```ts:src/app.ts, ```js [app.js], ```js{1,3}:app.js
  text = text.split('\n').map(withFileName).join('\n')
  // As marked wants a heading: a space behind its signs.
  if (kind === 'ghost') text = text.replace(/^(#{1,6})(?=[^#\s])/gm, '$1 ')
  if (isTooDense(text)) {
    lost.push('Its formatting, which is too dense to be read: the text is shown as its source')
    return `<pre><code>${escaped(text)}</code></pre>`
  }
  return markdownToHtml(text, { breaks: kind === 'obsidian' })
}

/** What expressions may name of what is said of a text. */
function valuesOf(data: FrontMatter): Record<string, string> {
  const own = Object.entries(data).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  const holders = ['frontmatter', 'frontMatter', 'metadata', 'meta']
  return Object.fromEntries(holders.flatMap((holder) => own.map(([name, value]) => [`${holder}.${name}`, value])))
}

/** Pelican's `{static}` and `{filename}` before a path, and what it calls its lists. */
function withoutPositions(text: string): string {
  return text
    .replace(/[{|](?:static|attach|filename)[}|]/g, '')
    .replace(/[{|](tag|category|author)[}|]([\w-]+)/g, '/$1/$2.html')
    .replace(/[{|]index[}|]/g, '/')
}

/** {linenos=table,hl_lines=[2,"4-5"]} */
const HUGO_MARKS = /\{[^{}]*\bhl_lines=(\[[^\]]*\]|"?[\d-]+)/

function withFileName(line: string): string {
  const fence = /^[ \t>]*(?:`{3,}|~{3,})/.exec(line)?.[0]
  if (!fence || line.length > 500) return line
  const [, language, marked = '', named, label] =
    /^([\w+#.-]+)(\{[\d,-]+\})?(?::([^\s\\]+)(?:\s|$)|[ \t]\[([^\][]+)\])/.exec(line.slice(fence.length)) ?? []
  const name = named ?? label
  const [, marks] = HUGO_MARKS.exec(line) ?? []
  if (marks) return `${line} {${marks.match(/\d+(?:-\d+)?/g)?.join(',')}}`
  return name ? `${fence}${language} title="${name.replaceAll('"', '')}" ${marked}`.trimEnd() : line
}

/**
 * The time Markdown takes grows with the square of the signs in one block: more than any person writes into one would
 * hold the import for minutes.
 */
function isTooDense(markdown: string): boolean {
  const count = (text: string, sign: string) => text.split(sign).length - 1
  if (count(markdown, '<') > 20_000) return true
  return markdown
    .split(/\n[ \t]*\n/)
    .some(
      (block) =>
        count(block, '[') > 5_000 ||
        count(block, '`') > 5_000 ||
        count(block, '$') > 5_000 ||
        count(block, '*') + count(block, '_') > 4_000,
    )
}

/** The plain text of a Markdown fragment in one line, at most `max` characters; "" for one that is longer. */
export function leadText(markdown: string, max: number): string {
  // A summary is no longer, with all its signs.
  if (markdown.length > LEAD_MAX) return ''
  const text = markdown
    .replace(/^(?:import|export)\s.*$/gm, '')
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
    .replace(/\[\^[^[\]]*\]|\{:[^{}]*\}/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<[^<>]*>/g, '')
    .replace(/^#{1,6}\s.*$/gm, '')
    .replace(/[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length <= max && !/[{<]%|\{\{/.test(text) ? text : ''
}
