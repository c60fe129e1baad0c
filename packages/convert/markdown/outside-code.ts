/** A part of a Markdown text; `isCode` for code, in a block or in a line. */
type Part = { text: string; isCode: boolean }

const FENCE = /^ {0,3}(?:>[ \t]?)*[ \t]*(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+)?(`{3,}|~{3,})/

/** Divides a Markdown text into what is code and what is not, in time linear in its length. */
function codeParts(markdown: string, isInlineHidden: boolean): Part[] {
  const parts: Part[] = []
  let text: string[] = []
  let fence = ''
  let code: string[] = []
  const endText = () => {
    const plain = `${text.join('\n')}\n`
    if (text.length > 0) parts.push(...(isInlineHidden ? inlineParts(plain) : [{ text: plain, isCode: false }]))
    text = []
  }
  for (const line of markdown.split('\n')) {
    const sign = FENCE.exec(line)?.[1] ?? ''
    if (fence === '') {
      if (sign === '' || (sign.startsWith('`') && line.slice(line.indexOf(sign) + sign.length).includes('`')))
        text.push(line)
      else {
        endText()
        fence = sign
        code = [line]
      }
    } else {
      code.push(line)
      const isEnd = sign.startsWith(fence) && line.replace(/^[ \t>]*/, '').trim() === sign
      if (!isEnd) continue
      parts.push({ text: `${code.join('\n')}\n`, isCode: true })
      fence = ''
    }
  }
  if (fence !== '') parts.push({ text: `${code.join('\n')}\n`, isCode: true })
  endText()
  const last = parts.at(-1)
  if (last) last.text = last.text.slice(0, -1)
  return parts
}

function inlineParts(text: string): Part[] {
  const parts: Part[] = []
  // Where the next run of so many backticks begins: each length is searched for once.
  const missing = new Set<number>()
  const run = /`+/g
  let end = 0
  for (let match = run.exec(text); match; match = run.exec(text)) {
    const length = match[0].length
    if (missing.has(length)) continue
    const closing = new RegExp(`(?<!\`)\`{${length}}(?!\`)`, 'g')
    closing.lastIndex = match.index + length
    const close = closing.exec(text)
    if (!close) {
      missing.add(length)
      continue
    }
    // A paragraph's end ends what is open in it.
    if (text.slice(match.index, close.index).includes('\n\n')) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isCode: false })
    end = close.index + length
    parts.push({ text: text.slice(match.index, end), isCode: true })
    run.lastIndex = end
  }
  if (end < text.length) parts.push({ text: text.slice(end), isCode: false })
  return parts
}

/**
 * Changes a Markdown text where it is no code. Code is hidden from `change` behind signs of the private use area, so
 * that it sees the text as a whole; what it makes may hold these signs.
 * @param options `isInlineHidden`: whether code in a line is hidden, too
 */
export function outsideCode(
  markdown: string,
  change: (text: string) => string,
  { isInlineHidden = true } = {},
): string {
  const codes: string[] = []
  const hidden = codeParts(markdown.replace(/[\ue000\ue001]/g, ''), isInlineHidden)
    .map(({ text, isCode }) => {
      if (!isCode) return text
      const isBlock = text.endsWith('\n') && FENCE.test(text)
      const code = isBlock ? text.slice(0, -1) : text
      codes.push(code)
      return `\ue000${codes.length - 1}\ue001${isBlock ? '\n' : ''}`
    })
    .join('')
  return change(hidden).replace(/\ue000(\d+)\ue001/g, (_, index) => codes[Number(index)] ?? '')
}
