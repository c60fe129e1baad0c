import { expect, it } from 'vitest'
import { firstSentence, leadOf, linkedParts, paragraphsOf } from '@/lib/post/description'
import { cpuTimeOf } from '@/tests/support/cpu-time'

it('paragraphs are what blank lines part; a line break within one stays', () => {
  expect(paragraphsOf('One\nstill one\n\nTwo\n \n\n Three\n')).toEqual(['One\nstill one', 'Two', ' Three'])
  expect(paragraphsOf('')).toEqual([])
})

it('the lead is the first sentence, unless that is long', () => {
  expect(leadOf('It keeps tides. It was hard.')).toBe('It keeps tides. ')
  expect(leadOf('Version 2.5 is out. Next.')).toBe('Version 2.5 is out. ')
  expect(leadOf('Only one')).toBe('Only one')
  expect(leadOf(`${'word '.repeat(60)}. Next.`)).toBe('')
  expect(leadOf('')).toBe('')
})

it.each([
  ['Tide tables for small harbours. A tide is a sum of cosines.', 'Tide tables for small harbours.'],
  ['It runs on Node.js 20 at 4.5 MB, e.g. on a phone! Really?', 'It runs on Node.js 20 at 4.5 MB, e.g. on a phone!'],
  ['  A heading without an end\n\nThen the text.', 'A heading without an end'],
  ['これは文です。次の文です。', 'これは文です。'],
  ['', ''],
])('the first sentence of “%s” is its own line', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence)
})

it('a first sentence is cut between words where no card could show it', () => {
  const cut = firstSentence('word '.repeat(4_000))
  expect(cut.length).toBeLessThanOrEqual(240)
  expect(cut).toMatch(/ word…$/)
})

it('a description of many lines takes linear time', () => {
  expect(cpuTimeOf(() => paragraphsOf(`${'\n '.repeat(10_000)}x`))).toBeLessThan(500)
  expect(cpuTimeOf(() => firstSentence('a. '.repeat(6_000)))).toBeLessThan(500)
})

it.each([
  ['See https://a.example/b.', 'https://a.example/b'],
  ['(https://a.example/b_(c), really)', 'https://a.example/b_(c)'],
  ['“https://a.example/?q=1&r=2”!', 'https://a.example/?q=1&r=2'],
  ['HTTPS://A.example/ü?', 'HTTPS://A.example/ü'],
])('the address in %s is a link without what ends the sentence', (text, href) => {
  const parts = linkedParts(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.flatMap((part) => part.href ?? [])).toEqual([href])
})

it('nothing but an address of the web is a link', () => {
  for (const text of ['javascript:alert(1)', 'mailto:a@b.example', 'a.example', 'https://', 'https://.,', '']) {
    expect(linkedParts(text).filter(({ href }) => href)).toEqual([])
  }
})

it('addresses are found in linear time', () => {
  for (const text of ['https://a.example/'.repeat(1_000), `https://a.example/${'.)('.repeat(20_000)}`]) {
    expect(cpuTimeOf(() => linkedParts(text))).toBeLessThan(2_000)
  }
})
