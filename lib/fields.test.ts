import { describe, expect, it } from 'vitest'
import { pageQuerySchema, textField, versionField, webAddressField } from '@/lib/fields'

const messageOf = (result: { error?: { issues: Array<{ message: string }> } }) => result.error?.issues[0]?.message

describe('a text field', () => {
  const title = textField('Title', 1, 5)

  it('is trimmed, and keeps one kind of line break', () => {
    expect(title.parse('  a\r\nb ')).toBe('a\nb')
  })

  it('stores half a character as the sign for what cannot be read', () => {
    expect(title.parse('a\uD800b')).toBe('a\uFFFDb')
    expect(title.parse('\uDE00\uD83D')).toBe('\uFFFD\uFFFD')
    expect(title.parse('\uD83D\uDE00')).toBe('😀')
  })

  it('counts an emoji as one character', () => {
    expect(title.safeParse('🎉🎉🎉🎉🎉').success).toBe(true)
    expect(title.safeParse('🎉🎉🎉🎉🎉🎉').success).toBe(false)
  })

  it('says in words what is wrong', () => {
    expect(messageOf(title.safeParse(undefined))).toBe('Title is required.')
    expect(messageOf(title.safeParse('   '))).toBe('Title is required.')
    expect(messageOf(title.safeParse(7))).toBe('Title must be text.')
    expect(messageOf(title.safeParse('abcdef'))).toBe('Title can have at most 5 characters.')
    expect(messageOf(title.safeParse('a\u0000b'))).toBe('Title holds a character that cannot be stored.')
  })
})

describe('a web address', () => {
  const link = webAddressField('Link', 30)

  it.each(['', '  ', 'https://example.org', 'HTTP://example.org/a?b=c#d', 'https://bücher.example'])(
    'takes %j',
    (text) => {
      expect(link.safeParse(text).success).toBe(true)
    },
  )

  it.each([
    'example.org',
    'javascript:alert(1)',
    'ftp://example.org',
    'https://',
    'https:///x',
    'https://a b',
    '//example.org',
  ])('refuses %j', (text) => {
    expect(link.safeParse(text).success).toBe(false)
  })
})

describe('a version', () => {
  it.each([1, '1', '12', 2_147_483_647])('can be %j', (value) => {
    expect(versionField.safeParse(value).success).toBe(true)
  })

  it.each([0, -1, 1.5, '', 'a', '1.5', null, 2_147_483_648])('cannot be %j', (value) => {
    expect(versionField.safeParse(value).success).toBe(false)
  })
})

describe('a page of a list', () => {
  it.each(['1', '100'])('can hold %s rows', (limit) => {
    expect(pageQuerySchema.safeParse({ limit }).success).toBe(true)
  })

  it.each(['0', '101', '-1', 'x', '', '1.5'])('cannot hold %j rows', (limit) => {
    expect(pageQuerySchema.safeParse({ limit }).success).toBe(false)
  })
})
