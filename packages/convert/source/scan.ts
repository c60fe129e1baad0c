/**
 * Replaces what stands between an opening and the next closing sign, in time linear in the text: an expression over
 * both would look for each opening's end again. What is never closed stays.
 * @param open a global expression that is itself linear
 * @param closing the closing sign in lower case, by what opened
 */
export function replaceBetween(
  text: string,
  open: RegExp,
  closing: (opened: RegExpExecArray) => string,
  make: (opened: RegExpExecArray, inner: string, raw: string) => string,
): string {
  const low = text.toLowerCase()
  const missing = new Set<string>()
  const parts: string[] = []
  let at = 0
  open.lastIndex = 0
  for (let match = open.exec(text); match; match = open.exec(text)) {
    const sign = closing(match)
    const start = open.lastIndex
    const end = missing.has(sign) ? -1 : low.indexOf(sign, start)
    if (end === -1) {
      missing.add(sign)
      continue
    }
    const after = end + sign.length
    parts.push(text.slice(at, match.index), make(match, text.slice(start, end), text.slice(match.index, after)))
    at = after
    open.lastIndex = after
  }
  return parts.join('') + text.slice(at)
}

/** An address without its query and its fragment. */
export function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? ''
}

/** An address as a whole one, by the one it starts from; undefined where it is none. */
export function wholeAddress(address: string, base: string | null | undefined): string | undefined {
  return address !== '' && URL.canParse(address, base || undefined)
    ? new URL(address, base || undefined).href
    : undefined
}

/** The folder an address is in, with a slash at its end: of a folder, the one around it. */
export function parentPath(path: string): string {
  const own = path.endsWith('/') ? path.slice(0, -1) : path
  return own.slice(0, own.lastIndexOf('/') + 1)
}

/** The words of a heading in Markdown: `## Words ##`; "" for another line. */
export function headingWords(line: string): string {
  const words = line.trim()
  const start = [...words].findIndex((sign) => sign !== '#')
  if (start < 1) return ''
  let end = words.length
  while (words[end - 1] === '#') end -= 1
  return words.slice(start, end).trim()
}

export function decodedSegment(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A text without the slashes at its end, in linear time. */
export function withoutSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text as HTML, between tags and in the quotes of an attribute. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
