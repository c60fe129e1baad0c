import { ownValue } from '@/lib/platform/own-value'
import { videoPage } from '@/lib/rich-text/embed'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import {
  attribute,
  type ChildNode,
  type Element,
  element,
  isElement,
  isText,
  type ParentNode,
  parseTree,
  textOf,
} from '@/packages/convert/tree'
import { type Footnote, takeFootnotes } from './footnotes'
import { BLOCK_TAGS, isMath } from './tree'

const BLOCKS = new Set([...BLOCK_TAGS, 'dt', 'dd', 'figcaption'])
/** Elements without a Markdown syntax, written as the HTML tags Markdown allows. */
const RETAINED_TAGS = new Set(['u', 'sub', 'sup', 'mark', 'kbd', 'small', 'ins'])
const EMPHASIS: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', s: '~~', del: '~~' }

/**
 * Sanitised text contains no newline (white space is one space), so it can mark a hard break until lines are joined.
 */
const HARD_BREAK = '\n'

/**
 * Converts a rich text to GitHub-flavoured Markdown. Keeps words, structure, links, images and code; drops colours,
 * fonts, indents and the alignment of all but tables, for which Markdown has no syntax. Needs no jsdom.
 */
export function toMarkdown(html: SafeHtml): string {
  const tree = parseTree(html)
  const notes = takeFootnotes(tree, (number) => element(REFERENCE, { number: String(number) }))
  const markdown = [blocks(tree), ...notes.map(definition)].filter((text) => text !== '').join('\n\n')
  return markdown === '' ? '' : `${markdown}\n`
}

/** The tag of a footnote reference while the tree is converted. */
const REFERENCE = 'footnote-reference'

function definition({ number, content }: Footnote): string {
  return prefixed(paragraph(content), `[^${number}]: `, '    ')
}

// Blocks

function blocks(parent: ParentNode): string {
  const parts: string[] = []
  let run: ChildNode[] = []
  const endRun = () => {
    const text = paragraph(run)
    if (text !== '') parts.push(text)
    run = []
  }
  for (const child of parent.childNodes) {
    if (!isElement(child) || !isBlock(child)) {
      run.push(child)
      continue
    }
    endRun()
    const text = block(child)
    // Two lists in a row would be read as one.
    if (text !== '' && isList(child) && isList(child.parentNode?.childNodes[indexOf(child) - 1])) parts.push('<!-- -->')
    if (text !== '') parts.push(text)
  }
  endRun()
  return parts.join('\n\n')
}

/** Whether an element is a block, including block formulas. */
function isBlock(node: Element): boolean {
  return BLOCKS.has(node.tagName) || (isMath(node) && attribute(node, 'display') === 'block')
}

function indexOf(node: Element): number {
  return node.parentNode?.childNodes.indexOf(node) ?? -1
}

function isList(node: ChildNode | undefined): boolean {
  return node !== undefined && isElement(node) && (node.tagName === 'ul' || node.tagName === 'ol')
}

function block(node: Element): string {
  switch (node.tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const text = inline(node)
        .split('\n')
        .map((line) => line.replace(/\\$/, '').trim())
        .filter((line) => line !== '')
        .join(' ')
      return text === '' ? '' : `${'#'.repeat(Number(node.tagName[1]))} ${text}`
    }
    case 'blockquote':
      return prefixed(blocks(node), '> ', '> ')
    case 'aside':
      // GitHub's syntax; elsewhere it renders as a quotation.
      return prefixed(`[!${(attribute(node, 'data-callout') ?? '').toUpperCase()}]\n${blocks(node)}`, '> ', '> ')
    case 'pre':
      return fenced(node)
    case 'ul':
    case 'ol':
      return list(node)
    case 'table':
      return table(node)
    case 'math':
      // GitHub's syntax for formulas.
      return `$$\n${attribute(node, 'data-tex')}\n$$`
    case 'figure':
      return figure(node)
    case 'hr':
      return '---'
    case 'iframe':
    case 'video':
      return video(node)
    default:
      return blocks(node)
  }
}

