import { timesAt } from './local-time'

/** 2018-8-4 03:31:06, 2019/03/05, 2020年1月2日 */
const YEAR_FIRST = /^(\d{4})(?:([-/.])(\d{1,2})\2|年(\d{1,2})月)(\d{1,2})日?(?:[T\s]+(.*))?$/i
/** 28.02.2020, and as JavaScript reads it: 02/28/2020 */
const YEAR_LAST = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?:,?\s+(.*))?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
/** A year or a month begins with its first day. */
const SHORT = /^(\d{4})(?:-(\d{2}))?$/
/** 22 Feb 2023, Wed, 03 Jan 2018 13:47:00 GMT */
const DAY_FIRST =
  /^(?:\p{L}+\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:de\s+)?(\p{L}+)\.?,?[\s-]+(?:de\s+)?(\d{4}|\d{2})(?:,?\s+(?:at\s+)?(.*))?$/iu
/** February 22nd, 2023 10:00, and what JavaScript writes: Mon Sep 16 2024 01:12:03 GMT+0000 (…) */
const MONTH_FIRST =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*\.?,?\s+)?(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:,?\s+(?:at\s+)?(.*))?$/iu
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(am|pm)?\s*(Z|[A-Z]{1,5})?\s*([+-]\d{2}:?\d{2}|[+-]\d{1,2})?\s*(?:\(.*\)|[A-Z]{3,5})?$/i

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** Hours from UTC of the zones RFC 822 names, and the common ones beside. */
const ZONES: Record<string, number> = {
  ...{ z: 0, utc: 0, gmt: 0, ut: 0, wet: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ cet: 1, cest: 2, bst: 1, eet: 2, eest: 3, msk: 3, jst: 9, ist: 5.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
}

type Parts = { year: number; month: number; day: number; time?: string; zone?: string }

/**
 * A date as people and programs write it; null for what is none. A day without a time is that day in UTC, and a time
 * without a zone one of `zone`: never of this machine.
 * @param zone a name such as `Europe/Berlin`
 */
export function parseDate(value: unknown, zone = 'UTC'): Date | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return null
  const text = value.trim().replace(/\s+/g, ' ')
  if (text === '' || text.length > 100 || /^0000-00-00/.test(text)) return null
  if (/^\d{10}$|^\d{13}$/.test(text)) return fromNumber(Number(text))
  // A zone by its name behind the time.
  const [, local = text, named = zone] = /^(.*\d) ([A-Z][a-z]+\/[\w/+-]+)$/.exec(text) ?? []
  const parts = dayOf(local)
  return parts && toDate(parts, named)
}

function fromNumber(number: number): Date | null {
  // Seconds and milliseconds since 1970.
  const date = new Date(Math.abs(number) < 1e11 ? number * 1_000 : number)
  return Number.isNaN(date.getTime()) || number === 0 ? null : date
}

function dayOf(text: string): Parts | null {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) {
    const [, year, , month, named, day, time = ''] = yearFirst
    return { year: Number(year), month: Number(month ?? named), day: Number(day), time }
  }
  const compact = COMPACT.exec(text)
  if (compact) return { year: Number(compact[1]), month: Number(compact[2]), day: Number(compact[3]) }
  const yearLast = YEAR_LAST.exec(text)
  if (yearLast) {
    const [, first, sign, second, year, time = ''] = yearLast
    const isDayFirst = sign === '.' || Number(first) > 12
    const [day, month] = isDayFirst ? [first, second] : [second, first]
    return { year: Number(year), month: Number(month), day: Number(day), time }
  }
  const short = SHORT.exec(text)
  if (short) return { year: Number(short[1]), month: Number(short[2] ?? 1), day: 1 }
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) {
    const [, day, name = '', year, time = ''] = dayFirst
    return { year: fullYear(Number(year)), month: monthOf(name), day: Number(day), time }
  }
  const [, name, day, year, time = ''] = MONTH_FIRST.exec(text) ?? []
  return name ? { year: Number(year), month: monthOf(name), day: Number(day), time } : null
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

function fullYear(year: number): number {
  if (year >= 100) return year
  return year < 70 ? 2000 + year : 1900 + year
}

function toDate({ year, month, day, time = '' }: Parts, zone: string): Date | null {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > days || year < 1900 || year > 9999) return null
  const midnight = Date.UTC(year, month - 1, day)
  // What is behind a day and no time does not make it less of a day.
  const [, fraction = '0'] = /:\d{2}[.,](\d{1,3})/.exec(time) ?? []
  const match = TIME.exec(time.replace(/([\d:])[.,]\d{1,9}/, '$1'))
  if (time === '' || !match) return new Date(midnight)
  const [, hours = '', minutes, seconds = '0', half, name, offset] = match
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 60) return new Date(midnight)
  const local =
    midnight + ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, '0'))
  if (offset) return new Date(local - minutesOf(offset) * 60_000)
  const hoursAway = name ? ZONES[name.toLowerCase()] : undefined
  if (hoursAway !== undefined) return new Date(local - hoursAway * 3_600_000)
  return inZone(local, zone)
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function inZone(local: number, zone: string): Date {
  if (zone === 'UTC') return new Date(local)
  try {
    return timesAt(local, zone)[0] ?? new Date(local)
  } catch {
    return new Date(local)
  }
}
