import { truncate } from '@/lib/platform/truncate'

/** Some six lines of a narrow card; a longer sentence is no lead. */
const SENTENCE_MAX_CHARACTERS = 240

/** The paragraphs of a plain text: what blank lines part. */
export function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of text.split('\n')) {
    if (line.trim() !== '') paragraphs.at(-1)?.push(line)
    else if (paragraphs.at(-1)?.length !== 0) paragraphs.push([])
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The first sentence of a text, or its first line where that ends sooner, with the white space after it. */
const beginningOf = (text: string) => sentences.segment(text)[Symbol.iterator]().next().value?.segment ?? ''

/** The first sentence of a description on one line, cut between words where it is long. */
export function firstSentence(description: string): string {
  return truncate(beginningOf(description.trimStart()), SENTENCE_MAX_CHARACTERS)
}

/** The first sentence of a paragraph with what follows it up to the next, where it may stand as a lead; "" otherwise. */
export function leadOf(paragraph: string): string {
  const sentence = beginningOf(paragraph)
  return [...sentence.trim()].length <= SENTENCE_MAX_CHARACTERS ? sentence : ''
}

const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/gi
const AFTER_ADDRESS = /[.,:;!?'’*_\]}]/

export type TextPart = { text: string; href?: string }

/** A plain text in parts, of which the web addresses are links; what ends a sentence or a bracket is no part of one. */
export function linkedParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const href = found.slice(0, lengthOf(found))
    if (!URL.canParse(href)) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: href, href })
    end = index + href.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** A bracket is its own where it was opened in it. */
function lengthOf(found: string): number {
  let length = found.length
  let loose = found.split(')').length - found.split('(').length
  for (; ; length -= 1) {
    const last = found.charAt(length - 1)
    if (last === ')' && loose > 0) loose -= 1
    else if (!AFTER_ADDRESS.test(last)) return length
  }
}
