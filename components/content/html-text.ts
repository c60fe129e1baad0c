import { ownValue } from '@/lib/platform/own-value'

const FOOTNOTE = '[data-footnote]'
const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, blockquote, aside, pre, li, tr, hr, figure, figcaption, table, ul, ol, math[display]'
const REPLACEMENTS: Record<string, (element: Element) => string> = {
  BR: () => '\n',
  IMG: (element) => `[${element.getAttribute('alt') || 'picture'}]`,
  IFRAME: () => '[video]',
  VIDEO: () => '[video]',
  math: (element) => element.getAttribute('data-tex') ?? element.textContent ?? '',
}

/**
 * The plain text of a rich text, a line for each block, for showing differences. Browser only. DOMParser loads and
 * executes nothing.
 */
export function htmlText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const parts: string[] = []
  collect(body, parts)
  return parts
    .join('')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{2,}/g, '\n\n')
    .trim()
}

function collect(node: Node, parts: string[]): void {
  for (const child of node.childNodes) {
    if (child instanceof Element) {
      const isBlock = child.matches(BLOCKS)
      const isFootnote = child.matches(FOOTNOTE)
      const replacement = ownValue(REPLACEMENTS, child.tagName)
      if (isBlock) parts.push('\n')
      if (isFootnote) parts.push(' [')
      if (replacement) parts.push(replacement(child))
      else collect(child, parts)
      if (isFootnote) parts.push(']')
      if (isBlock) parts.push('\n')
    } else if (child.nodeType === Node.TEXT_NODE) {
      parts.push(child.textContent ?? '')
    }
  }
}
