import { expect, it } from 'vitest'
import { usesInWords, workInWords, yearsInWords } from '@/components/technology/uses-in-words'

it.each([
  [3, 1, '3 projects, 1 note'],
  [1, 0, '1 project'],
  [0, 2, '2 notes'],
])('%i projects and %i notes are %s', (posts, notes, words) => {
  expect(usesInWords({ posts, notes })).toBe(words)
})

it('says years of the time zone, once where they are one', () => {
  const [first, last] = [new Date('2019-12-31T23:30:00Z'), new Date('2020-06-01T00:00:00Z')]
  expect(yearsInWords({ first, last }, 'UTC')).toBe('2019 to 2020')
  expect(yearsInWords({ first, last }, 'Europe/Amsterdam')).toBe('2020')
})

it.each([
  [0, ''],
  [1, ', 1 month of work'],
  [5, ', 5 months of work'],
  [6, ', 6 months of work'],
  [11, ', 11 months of work'],
  [12, ', 1 year of work'],
  [17, ', 1 year of work'],
  [48, ', 4 years of work'],
])('%i months are “%s”', (months, words) => {
  expect(workInWords({ months }, ', ')).toBe(words)
})
