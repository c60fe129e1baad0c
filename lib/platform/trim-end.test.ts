import { expect, it } from 'vitest'
import { trimEnd } from './trim-end'

it.each([
  ['a//', 'a'],
  ['//a', '//a'],
  ['//', ''],
  ['', ''],
])('%j without slashes at its end is %j', (text, trimmed) => {
  expect(trimEnd(text, (character) => character === '/')).toBe(trimmed)
})
