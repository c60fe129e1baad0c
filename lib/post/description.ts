/** A longer first sentence is no lead. */
const LEAD_MAX_CHARACTERS = 240

/** The paragraphs of a plain text: what blank lines part. */
export function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of text.split('\n')) {
    if (line.trim() !== '') paragraphs.at(-1)?.push(line)
    else if (paragraphs.at(-1)?.length !== 0) paragraphs.push([])
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
}

/** The first sentence of a paragraph with what follows it up to the next, where it may stand as a lead; "" otherwise. */
export function firstSentence(paragraph: string): string {
  const [first] = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(paragraph)
  const sentence = first?.segment ?? ''
  return [...sentence.trim()].length <= LEAD_MAX_CHARACTERS ? sentence : ''
}
