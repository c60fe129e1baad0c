import { describe, expect, it } from 'vitest'
import { typedCode, typedEmail } from '@/lib/content/typed'

describe('an e-mail address is what it looks like', () => {
  it.each([
    'ada@example.org',
    ' ada@example.org\u00a0',
    '\u200bada@example.org\u200b',
    '\ufeffada\u200d@exam\u00adple.org',
    '\u202aada@example.org\u202c',
    'ada＠example.org',
    'ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ',
    'ada@example。org',
    'ada@example｡org',
    '\u2060ada@example.org\ufe0f',
  ])('%j', (text) => {
    expect(typedEmail(text)).toBe('ada@example.org')
  })

  it('and keeps what may be meant', () => {
    expect(typedEmail("O'Neil+news.x_y-z@Example.org")).toBe("O'Neil+news.x_y-z@Example.org")
    expect(typedEmail('ada @example.org')).toBe('ada @example.org')
  })
})

describe('a code is what it looks like', () => {
  it.each([
    '123456',
    '123 456',
    '123-456',
    '123–456',
    '123\u00a0456',
    '\u200b123\u200b456',
    '１２３４５６',
    '１２３－４５６',
    '١٢٣٤٥٦',
    '۱۲۳۴۵۶',
    '१२३४५६',
    '𝟏𝟐𝟑𝟒𝟓𝟔',
    '123.456',
    ' 123\t456\n',
  ])('%j', (text) => {
    expect(typedCode(text)).toBe('123456')
  })

  it('and keeps letters', () => {
    expect(typedCode('ABCD-efgh–ij23')).toBe('ABCDefghij23')
  })
})
