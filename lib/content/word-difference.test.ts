import { describe, expect, it } from 'vitest'
import { type Run, wordDifference } from '@/lib/content/word-difference'

const text = (runs: Run[]) => runs.map((run) => run.text).join('')
const marked = (runs: Run[]) => runs.filter((run) => run.only).map((run) => run.text.trim())

describe('wordDifference', () => {
  it('marks nothing in equal texts', () => {
    const { first, second } = wordDifference('a rose is a rose', 'a rose is a rose')
    expect(first).toEqual([{ text: 'a rose is a rose', only: false }])
    expect(second).toEqual(first)
  })

  it('marks the words that only one of the texts has, anywhere in it', () => {
    const { first, second } = wordDifference('the quick fox jumps over a dog', 'the slow fox jumps over a lazy dog')
    expect(marked(first)).toEqual(['quick'])
    expect(marked(second)).toEqual(['slow', 'lazy'])
  })

  it.each([
    ['', 'something'],
    ['line one\n\nline two', 'line one\nline two\n'],
    ['  spaces  around  ', 'spaces around'],
    ['ends with\n', 'ends with'],
    ['日本語のテキスト', '日本語 テキスト 🙂'],
  ])('loses no character of %j and %j', (first, second) => {
    const runs = wordDifference(first, second)
    expect(text(runs.first)).toBe(first)
    expect(text(runs.second)).toBe(second)
  })

  const long = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`).join(' ')

  it('marks two words far apart in a long text, and nothing between them', () => {
    const { first, second } = wordDifference(`first ${long('a')} last`, `new ${long('a')} end`)
    expect(marked(first)).toEqual(['first', 'last'])
    expect(marked(second)).toEqual(['new', 'end'])
  })

  it('marks two long texts with nothing in common as a whole', () => {
    const { first } = wordDifference(long('a'), long('b'))
    expect(first).toHaveLength(1)
    expect(first[0]?.only).toBe(true)
  })
})
