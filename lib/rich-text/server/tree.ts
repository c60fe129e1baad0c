import { html } from 'parse5'
import type { MathElement } from '@/lib/rich-text/formula'
import { type Element, element, isElement, setChildren, textNode } from '@/packages/convert/tree'

export function rename(node: Element, tagName: string): void {
  Object.assign(node, { tagName, nodeName: tagName })
}

/** The link that a node is in. */
export function linkAround(node: Element): Element | null {
  for (let parent = node.parentNode; isElement(parent); parent = parent.parentNode)
    if (parent.tagName === 'a') return parent
  return null
}

export function isMath(node: Element): boolean {
  return node.namespaceURI === html.NS.MATHML
}

export function mathElement({ tag, attributes, children }: MathElement): Element {
  const made = element(tag, attributes)
  made.namespaceURI = html.NS.MATHML
  setChildren(
    made,
    children.map((child) => (typeof child === 'string' ? textNode(child) : mathElement(child))),
  )
  return made
}

/** What stands on lines of its own, where it is no part of a list, a table or a figure. */
export const BLOCK_TAGS = 'p h1 h2 h3 h4 h5 h6 blockquote aside div pre ul ol dl figure table hr iframe video'.split(
  ' ',
)
