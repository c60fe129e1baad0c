const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text of JSON may hold none
  /[\t\n\r ]*(?:([{}[\],:])|("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y

/** What may come next; the first value of a list and the first key of an object may be its end as well. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | ':' | 'next' | 'nothing'

/** Where a text stops being JSON. What browsers say of it differs, and often has no place. */
function faultAt(text: string): number {
  const open: string[] = []
  let expected: Expected | null = 'value'
  for (let at = 0; ; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const [token, sign, word] = TOKEN.exec(text) ?? []
    expected = token === undefined ? null : stateAfter(expected, open, sign ?? (word ? 'text' : 'other'))
    if (expected === null) return at + (/[^\t\n\r ]/.exec(text.slice(at))?.index ?? text.length - at)
  }
}

/** What may come after a token; null where it may not be there itself. Changes the brackets that are open. */
function stateAfter(expected: Expected, open: string[], token: string): Expected | null {
  if (token === '}' || token === ']') {
    const isDue = expected === 'next' || expected === (token === '}' ? 'first key' : 'first value')
    return isDue && open.pop() === token ? (open.length === 0 ? 'nothing' : 'next') : null
  }
  if (token === ':') return expected === ':' ? 'value' : null
  if (token === ',') return expected !== 'next' ? null : open.at(-1) === '}' ? 'key' : 'value'
  if (expected === 'key' || expected === 'first key') return token === 'text' ? ':' : null
  if (expected !== 'value' && expected !== 'first value') return null
  if (token !== '{' && token !== '[') return open.length === 0 ? 'nothing' : 'next'
  open.push(token === '{' ? '}' : ']')
  return token === '{' ? 'first key' : 'first value'
}

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
  return at >= text.length
    ? `it ends too early, at ${place}`
    : `at ${place}, “${[...text.slice(at, at + 20)][0]}” does not fit`
}

/** A typed document: null for a blank text. */
export function readDocument(text: string): { document: Record<string, unknown> | null } | { problem: string } {
  if (text.trim() === '') return { document: null }
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? { document: value as Record<string, unknown> } : { problem: 'A CV is one object: { … }.' }
  } catch {
    return { problem: `This is not JSON: ${placeOf(text, faultAt(text))}.` }
  }
}
