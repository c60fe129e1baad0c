import { expect, it } from 'vitest'
import { changedWords } from '@/lib/rich-text/word-count'

it.each([
  ['Water boils at 100 degres.', 'water boils, at 100 degrees', 1],
  ['It boils a lot', 'It boils alot', 2],
  ['One two three', 'three one two', 0],
  ['One', 'One, and the next one is two', 6],
  ['水は沸く', '水が沸く', 1],
  ['', '', 0],
])('from “%s” to “%s” as many words have changed as %i', (one, other, words) => {
  expect(changedWords(one, other)).toBe(words)
})
