import { expect, it } from 'vitest'
import {
  isEarlier,
  isPartialDate,
  monthsOfSpans,
  partialDateText,
  spanText,
  spanYears,
} from '@/lib/content/partial-date'

it.each(['2023', '2023-04', '2023-12-31', '2024-02-29', '2000-02-29'])('%s is a partial date', (text) => {
  expect(isPartialDate(text)).toBe(true)
})

it.each([
  ...['', '23', '0999', '20234', '2023-4', '2023-13', '2023-00', '2023-04-', '2023-04-31', '2023-02-29', '1900-02-29'],
  ...['2023/04', 'March 2023', '2023-04-01T00:00:00Z', ' 2023', 'ongoing', '２０２３'],
])('“%s” is none', (text) => {
  expect(isPartialDate(text)).toBe(false)
})

it('dates are compared as far as both are known', () => {
  expect(isEarlier('2022', '2023')).toBe(true)
  expect(isEarlier('2023-04', '2023-05-01')).toBe(true)
  expect(isEarlier('2023', '2023-05')).toBe(false)
  expect(isEarlier('2023-05', '2023')).toBe(false)
  expect(isEarlier('2023-05', '2023-05')).toBe(false)
})

it('a date is shown with the name of its month', () => {
  expect(['2023', '2023-01', '2023-01-01', '2023-12-31'].map(partialDateText)).toEqual([
    ...['2023', 'January 2023', '1 January 2023', '31 December 2023'],
  ])
})

it.each([
  ['2021', '2023', '2021–2023', '2021–2023'],
  ['2021-05', '2023', 'May 2021 – 2023', '2021–2023'],
  ['2023-01', '2023-06', 'January 2023 – June 2023', '2023'],
  ['2023', '2023', '2023', '2023'],
  ['2021-03', 'ongoing', 'Since March 2021', 'Since 2021'],
  ['', 'ongoing', 'Ongoing', 'Since 2026'],
  ['2021', '', 'From 2021', '2021'],
  ['', '2023-06-07', 'Until 7 June 2023', '2023'],
  ['', '', '', '2026'],
])('from “%s” to “%s” is “%s”, in years “%s”', (started, ended, span, years) => {
  expect(spanText({ started, ended })).toBe(span)
  expect(spanYears({ started, ended }, '2026')).toBe(years)
})

it.each([
  ['apart', ['2019/2019', '2021/2021'], 24],
  ['one within the other', ['2019/2022', '2020-03/2021-05'], 48],
  ['one after the other in a month', ['2020-01/2020-03', '2020-03-20/2020-04'], 4],
  ['to this month', ['2025-12/ongoing'], 8],
  ['of this year', ['2026/'], 7],
  ['with an end alone', ['/2020-06'], 1],
  ['that begin later', ['2027/2028'], 0],
  ['none', [], 0],
])('spans %s', (_, spans, months) => {
  const read = spans.map((span) => span.split('/')).map(([started = '', ended = '']) => ({ started, ended }))
  expect(monthsOfSpans(read, '2026-07')).toBe(months)
})
