import { describe, expect, it } from 'vitest'
import { firstSentence } from './first-sentence'

describe('the first sentence of a text', () => {
  it.each([
    ['Tide tables for small harbours. A tide is a sum of cosines.', 'Tide tables for small harbours.'],
    ['It runs on Node.js 20 at 4.5 MB, e.g. on a phone! Really?', 'It runs on Node.js 20 at 4.5 MB, e.g. on a phone!'],
    ['  A heading without an end\n\nThen the text.', 'A heading without an end'],
    ['これは文です。次の文です。', 'これは文です。'],
    ['', ''],
  ])('%s', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence)
  })

  it('is cut between words where no card could show it', () => {
    const cut = firstSentence('word '.repeat(4_000))
    expect(cut.length).toBeLessThanOrEqual(240)
    expect(cut).toMatch(/ word…$/)
  })
})
