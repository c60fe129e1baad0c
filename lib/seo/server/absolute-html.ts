import { videoPage } from '@/lib/rich-text/embed'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import {
  attribute,
  type ChildNode,
  type Element,
  element,
  elementsOf,
  isElement,
  type ParentNode,
  parseTree,
  setChildren,
  textNode,
  writeTree,
} from '@/packages/convert/tree'

const ADDRESSES = new Set(['href', 'src', 'poster'])

/**
 * A rich text for readers outside of the site: all URLs absolute, in-page links through the page's URL, and a link in
 * place of each video player, which feed readers remove. Safe, because its input is.
 */
export function absoluteHtml(html: SafeHtml, pageUrl: string): SafeHtml {
  const tree = parseTree(html)
  for (const node of elementsOf(tree)) {
    for (const attr of node.attrs) {
      if (ADDRESSES.has(attr.name)) attr.value = URL.parse(attr.value, pageUrl)?.href ?? attr.value
    }
  }
  replacePlayers(tree)
  return writeTree(tree) as SafeHtml
}

function replacePlayers(parent: ParentNode): void {
  setChildren(
    parent,
    parent.childNodes.map((node) => (isElement(node) && node.tagName === 'iframe' ? playerLink(node) : node)),
  )
  for (const node of parent.childNodes) if (isElement(node)) replacePlayers(node)
}

function playerLink(player: Element): ChildNode {
  const address = attribute(player, 'src') ?? ''
  const href = videoPage(address) ?? address
  const link = element('a', { href }, [textNode(attribute(player, 'title') ?? href)])
  return element('p', {}, [link])
}
