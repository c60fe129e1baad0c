import {
  attribute,
  type ChildNode,
  type Element,
  elementsOf,
  isElement,
  isText,
  type ParentNode,
  replaceNode,
} from '../tree'

export function unwrapNode(node: Element): void {
  replaceNode(node, node.childNodes)
}

export function parentOf(node: ChildNode): Element | null {
  return node.parentNode && isElement(node.parentNode) ? node.parentNode : null
}

/** An element and those around it, the outermost last. */
export function* outwards(node: Element): Iterable<Element> {
  for (let one: Element | null = node; one; one = parentOf(one)) yield one
}

export function closest(node: ChildNode, tag: string): Element | null {
  for (let parent = parentOf(node); parent; parent = parentOf(parent)) if (parent.tagName === tag) return parent
  return null
}

export function all(parent: ParentNode, ...tags: string[]): Element[] {
  return [...elementsOf(parent)].filter((node) => tags.includes(node.tagName))
}

export function first(parent: ParentNode, ...tags: string[]): Element | undefined {
  for (const node of elementsOf(parent)) if (tags.includes(node.tagName)) return node
  return undefined
}

export function hasClass(node: Element, name: RegExp): boolean {
  return name.test(attribute(node, 'class') ?? '')
}

/** Children that are not blank. */
export function contentOf(node: ParentNode): ChildNode[] {
  return node.childNodes.filter((child) => isElement(child) || (isText(child) && child.value.trim() !== ''))
}
