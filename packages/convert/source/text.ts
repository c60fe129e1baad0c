import { Unreadable } from '../model'

/**
 * The characters of windows-1252 that Latin-1 has no signs for. Node's own decoder gives control characters instead in
 * some versions (nodejs/node#56542).
 */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'
/** The names browsers take for it. */
const LATIN = /^(?:windows-1252|cp-?1252|x-cp1252|ansi|latin-?1|l1|iso-?8859-1|iso88591|us-ascii|ascii)$/i

export type TextDecoding = { decode: (bytes: Uint8Array, isMore: boolean) => string; encoding: string }

/**
 * How to read a text that begins with these bytes: by its byte order mark, its form, what it says of itself (an XML
 * declaration), else UTF-8.
 */
export function decodingOf(start: Uint8Array): TextDecoding {
  const [a, b, c] = start
  if (a === 0xef && b === 0xbb && c === 0xbf) return decodingNamed('utf-8')
  if (a === 0xff && b === 0xfe) return decodingNamed('utf-16le')
  if (a === 0xfe && b === 0xff) return decodingNamed('utf-16be')
  if (a === 0 && b !== 0) return decodingNamed('utf-16be')
  if (a !== 0 && b === 0) return decodingNamed('utf-16le')
  const stated = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)/.exec(latin(start.subarray(0, 400)))?.[1]
  // One that says UTF-16 and is not cannot be; and what says Latin-1 and is UTF-8 was copied with its old declaration.
  const isWrong = !stated || /^utf-?16|^ucs-?2|^iso-10646/i.test(stated) || (LATIN.test(stated) && isUtf8(start))
  return decodingNamed(isWrong ? 'utf-8' : stated)
}

/** Whether there are signs beyond ASCII, and all of them are UTF-8. */
function isUtf8(start: Uint8Array): boolean {
  if (start.every((byte) => byte < 0x80)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return true
  } catch {
    return false
  }
}

export function decodingNamed(encoding: string): TextDecoding {
  if (LATIN.test(encoding)) return { decode: windows1252, encoding: 'windows-1252' }
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(encoding, { fatal: true })
  } catch {
    // A name that nobody knows says nothing.
    return decodingNamed('utf-8')
  }
  return { decode: (bytes, isMore) => decoder.decode(bytes, { stream: isMore }), encoding: decoder.encoding }
}

/** What a text in an encoding is full of, and one that is read in it by mistake is not. */
const COMMON: Array<[encoding: string, signs: RegExp]> = [
  ['gb18030', /[的一是不了在人有我他这个们中来上大为和国地到说时要就出会可也你对生能而子那得于着下自之年过]/g],
  ['shift_jis', /[\u3041-\u3093\u30a1-\u30f6]/g],
]

/** The likeliest encoding of bytes that are no UTF-8 and say nothing: by what is common in it, else windows-1252. */
function guessedDecoding(bytes: Uint8Array): TextDecoding {
  const sample = bytes.subarray(0, 65_536)
  const scores = COMMON.map(([encoding, signs]) => {
    // The sample may end within a sign.
    const text = new TextDecoder(encoding).decode(sample, { stream: true })
    const all = text.match(/[^ -~\s]/g)?.length ?? 0
    const isWrong = (text.match(/\ufffd/g)?.length ?? 0) > all / 100
    return { encoding, score: isWrong ? 0 : (text.match(signs)?.join('').length ?? 0) / (all || 1) }
  })
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  return decodingNamed(best.score > 0.12 ? best.encoding : 'windows-1252')
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function windows1252(bytes: Uint8Array): string {
  return latin(bytes).replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign)
}

/** A whole text, whatever its encoding. `guessed` is the one that was taken where nothing said it. */
export function decodeText(bytes: Uint8Array): { text: string; guessed: string } {
  const { decode, encoding } = decodingOf(bytes)
  try {
    return { text: withoutMark(decode(bytes, false)), guessed: '' }
  } catch {
    if (/^utf-16/.test(encoding)) throw new Unreadable('Its characters cannot be read: it is no text.')
    const guess = guessedDecoding(bytes)
    try {
      return { text: guess.decode(bytes, false), guessed: guess.encoding }
    } catch {
      return { text: windows1252(bytes), guessed: 'windows-1252' }
    }
  }
}

/** For the owner, who knows whether that is right. */
export function guessRemark(encoding: string): string {
  return `Its encoding is not said: read as ${encoding}.`
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** What a database can store and a page can show: no halves of characters, no control characters but white space. */
export function storable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
}

/** HTML's reading of the numbers 128 to 159: the signs of windows-1252 that were meant. */
export function withMeantSigns(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign)
}
