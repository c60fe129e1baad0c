import { describe, expect, it } from 'vitest'
import { initials, shortDate, shortId, shortTime, splitTech, year } from '@/lib/platform/format'

describe('format', () => {
  it('shows a date as its first ten characters', () => {
    expect(shortDate('2026-03-01T23:59:59.999Z', 'UTC')).toBe('2026-03-01')
  })

  it.each([
    ['2027-01-09T23:30:00.000Z', 'Europe/Amsterdam', '2027-01-10 00:30:00'],
    ['2026-12-31T23:30:00.000Z', 'Europe/Amsterdam', '2027-01-01 00:30:00'],
    ['2026-03-29T00:59:59.000Z', 'Europe/Amsterdam', '2026-03-29 01:59:59'],
    ['2026-03-29T01:00:00.000Z', 'Europe/Amsterdam', '2026-03-29 03:00:00'],
    ['2026-10-25T00:30:00.000Z', 'Europe/Amsterdam', '2026-10-25 02:30:00'],
    ['2026-10-25T01:30:00.000Z', 'Europe/Amsterdam', '2026-10-25 02:30:00'],
    ['2027-01-01T04:59:59.999Z', 'America/New_York', '2026-12-31 23:59:59'],
    ['2026-07-01T12:00:00.000Z', 'Asia/Kathmandu', '2026-07-01 17:45:00'],
  ])('shows %s by the clocks of %s', (at, zone, shown) => {
    expect(shortTime(at, zone)).toBe(shown)
    expect(shortDate(at, zone)).toBe(shown.slice(0, 10))
    expect(year(at, zone)).toBe(shown.slice(0, 4))
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
