import type { RichText } from '@/lib/rich-text/safe-html'
import {
  attribute,
  type ChildNode,
  elementsOf,
  isElement,
  isText,
  parseTree,
  setChildren,
  textOf,
  writeTree,
} from '@/packages/convert/tree'

/** A heading with nothing but blank paragraphs up to the next one, to the footnotes or to the end. */
const MAY_BE_EMPTY = /<\/h[1-6]>(?:\s|<p(?: [^>]*)?>(?:\s|&nbsp;|<br>)*<\/p>)*(?:<h[1-6]|<section|$)/

const SHOWN = new Set(['img', 'video', 'iframe', 'math', 'table', 'hr'])

/**
 * A text, as it is stored or rendered, without the headings that have nothing under them: those of a template that was
 * not filled in. What has a heading of a lower rank with something under it stays.
 */
export function withoutEmptyHeadings<Html extends string>(html: Html): Html {
  if (!MAY_BE_EMPTY.test(html)) return html
  const tree = parseTree(html)
  const retained: ChildNode[] = []
  // What follows: 0 for nothing, 7 for something, else the rank of a heading.
  let next = 0
  for (const node of tree.childNodes.toReversed()) {
    const rank = isElement(node) ? Number(/^h([1-6])$/.exec(node.tagName)?.[1] ?? 0) : 0
    if (rank > 0 && next <= rank) continue
    if (rank > 0) next = rank
    else if (!isBlank(node)) next = 7
    retained.push(node)
  }
  setChildren(tree, retained.reverse())
  return writeTree(tree) as Html
}

/** The same of a text with what was rendered of it; its source keeps them. */
export function showingNoEmptyHeadings(text: RichText): RichText {
  const rendered = withoutEmptyHeadings(text.rendered)
  if (rendered === text.rendered) return text
  return { ...text, rendered, toc: text.toc.filter(({ id }) => rendered.includes(` id="${id}"`)) }
}

function isBlank(node: ChildNode): boolean {
  if (isText(node)) return node.value.trim() === ''
  if (!isElement(node)) return true
  if (attribute(node, 'class') === 'footnotes') return true
  if (SHOWN.has(node.tagName) || textOf(node).trim() !== '') return false
  return ![...elementsOf(node)].some(({ tagName }) => SHOWN.has(tagName))
}
