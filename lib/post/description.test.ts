import { expect, it } from 'vitest'
import { firstSentence, paragraphsOf } from '@/lib/post/description'
import { cpuTimeOf } from '@/tests/support/cpu-time'

it('paragraphs are what blank lines part; a line break within one stays', () => {
  expect(paragraphsOf('One\nstill one\n\nTwo\n \n\n Three\n')).toEqual(['One\nstill one', 'Two', ' Three'])
  expect(paragraphsOf('')).toEqual([])
})

it('the lead is the first sentence, unless that is long', () => {
  expect(firstSentence('It keeps tides. It was hard.')).toBe('It keeps tides. ')
  expect(firstSentence('Version 2.5 is out. Next.')).toBe('Version 2.5 is out. ')
  expect(firstSentence('Only one')).toBe('Only one')
  expect(firstSentence(`${'word '.repeat(60)}. Next.`)).toBe('')
  expect(firstSentence('')).toBe('')
})

it('a description of many lines takes linear time', () => {
  expect(cpuTimeOf(() => paragraphsOf(`${'\n '.repeat(10_000)}x`))).toBeLessThan(500)
  expect(cpuTimeOf(() => firstSentence('a. '.repeat(6_000)))).toBeLessThan(500)
})
