const BLOCKS =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary|video|audio|iframe|math|noscript|script'
const BLOCK_START = new RegExp(`^\\s*</?(?:${BLOCKS})(?=[\\s>/])`, 'i')
const BLOCK_TAGS = new RegExp(`(</?(?:${BLOCKS})(?:\\s[^<>]{0,5000})?/?>)`, 'gi')
/** What keeps its line ends. */
const RETAINED = /<(pre|script|style|textarea)(?=[\s>])/gi

/**
 * WordPress's classic texts have no `<p>`: a blank line is a paragraph, a line end a line break. Not within what keeps
 * its line ends, and not around blocks. Text that has its paragraphs stays as it is.
 */
export function withParagraphs(html: string): string {
  return divided(html)
    .map(({ text, isVerbatim }) => (isVerbatim ? text : paragraphs(text)))
    .join('\n')
}

function divided(html: string): Array<{ text: string; isVerbatim: boolean }> {
  const parts: Array<{ text: string; isVerbatim: boolean }> = []
  let at = 0
  RETAINED.lastIndex = 0
  for (let match = RETAINED.exec(html); match; match = RETAINED.exec(html)) {
    const close = html.toLowerCase().indexOf(`</${(match[1] ?? '').toLowerCase()}>`, match.index)
    const end = close === -1 ? html.length : close + (match[1] ?? '').length + 3
    parts.push(
      { text: html.slice(at, match.index), isVerbatim: false },
      { text: html.slice(match.index, end), isVerbatim: true },
    )
    at = end
    RETAINED.lastIndex = end
  }
  return [...parts, { text: html.slice(at), isVerbatim: false }]
}

function paragraphs(source: string): string {
  const spaced = source
    .replace(/\r\n?/g, '\n')
    .replace(BLOCK_TAGS, (tag) => (tag.startsWith('</') ? `${tag}\n\n` : `\n\n${tag}`))
    .replace(/\n[ \t]*(?=\n)/g, '\n')
  return spaced
    .split(/\n{2,}/)
    .map((piece) => {
      const text = piece.trim()
      if (text === '') return ''
      // The inside of a block that lies on lines of its own is a paragraph only if it is not inline in a list or a cell.
      if (BLOCK_START.test(text)) return afterBlock(text)
      return `<p>${withBreaks(text)}</p>`
    })
    .join('\n')
}

/** What follows a start tag of a block on the same lines: its text, with breaks. */
function afterBlock(text: string): string {
  const [, tag = '', rest = ''] = /^(<[^<>]*>)([\s\S]*)$/.exec(text) ?? []
  if (tag === '') return text
  return /^<(?:table|tbody|thead|tfoot|tr|colgroup|ul|ol|dl|figure)\b/i.test(tag) ? text : tag + withBreaks(rest)
}

function withBreaks(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trimEnd())
  return lines
    .map((line, at) => (at === lines.length - 1 || /<br ?\/?>$/i.test(line) ? line : `${line}<br>`))
    .join('\n')
}
