import type { SafeHtml } from '@/lib/rich-text/safe-html'
import {
  attribute,
  type ChildNode,
  elementsOf,
  isElement,
  isText,
  type ParentNode,
  parseTree,
} from '@/packages/convert/tree'
import { BLOCK_TAGS, isMath } from './tree'

const BLOCKS = new Set([...BLOCK_TAGS, ...'li dt dd figcaption caption tr br'.split(' ')])
const CELLS = new Set(['td', 'th'])

/**
 * A rich text as plain text, one line per block; with the alternative text of images, without footnotes. For descriptions, feeds and
 * search. Needs no jsdom.
 */
export function plainText(html: SafeHtml): string {
  return blockText(parseTree(html))
}

/** What a search finds of a stored rich text, which may be of any sanitiser version: its text, and where it links to. */
export function searchableText(html: string): { text: string; addresses: string[]; links: string[] } {
  const tree = parseTree(html)
  const elements = [...elementsOf(tree)]
  const links = elements.flatMap((node) => attribute(node, 'href') ?? [])
  const addresses = elements.flatMap((node) => attribute(node, 'href') ?? attribute(node, 'src') ?? [])
  return { text: blockText(tree), addresses: addresses.filter((address) => /^https?:/i.test(address)), links }
}

/** As `plainText`, of a parsed tree or a part of it. */
export function blockText(node: ParentNode): string {
  const parts: string[] = []
  collect(node, parts, false)
  return parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function collect(node: ParentNode, parts: string[], verbatim: boolean): void {
  for (const child of node.childNodes) collectChild(child, parts, verbatim)
}

function collectChild(node: ChildNode, parts: string[], verbatim: boolean): void {
  if (isText(node)) parts.push(verbatim ? node.value : node.value.replace(/\s+/g, ' '))
  // Footnotes are not part of the sentence.
  if (!isElement(node) || attribute(node, 'data-footnote') !== undefined) return
  if (node.tagName === 'img') parts.push(attribute(node, 'alt') ?? '')
  if (isMath(node)) {
    // The concatenated text of MathML elements is unreadable.
    parts.push(attribute(node, 'data-tex') ?? '')
    return
  }
  const separator = BLOCKS.has(node.tagName) ? '\n' : CELLS.has(node.tagName) ? ' ' : ''
  parts.push(separator)
  collect(node, parts, verbatim || node.tagName === 'pre')
  parts.push(separator)
}
