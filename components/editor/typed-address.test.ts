import { expect, it } from 'vitest'
import { typedAddress } from './typed-address'

it.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['  http://example.com ', 'http://example.com'],
  ['example.com', 'https://example.com'],
  ['www.example.com/path', 'https://www.example.com/path'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['bücher.example', 'https://bücher.example'],
  ['me@example.com', 'mailto:me@example.com'],
  ['mailto:me@example.com?subject=x', 'mailto:me@example.com?subject=x'],
  ['+358 (40) 123-4567', 'tel:+358401234567'],
  ['tel:112', 'tel:112'],
  ['/projects', '/projects'],
  ['#h-top', '#h-top'],
  ['../x', '../x'],
  ['//example.com', '//example.com'],
])('%j is a link to %j', (typed, address) => {
  expect(typedAddress(typed)).toBe(address)
})

it.each([
  '',
  'word',
  'two words',
  'https://example.com/two words',
  'https://',
  'https://exa mple.com',
  'javascript:alert(1)',
  'JAVA\u200bSCRIPT:alert(1)',
  ' java script:alert(1)',
  'data:text/html,x',
  'ftp://example.com',
  'file:///etc/passwd',
])('%j is no link', (typed) => {
  expect(typedAddress(typed)).toBeNull()
})
