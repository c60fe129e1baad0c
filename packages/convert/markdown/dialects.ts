import { calloutKindOf } from '../html/marks'
import { replaceBetween } from '../source/scan'

/* What other kinds of Markdown write beyond it: kramdown (Jekyll), Goldmark (Hugo) and Python-Markdown (Pelican). */

/** Longer lines are text. */
const LINE_MAX = 500
/** Python-Markdown's blocks that are told by their indentation, with all that is indented below their first line. */
const INDENTED =
  /^(?:(?: {4}|\t):::([\w+#.-]+)|(?:!!!|\?\?\?\+?)[ \t]+([\w-]+)(?:[ \t]+"([^"\n]*)")?)[ \t]*\n((?:(?:(?: {4}|\t).*|[ \t]*)\n)*)/gm

/** `!!! note "Title"`, and code below `:::python`. */
export function withoutIndentedBlocks(markdown: string): string {
  return `${markdown}\n`.replace(INDENTED, (_, language: string, name: string, title: string, body: string) => {
    const inner = body.replace(/^(?: {4}|\t)/gm, '').trimEnd()
    if (language) return `\`\`\`${language}\n${inner}\n\`\`\`\n\n`
    const heading = title ? `**${title}**\n\n` : ''
    return `<aside data-callout="${calloutKindOf(name)}">\n\n${heading}${withoutIndentedBlocks(inner)}\n\n</aside>\n\n`
  })
}

const LINK = /(!?\[[^[\]\n]*\]\()([^()\n"<>]+)((?:"[^"\n]*")?\))/g
const FILE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|mdx?)$/i
const HEADING_ID = /\{:?[ \t]*#([\w.:-]+)[^{}]*\}[ \t]*#*$/

/** What nearly all of them have: ids of headings, formulas in a line, tables of contents, paths with spaces. */
export function withoutCommonExtras(markdown: string, kind: string): string {
  const lines = markdown.split('\n').map((line) => {
    if (kind !== 'obsidian' && line.length < 20 && /^\[{1,2}_?toc_?\]{1,2}$/i.test(line.trim())) return ''
    if (line.length <= LINE_MAX && /^#{1,6}[ \t]/.test(line)) return line.replace(HEADING_ID, '<a id="$1"></a>')
    if (!line.includes('$$') || /^[ \t>]*\$\$/.test(line)) return line
    return line.replace(/\$\$([^$]+)\$\$/g, (_, tex: string) => `$${tex.trim()}$`)
  })
  return lines.join('\n').replace(LINK, (link, start: string, target: string, end: string) => {
    const path = target.trim()
    return /\s/.test(path) && FILE.test(path)
      ? `${start}${path.replaceAll(' ', '%20')}${end.length > 1 ? ' ' : ''}${end}`
      : link
  })
}

/** `{: .class #id }` of kramdown and `{.class #id}` of Goldmark: on a line of its own, or behind what it is of. */
const ATTRIBUTES = /^[ \t>]*\{:?([ \t]*[.#:\w][^{}\n]*)\}[ \t]*$/
const INLINE_ATTRIBUTES = /(?<=[)\]`*_\ue001])\{:[^{}\n]*\}/g
const PROMPT = /\.(?:prompt-|notice--|alert-|note-?)(\w+)|\.(notice|note|tip|warning)\b/
const CONTAINERS = 'div|section|details|aside|figure|article|blockquote'
const WITH_MARKDOWN = new RegExp(
  `(<(?:${CONTAINERS})\\b[^<>\\n]{0,500}?)[ \\t]markdown=["']?\\w+["']?([^<>\\n]{0,500}>)`,
  'gi',
)
const CONTAINER_ENDS = new RegExp(`^[ \\t]*(</(?:${CONTAINERS})>)`, 'gim')

/** kramdown's and Goldmark's attributes, of which callouts stay. */
export function withoutAttributes(markdown: string): string {
  let text = replaceBetween(
    markdown,
    /\{::comment\}/g,
    () => '{:/',
    () => '{:/',
  ).replace(/\{:[:/][^{}\n]{0,200}\}/g, '')
  if (text.includes('markdown='))
    text = text.replace(WITH_MARKDOWN, '\n\n$1$2\n\n').replace(CONTAINER_ENDS, '\n\n$1\n\n')
  const lines: string[] = []
  for (const line of text.replace(INLINE_ATTRIBUTES, '').split('\n')) {
    const attributes = line.length > LINE_MAX ? undefined : ATTRIBUTES.exec(line)?.[1]
    const [, kind, plain = ''] = PROMPT.exec(attributes ?? '') ?? []
    if (attributes === undefined) lines.push(line)
    else if (/^\s*toc\b/.test(attributes)) lines.pop()
    else if (kind ?? plain) asCallout(lines, kind ?? plain)
  }
  return lines.join('\n')
}

/** The paragraph or quotation that ends here becomes a callout. */
function asCallout(lines: string[], name: string): void {
  const start = lines.findLastIndex((line) => line.trim() === '') + 1
  const block = lines.splice(start).map((line) => line.replace(/^[ \t]*>[ \t]?/, ''))
  lines.push(`<aside data-callout="${calloutKindOf(name)}">`, '', ...block, '', '</aside>', '')
}
