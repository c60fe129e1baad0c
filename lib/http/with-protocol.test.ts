import { expect, it } from 'vitest'
import { withProtocol } from '@/lib/http/with-protocol'

it.each([
  ['example.com', 'https://example.com'],
  [' github.com/ada/engine?a=b ', 'https://github.com/ada/engine?a=b'],
  ['localhost.test:3000/a', 'https://localhost.test:3000/a'],
  ['münchen.example/ß', 'https://münchen.example/ß'],
  ['http://example.com', 'http://example.com'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
  ['a word', 'a word'],
  ['word', 'word'],
  ['', ''],
])('completes %j to %j', (typed, address) => {
  expect(withProtocol(typed)).toBe(address)
})
