import { describe, expect, it } from 'vitest'
import { type Run, wordDifference } from '@/lib/content/word-difference'

const text = (runs: Run[]) => runs.map((run) => run.text).join('')
const marked = (runs: Run[]) => runs.filter((run) => run.only).map((run) => run.text.trim())

describe('wordDifference', () => {
  it('marks nothing in equal texts', () => {
    const { one, other } = wordDifference('a rose is a rose', 'a rose is a rose')
    expect(one).toEqual([{ text: 'a rose is a rose', only: false }])
    expect(other).toEqual(one)
  })

  it('marks the words that only one of the texts has, anywhere in it', () => {
    const { one, other } = wordDifference('the quick fox jumps over a dog', 'the slow fox jumps over a lazy dog')
    expect(marked(one)).toEqual(['quick'])
    expect(marked(other)).toEqual(['slow', 'lazy'])
  })

  it.each([
    ['', 'something'],
    ['line one\n\nline two', 'line one\nline two\n'],
    ['  spaces  around  ', 'spaces around'],
    ['ends with\n', 'ends with'],
    ['日本語のテキスト', '日本語 テキスト 🙂'],
  ])('loses no character of %j and %j', (first, second) => {
    const { one, other } = wordDifference(first, second)
    expect(text(one)).toBe(first)
    expect(text(other)).toBe(second)
  })

  const long = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`).join(' ')

  it('marks two words far apart in a long text, and nothing between them', () => {
    const { one, other } = wordDifference(`first ${long('a')} last`, `new ${long('a')} end`)
    expect(marked(one)).toEqual(['first', 'last'])
    expect(marked(other)).toEqual(['new', 'end'])
  })

  it('marks two long texts with nothing in common as a whole', () => {
    const { one } = wordDifference(long('a'), long('b'))
    expect(one).toHaveLength(1)
    expect(one[0]?.only).toBe(true)
  })
})