function paragraph(nodes: ChildNode[]): string {
  const lines = trimmedLines(nodes.map(inlineNode).join('')).map(escapeLineStart)
  return lines.join('\\\n')
}

/** The lines between hard breaks, without the empty ones at both ends. */
function trimmedLines(text: string): string[] {
  const lines = text.split(HARD_BREAK).map((line) => line.trim())
  const first = lines.findIndex((line) => line !== '')
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1)
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : line === '' ? others.trimEnd() : others}${line}`)
    .join('\n')
}

function fenced(pre: Element): string {
  const code = pre.childNodes.find(isElement)
  const language = /\blanguage-([\w+#.-]+)/.exec((code && attribute(code, 'class')) ?? '')?.[1] ?? ''
  const source = textOf(pre).replace(/\n$/, '')
  const longestRun = (source.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 2)
  const fence = '`'.repeat(longestRun + 1)
  // The info string most site generators support: language, file name, marked lines.
  const file = attribute(pre, 'data-file')
  const lines = attribute(pre, 'data-lines')
  const rest = `${file ? ` title="${file}"` : ''}${lines ? ` {${lines}}` : ''}`
  return `${fence}${language || (rest === '' ? '' : 'text')}${rest}\n${source}\n${fence}`
}

/** A picture with its caption on the next line of the same paragraph. */
function figure(node: Element): string {
  const caption = node.childNodes.find((child) => isElement(child) && child.tagName === 'figcaption')
  const others = node.childNodes.filter((child) => child !== caption)
  const inLine = (nodes: ChildNode[]) => !nodes.some((child) => isElement(child) && isBlock(child))
  if (!caption || !isElement(caption) || !inLine(others) || !inLine(caption.childNodes)) return blocks(node)
  return [paragraph(others), paragraph(caption.childNodes)].filter((text) => text !== '').join('\\\n')
}

function video(node: Element): string {
  const src = attribute(node, 'src') ?? ''
  return `[${escapeText(attribute(node, 'title') ?? 'Video')}](${destination(videoPage(src) ?? src)})`
}

function list(node: Element): string {
  const items = node.childNodes.filter(isElement)
  const start = Number(attribute(node, 'start') ?? 1)
  const texts = items.map((item, index) => {
    const marker = node.tagName === 'ol' ? `${Math.max(start, 0) + index}. ` : '- '
    return prefixed(itemText(item), marker, ' '.repeat(marker.length))
  })
  // A blank line between the items only where an item has blank lines itself.
  return texts.join(texts.some((text) => text.includes('\n\n')) ? '\n\n' : '\n')
}

function itemText(item: Element): string {
  const box =
    attribute(item, 'data-type') === 'taskItem' ? `[${attribute(item, 'data-checked') === 'true' ? 'x' : ' '}] ` : ''
  const text = blocks(item)
  // A nested list follows its item's line at once: the blank line would make the whole list loose.
  return box + text.replace(/\n\n(?=(?:- |\d+\. ))/, '\n')
}

function table(node: Element): string {
  const rows = rowsOf(node)
  const columns = Math.max(0, ...rows.map((row) => row.length))
  if (columns === 0) return ''
  const first = rows[0] ?? []
  const hasHeader = first.every((cell) => cell.tagName === 'th')
  const lines = rows.map((row) => tableLine(row.map(cellText), columns))
  const header = hasHeader ? (lines.shift() ?? '') : tableLine([], columns)
  const rule = Array.from({ length: columns }, (_, index) => ` ${ruleOf(rows, index)} |`).join('')
  return [header, `|${rule}`, ...lines].join('\n')
}

const RULES: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }

