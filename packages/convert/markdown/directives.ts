import { calloutKindOf } from '../html/marks'
import { embeddedAddress, embedHtml, parseWords } from './embed-links'

const OPEN = /^([ \t]*)(:{3,}) ?\{?([a-zA-Z][\w-]*)\}?(?:\[([^\]]*)\]|[ \t]+(?!\{)([^{]*?))?[ \t]*(?:\{[^}]*\})?[ \t]*$/
const CLOSE = /^[ \t]*(:{3,})[ \t]*$/
const QUIET = /^(?:details|container|columns?|row|tabs?|center)$/i

const LEAF = /^::([a-zA-Z][\w-]*)(?:\[([^\]]*)\])?(?:\{([^}]*)\})?[ \t]*$/

/** `::github{repo="a/b"}`: a line of its own that shows something from elsewhere. */
function leafHtml(line: string): string | null {
  const [, name = '', label = '', settings = ''] = LEAF.exec(line) ?? []
  const { words, named } = parseWords(settings)
  const address = name ? embeddedAddress(name, [...Object.values(named), ...words, label], named) : null
  return address ? `\n${embedHtml(address)}\n` : null
}

/** `:::note[Title]` … `:::`, as Docusaurus, Astro and remark-directive have it, also one in another. */
export function withoutDirectives(markdown: string): string {
  const open: Array<{ colons: number; isCallout: boolean; indent: string }> = []
  const lines = markdown.split('\n').map((line) => {
    const start = line.includes(':::') && line.length < 500 ? OPEN.exec(line) : null
    if (start) {
      const [, indent = '', colons = '', name = '', label, words] = start
      const title = (label ?? words ?? '').trim()
      const isCallout = !QUIET.test(name)
      open.push({ colons: colons.length, isCallout, indent })
      const heading = title ? `${indent}**${title}**\n` : ''
      return isCallout ? `\n${indent}<aside data-callout="${calloutKindOf(name)}">\n\n${heading}` : `\n${heading}`
    }
    const leaf = line.startsWith('::') && line.length < 500 ? leafHtml(line) : null
    if (leaf) return leaf
    const end = CLOSE.exec(line)
    const last = open.at(-1)
    if (!end || !last) return last?.indent ? line.replace(last.indent, '') : line
    open.pop()
    return last.isCallout ? `\n${last.indent}</aside>\n` : ''
  })
  // What is never closed ends with the text.
  const ends = open.reverse().map(({ isCallout }) => (isCallout ? '\n</aside>\n' : ''))
  return [...lines, ...ends].join('\n')
}
