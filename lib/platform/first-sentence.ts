import { truncate } from '@/lib/platform/truncate'

/** Longer sentences are cut between words: some six lines of a narrow card. */
const MAX_CHARACTERS = 240

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The first sentence of a plain text, or its first line where that ends sooner. */
export function firstSentence(text: string): string {
  const [line = ''] = text.trim().split('\n')
  const [first] = sentences.segment(line)
  return truncate(first?.segment ?? '', MAX_CHARACTERS)
}