/** The rule below the head of a column, with the alignment that all its cells have in themselves or in their lines. */
function ruleOf(rows: Element[][], column: number): string {
  const aligned = new Set(rows.map((row) => row[column]).map((cell) => (cell ? alignmentOf(cell) : '')))
  const [only = ''] = aligned
  return (aligned.size === 1 && ownValue(RULES, only)) || '---'
}

function alignmentOf(cell: Element): string {
  const styles = [cell, ...cell.childNodes.filter(isElement)].map((part) => attribute(part, 'style') ?? '')
  return styles.map((style) => /text-align: (\w{4,7})(?:;|$)/.exec(style)?.[1]).find(Boolean) ?? ''
}

function rowsOf(parent: Element): Element[][] {
  return parent.childNodes.filter(isElement).flatMap((child) => {
    if (child.tagName === 'tr') return [child.childNodes.filter(isElement)]
    return ['thead', 'tbody', 'tfoot'].includes(child.tagName) ? rowsOf(child) : []
  })
}

function tableLine(cells: string[], columns: number): string {
  return `|${Array.from({ length: columns }, (_, index) => ` ${cells[index] ?? ''} |`).join('')}`
}

function cellText(cell: Element): string {
  return blocks(cell)
    .replace(/\\?\n+/g, '<br>')
    .replace(/\|/g, '\\|')
}

// Text inside a block

function inline(parent: ParentNode): string {
  return parent.childNodes.map(inlineNode).join('')
}

function inlineNode(node: ChildNode): string {
  if (isText(node)) return escapeText(node.value.replace(/[ \t\r\n\f]+/g, ' '))
  if (!isElement(node)) return ''
  const tag = node.tagName
  if (tag === 'br') return HARD_BREAK
  if (tag === 'img') return picture(node)
  if (tag === 'math') return `$${attribute(node, 'data-tex')}$`
  if (tag === 'code') return codeSpan(textOf(node))
  if (tag === 'label' || tag === 'input') return ''
  if (tag === REFERENCE) return `[^${attribute(node, 'number')}]`
  const text = inline(node)
  if (tag === 'a') return around(text, '[', `](${destination(attribute(node, 'href') ?? '')})`)
  const sign = ownValue(EMPHASIS, tag)
  if (sign) return around(text, sign, sign)
  return RETAINED_TAGS.has(tag) ? around(text, `<${tag}>`, `</${tag}>`) : text
}

/** A delimiter next to a space marks nothing, so spaces at the ends move outside. */
function around(text: string, before: string, after: string): string {
  const inner = text.trim()
  if (inner === '') return text
  const start = text.indexOf(inner)
  return `${text.slice(0, start)}${before}${inner}${after}${text.slice(start + inner.length)}`
}

function picture(image: Element): string {
  const title = attribute(image, 'title')
  const quoted = title ? ` "${title.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')}"` : ''
  return `![${escapeText(attribute(image, 'alt') ?? '')}](${destination(attribute(image, 'src') ?? '')}${quoted})`
}

function codeSpan(text: string): string {
  const flat = text.replace(/\s+/g, ' ')
  if (flat.trim() === '') return flat
  const longestRun = Math.max(0, ...(flat.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longestRun + 1)
  const pad = /^`|`$|^ .* $/.test(flat) ? ' ' : ''
  return `${fence}${pad}${flat}${pad}${fence}`
}

function destination(address: string): string {
  return address.replace(/[\s<>()\\]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  )
}

function escapeText(text: string): string {
  return (
    text
      .replace(/[\\`*[\]<~]/g, '\\$&')
      // What would be read as a formula; prices are not.
      .replace(/\$(?=\S(?:[^$\n]*[^$\s])?\$(?!\d))/g, '\\$&')
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/&(?=#?\w{1,31};)/g, '&amp;')
  )
}

/** Escapes characters that start a heading, a quotation, a list or a rule at the start of a line. */
function escapeLineStart(text: string): string {
  return text.replace(/^(?:[#>+-]|=+$)/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
