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
