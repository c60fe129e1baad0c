import { expect, it } from 'vitest'
import { largestCandidate } from './srcset'

it.each([
  ['the widest', 'a.jpg 300w, b.jpg 1200w, c.jpg 600w', 'b.jpg'],
  ['no wider than any screen shows', 'a.jpg 800w, b.jpg 1600w, c.jpg 2400w, d.jpg 6000w', 'b.jpg'],
  ['the next one where none has that width', 'a.jpg 800w, b.jpg 6000w, c.jpg 2048w', 'c.jpg'],
  ['the densest', 'a.jpg, b.jpg 1.5x, c.jpg 2x', 'c.jpg'],
  ['one alone', 'a.jpg', 'a.jpg'],
  ['without blanks behind commas', 'a.jpg 1x,b.jpg 2x,c.jpg 1.5x', 'b.jpg'],
  ['with blanks and lines round commas', '\n a.jpg 300w ,\n b.jpg 900w\n', 'b.jpg'],
  [
    'with commas in addresses',
    'https://x.com/w_300,c_fill/a.jpg 300w, https://x.com/w_900,c_fill/b.jpg 900w',
    'https://x.com/w_900,c_fill/b.jpg',
  ],
  ['that is no data URL', 'data:image/gif;base64,AAAA 2000w, b.jpg 900w', 'b.jpg'],
  ['of a set that is broken', ', ,a.jpg wide, b.jpg 2x, ', 'b.jpg'],
  ['of nothing', ' ', ''],
])('takes %s', (_what, srcset, expected) => {
  expect(largestCandidate(srcset)).toBe(expected)
})

it('reads a long one in no time to speak of', () => {
  expect(largestCandidate(`${','.repeat(200_000)} ${'a '.repeat(100_000)}`)).not.toBe('b')
})
