import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment, type TreeAdapter } from 'parse5'

export type Fragment = DefaultTreeAdapterTypes.DocumentFragment
export type Element = DefaultTreeAdapterTypes.Element
export type ChildNode = DefaultTreeAdapterTypes.ChildNode
export type ParentNode = Fragment | Element

/** The maximum nesting depth. A real article has 5; jsdom takes minutes for thousands. */
const DEPTH_MAX = 100
/** The maximum of elements: the parser may create more than there are tags, by reopening unclosed formatting. */
const ELEMENTS_MAX = 22_000

/** Markup nested deeper, or larger, than any text a person writes. */
export class MarkupTooComplex extends Error {
  override name = 'MarkupTooComplex'
  constructor(readonly reason: 'depth' | 'elements') {
    super(`markup beyond the limit of ${reason}`)
  }
}

/**
 * Parses as a browser would, and stops at the first element beyond the limits, so that time stays linear in the length
 * of any text.
 * @throws MarkupTooComplex
 */
export function parseTree(source: string): Fragment {
  // The parser opens an <html> of its own around a fragment.
  let depth = -1
  let elements = 0
  const adapter: TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      elements += 1
      if (elements > ELEMENTS_MAX) throw new MarkupTooComplex('elements')
      return defaultTreeAdapter.createElement(tagName, namespace, attributes)
    },
    onItemPush() {
      depth += 1
      if (depth > DEPTH_MAX) throw new MarkupTooComplex('depth')
    },
    onItemPop() {
      depth -= 1
    },
  }
  const tree = parseFragment(source, { treeAdapter: adapter })
  // Misnested formatting leaves elements open uncounted, so the finished tree is measured too.
  let level: Element[] = tree.childNodes.filter(isElement)
  for (depth = 0; level.length > 0; depth += 1) level = level.flatMap(({ childNodes }) => childNodes.filter(isElement))
  if (depth > DEPTH_MAX) throw new MarkupTooComplex('depth')
  return tree
}

export function isElement(node: DefaultTreeAdapterTypes.Node | null): node is Element {
  return node !== null && 'tagName' in node
}

export function isText(node: ChildNode): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text'
}

export function textNode(value: string): DefaultTreeAdapterTypes.TextNode {
  return defaultTreeAdapter.createTextNode(value)
}

/** Creates an element and moves the children into it. */
export function element(tagName: string, attributes: Record<string, string>, children: ChildNode[] = []): Element {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }))
  const made = defaultTreeAdapter.createElement(tagName, html.NS.HTML, attrs)
  setChildren(made, children)
  return made
}

/** A formula by its TeX; the site draws it. */
export function formulaElement(tex: string, isBlock: boolean): Element {
  const made = element('math', { 'data-tex': tex, ...(isBlock ? { display: 'block' } : {}) })
  made.namespaceURI = html.NS.MATHML
  return made
}

export function attribute(node: Element, name: string): string | undefined {
  return node.attrs.find((attr) => attr.name === name)?.value
}

export function setAttribute(node: Element, name: string, value: string): void {
  const found = node.attrs.find((attr) => attr.name === name)
  if (found) found.value = value
  else node.attrs.push({ name, value })
}

export function removeAttribute(node: Element, name: string): void {
  node.attrs = node.attrs.filter((attr) => attr.name !== name)
}

export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  for (const child of children) child.parentNode = parent
  parent.childNodes = children
}

/** Puts nodes in the place of one. */
export function replaceNode(node: ChildNode, nodes: ChildNode[]): void {
  const { parentNode } = node
  if (!parentNode) return
  for (const one of nodes) one.parentNode = parentNode
  parentNode.childNodes.splice(parentNode.childNodes.indexOf(node), 1, ...nodes)
}

/** All descendant elements, in document order. */
export function* elementsOf(parent: ParentNode): Generator<Element> {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue
    yield child
    yield* elementsOf(child)
  }
}

export function textOf(node: ChildNode | ParentNode): string {
  if ('value' in node) return node.value
  if (!('childNodes' in node)) return ''
  return node.childNodes.map(textOf).join('')
}

const VOID_TAGS = new Set(['br', 'col', 'hr', 'img', 'input', 'wbr'])

/**
 * Serialises a tree as Chromium's `innerHTML` does since 138: `<` and `>` are escaped in attributes too. jsdom and
 * parse5 do not, so stored text would differ from what the editor wrote.
 */
export function writeTree(parent: ParentNode): string {
  return parent.childNodes.map(writeNode).join('')
}

export function writeNode(node: ChildNode): string {
  if (isText(node)) return escapeHtml(node.value)
  if (!isElement(node)) return ''
  const attributes = node.attrs.map(({ name, value }) => ` ${name}="${escapeHtml(value).replace(/"/g, '&quot;')}"`)
  const start = `<${node.tagName}${attributes.join('')}>`
  return VOID_TAGS.has(node.tagName) ? start : `${start}${writeTree(node)}</${node.tagName}>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (character) => ESCAPES[character] ?? character)
}
