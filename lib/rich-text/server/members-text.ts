import type { RichText, SafeHtml } from '@/lib/rich-text/safe-html'
import {
  attribute,
  type Element,
  elementsOf,
  type Fragment,
  MarkupTooComplex,
  parseTree,
  replaceNode,
  setAttribute,
  writeTree,
} from '@/packages/convert/tree'

const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:)?\/\//i
const CONCERNED = /<(?:a|img|video|iframe)\b/i

/**
 * The text of somebody who is no admin, as it is shown: anybody may register. Its links recommend nothing to search
 * engines, and nothing is loaded from elsewhere, whose host would learn who reads it. Only takes away from a safe text.
 */
export function asMembersText({ html, rendered, ...rest }: RichText): RichText {
  return {
    ...rest,
    html: changed(html, removeForeignMedia),
    rendered: distrusted(rendered) ?? distrusted(html) ?? ('' as SafeHtml),
  }
}

/** null for what coloured code has made too large to be read again. */
function distrusted(html: SafeHtml): SafeHtml | null {
  try {
    return changed(html, (tree) => {
      removeForeignMedia(tree)
      for (const node of elementsOf(tree)) if (node.tagName === 'a') distrust(node)
    })
  } catch (error) {
    if (error instanceof MarkupTooComplex) return null
    throw error
  }
}

function changed(html: SafeHtml, change: (tree: Fragment) => void): SafeHtml {
  if (!CONCERNED.test(html)) return html
  const tree = parseTree(html)
  change(tree)
  return writeTree(tree) as SafeHtml
}

function removeForeignMedia(tree: Fragment): void {
  for (const node of [...elementsOf(tree)]) {
    const addresses = [attribute(node, 'src'), attribute(node, 'srcset'), attribute(node, 'poster')]
    if (addresses.some((address) => address !== undefined && ELSEWHERE.test(address.trim()))) replaceNode(node, [])
  }
}

function distrust(link: Element): void {
  if (!ELSEWHERE.test(attribute(link, 'href') ?? '')) return
  const words = new Set([...(attribute(link, 'rel')?.split(' ') ?? []), 'nofollow', 'ugc'])
  setAttribute(link, 'rel', [...words].join(' '))
}
