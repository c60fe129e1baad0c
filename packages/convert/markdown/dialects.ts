import { calloutKindOf } from '../html/foreign-marks'
import { headingId } from '../html/links'
import { replaceBetween } from '../source/scan'

/* What other kinds of Markdown write beyond it: kramdown (Jekyll), Goldmark (Hugo) and Python-Markdown (Pelican). */

/** Longer lines are text. */
const LINE_MAX = 500
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/
const ADMONITION = /^(?:!!!|\?\?\?\+?)[ \t]+([\w-]+)[^"\n]*(?:"([^"\n]*)")?[ \t]*$/
const CODE_LANGUAGE = /^(?: {4}|\t)(?::::|#!)([\w+#.-]+)[ \t]*$/
const INDENT = /^(?: {4}|\t)/

/** Python-Markdown's blocks that are told by their indentation: `!!! note "Title"`, and code below `:::python`. */
export function withoutIndentedBlocks(markdown: string): string {
  const lines = markdown.split('\n')
  const made: string[] = []
  let fence = ''
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const sign = FENCE.exec(line)?.[0].trim() ?? ''
    if (sign && (fence === '' || sign.startsWith(fence))) fence = fence === '' ? sign : ''
    const [, name, title] = (fence === '' && line.length <= LINE_MAX && ADMONITION.exec(line)) || []
    const [, language] = (fence === '' && lines[at - 1]?.trim() === '' && CODE_LANGUAGE.exec(line)) || []
    if (!name && !language) {
      made.push(line)
      continue
    }
    const end = indentedEnd(lines, at + 1)
    const inner = lines.slice(at + 1, end).map((one) => one.replace(INDENT, ''))
    at = end - 1
    if (language) made.push(`\`\`\`${language}`, ...inner, '```', '')
    else {
      const heading = title ? [`**${title}**`, ''] : []
      const callout = `<aside data-callout="${calloutKindOf(name ?? '')}">`
      made.push('', callout, '', ...heading, withoutIndentedBlocks(inner.join('\n')), '', '</aside>', '')
    }
  }
  return made.join('\n')
}

/** The line after the last one that is indented, blank ones between them included. */
function indentedEnd(lines: string[], start: number): number {
  let end = start
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (INDENT.test(line)) end = at + 1
    else if (line.trim() !== '') break
  }
  return end
}

const LINK = /(!?\[[^[\]\n]*\]\()([^()\n"<>]+)((?:"[^"\n]*")?\))/g
const FILE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|mdx?)$/i
const HEADING_ID = /^\{:?[ \t]*#([\w.:-]+)[^{}]*\}[ \t]*#*$/

/** What nearly all of them have: ids of headings, formulas in a line, tables of contents, paths with spaces. */
export function withoutCommonExtras(markdown: string, kind: string): string {
  const ids = new Map<string, string>()
  const lines = markdown.split('\n').map((line) => {
    if (kind !== 'obsidian' && line.length < 20 && /^\[{1,2}_?toc_?\]{1,2}$/i.test(line.trim())) return ''
    if (line.length <= LINE_MAX && /^#{1,6}[ \t]/.test(line) && line.includes('{')) {
      const sign = line.lastIndexOf('{')
      const [, id] = HEADING_ID.exec(line.slice(sign).trimEnd()) ?? []
      if (!id) return line
      const heading = line.slice(0, sign).trimEnd()
      ids.set(id, headingId(heading.replace(/^#+[ \t]+/, '')))
      return heading
    }
    if (!line.includes('$$') || /^[ \t>]*\$\$/.test(line)) return line
    return line.replace(/\$\$([^$]+)\$\$/g, (_, tex: string) => `$${tex.trim()}$`)
  })
  return lines.join('\n').replace(LINK, (link, start: string, target: string, end: string) => {
    const path = target.trim()
    const id = path.startsWith('#') ? ids.get(path.slice(1)) : undefined
    if (id !== undefined) return `${start}#${id}${end}`
    return /\s/.test(path) && FILE.test(path)
      ? `${start}${path.replaceAll(' ', '%20')}${end.length > 1 ? ' ' : ''}${end}`
      : link
  })
}

const ATTRIBUTES = /^[ \t>]*\{:([^{}\n]*)\}[ \t]*$/
const GOLDMARK_ATTRIBUTES =
  /^[ \t]*\{[ \t]*(?:[.#][\w-]+|[\w-]+=(?:"[^"{}\n]*"|[\w.%-]+))(?:[ \t]+(?:[.#][\w-]+|[\w-]+=(?:"[^"{}\n]*"|[\w.%-]+)))*[ \t]*\}[ \t]*$/
const INLINE_ATTRIBUTES = /(?<=[)\]`*_\ue001])\{:[^{}\n]*\}/g
const PROMPT = /\.(?:prompt-|notice--|alert-|note-?)(\w+)|\.(notice|note|tip|warning)\b/
const CONTAINERS = 'div|section|details|aside|figure|article|blockquote'
const WITH_MARKDOWN = new RegExp(
  `(<(?:${CONTAINERS})\\b[^<>\\n]{0,500}?)[ \\t]markdown=(?:"\\w+"|'\\w+'|\\w+)([^<>\\n]{0,500}>)`,
  'gi',
)

/** kramdown's, Goldmark's and Python-Markdown's attributes, definitions and abbreviations. */
export function withoutAttributes(markdown: string, lost: string[]): string {
  let text = replaceBetween(
    markdown,
    /\{::comment\}/g,
    () => '{:/',
    () => '{:/',
  ).replace(/\{:[:/][^{}\n]{0,200}\}/g, '')
  if (text.includes('markdown=')) {
    text = text
      .replace(WITH_MARKDOWN, (_, start, end) => `\n\n${start}${end}\n\n`)
      .replace(new RegExp(`^[ \\t]*(</(?:${CONTAINERS})>)`, 'gim'), '\n\n$1\n\n')
  }
  const lines: string[] = []
  for (const line of text.replace(INLINE_ATTRIBUTES, '').split('\n')) {
    const attributes = ATTRIBUTES.exec(line)?.[1]
    const [, abbreviation, meaning] = /^\*\[([^\]\n]{1,50})\]:[ \t]*(\S.*)$/.exec(line) ?? []
    if (abbreviation) lost.push(`What the abbreviation ${abbreviation} means: ${meaning}`)
    else if (attributes !== undefined) {
      const [, kind, plain] = PROMPT.exec(attributes) ?? []
      if (/^\s*toc\b/.test(attributes)) lines.pop()
      else if (kind ?? plain) asCallout(lines, kind ?? plain ?? '')
    } else if (line.length > LINE_MAX || !GOLDMARK_ATTRIBUTES.test(line)) lines.push(line)
  }
  return withDefinitions(lines).join('\n')
}

/** The paragraph or quotation that ends here becomes a callout. */
function asCallout(lines: string[], name: string): void {
  const start = lines.findLastIndex((line) => line.trim() === '') + 1
  const block = lines.splice(start).map((line) => line.replace(/^[ \t]*>[ \t]?/, ''))
  lines.push(`<aside data-callout="${calloutKindOf(name)}">`, '', ...block, '', '</aside>', '')
}

const DEFINITION = /^ {0,3}:[ \t]+(\S.*)$/

/** `Term`, and below it `: what it is`. */
function withDefinitions(lines: string[]): string[] {
  if (!lines.some((line) => DEFINITION.test(line))) return lines
  const made: string[] = []
  const deeper = lines.map((line) => line.replace(/^ {2,3}(?=\S)/, '    '))
  for (let at = 0; at < lines.length; at += 1) {
    const [, words] = DEFINITION.exec(lines[at] ?? '') ?? []
    const blank = made.at(-1) === '' ? 1 : 0
    const term = made.at(-1 - blank) ?? ''
    const isBelowTerm = term === '</dl>' || /^(?![ \t>#|<*+-]|\d+[.)])\S/.test(term)
    if (words === undefined || !isBelowTerm) {
      made.push(lines[at] ?? '')
      continue
    }
    made.splice(made.length - 1 - blank)
    const end = indentedEnd(deeper, at + 1)
    const rest = lines.slice(at + 1, end).map((line) => line.replace(/^(?: {1,4}|\t)/, ''))
    at = end - 1
    const start = term === '</dl>' ? [] : ['', '<dl>', '<dt>', '', term, '', '</dt>']
    made.push(...start, '<dd>', '', words, ...rest, '', '</dd>', '</dl>')
    if (lines[at + 1]?.trim() !== '') made.push('')
  }
  return made
}
