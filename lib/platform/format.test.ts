import { describe, expect, it } from 'vitest'
import { initials, shortDate, shortId, splitTech } from '@/lib/platform/format'

describe('format', () => {
  it('shows a date as its first ten characters', () => {
    expect(shortDate('2026-03-01T23:59:59.999Z')).toBe('2026-03-01')
  })

  it('shows an id as its last four characters', () => {
    expect(shortId('019c-abcd-ef01')).toBe('ef01')
  })

  it('splits technologies at commas and drops blanks', () => {
    expect(splitTech(' React ,Node.js,, CSS, ')).toEqual(['React', 'Node.js', 'CSS'])
    expect(splitTech('')).toEqual([])
    expect(splitTech('React, \u200B, \u3164')).toEqual(['React'])
  })

  it('takes the initials of the first and the last name', () => {
    expect(initials('Ada King Lovelace')).toBe('AL')
    expect(initials('plato')).toBe('P')
    expect(initials('  Émile  zola ')).toBe('ÉZ')
    expect(initials('𝒜da 🎉')).toBe('𝒜🎉')
    expect(initials('')).toBe('')
  })
})
