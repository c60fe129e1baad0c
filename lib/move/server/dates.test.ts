import { describe, expect, it } from 'vitest'
import { parseDate } from './dates'

const iso = (text: unknown, zone?: string) => parseDate(text, zone)?.toISOString() ?? null

describe('a date', () => {
  it.each([
    ['2022-07-26 13:01:01', '2022-07-26T13:01:01.000Z'],
    ['2018-8-4 03:31:06', '2018-08-04T03:31:06.000Z'],
    ['2019-08-20 10:00:00 -0500', '2019-08-20T15:00:00.000Z'],
    ['2010-01-10T13:07:09+00:00', '2010-01-10T13:07:09.000Z'],
    ['2018-08-11T11:23:34.123Z', '2018-08-11T11:23:34.123Z'],
    ['22 Feb 2023', '2023-02-22T00:00:00.000Z'],
    ['6 December 2024', '2024-12-06T00:00:00.000Z'],
    ['July 4th, 2023', '2023-07-04T00:00:00.000Z'],
    ['2019/03/05', '2019-03-05T00:00:00.000Z'],
    ['Wed, 03 Jan 2018 13:47:00 GMT\n      ', '2018-01-03T13:47:00.000Z'],
    ['Wed, 05 Jun 24 16:04 EST', '2024-06-05T21:04:00.000Z'],
    ['mié., 03 ene. 2018 10:00:00 +0100', '2018-01-03T09:00:00.000Z'],
    ['Mon Sep 16 2024 01:12:03 GMT+0000 (Coordinated Universal Time)', '2024-09-16T01:12:03.000Z'],
    ['Mon Sep 16 2024 01:12:03 GMT+0200 (CEST)', '2024-09-15T23:12:03.000Z'],
    [1388318400000, '2013-12-29T12:00:00.000Z'],
    ['2020-01-02 10:00:00 America/New_York', '2020-01-02T15:00:00.000Z'],
    ['2023-02-30', null],
    ['0000-00-00 00:00:00', null],
    ['soon', null],
    ['', null],
  ])('%s is %s', (text, expected) => expect(iso(text)).toBe(expected))

  it('without a zone is one of the site, a day without a time a day', () => {
    expect(iso('2010-01-10 13:07:09', 'America/New_York')).toBe('2010-01-10T18:07:09.000Z')
    expect(iso('2010-01-10', 'America/New_York')).toBe('2010-01-10T00:00:00.000Z')
  })
})
