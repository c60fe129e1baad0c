import { describe, expect, it } from 'vitest'
import { fromLocal, longTime, offsetName, timeZoneNames, toLocal } from '@/lib/platform/local-time'
import { timeZoneNamed } from '@/packages/convert/local-time'

const times = (local: string, zone: string) => fromLocal(local, zone).map((time) => time.toISOString())

describe('a time of a writer’s clock', () => {
  it.each([
    ['in winter', '2026-01-15T09:00', 'Europe/Berlin', ['2026-01-15T08:00:00.000Z']],
    ['in summer', '2026-07-15T09:00', 'Europe/Berlin', ['2026-07-15T07:00:00.000Z']],
    ['just before clocks go forward', '2026-03-29T01:59', 'Europe/Berlin', ['2026-03-29T00:59:00.000Z']],
    ['in the hour that is left out', '2026-03-29T02:00', 'Europe/Berlin', []],
    ['at the end of that hour', '2026-03-29T02:59', 'Europe/Berlin', []],
    ['just after it', '2026-03-29T03:00', 'Europe/Berlin', ['2026-03-29T01:00:00.000Z']],
    ['just before clocks go back', '2026-10-25T01:59', 'Europe/Berlin', ['2026-10-24T23:59:00.000Z']],
    [
      'in the hour that comes twice',
      '2026-10-25T02:30',
      'Europe/Berlin',
      ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ],
    ['just after it', '2026-10-25T03:00', 'Europe/Berlin', ['2026-10-25T02:00:00.000Z']],
    ['in the hour left out in New York', '2026-03-08T02:30', 'America/New_York', []],
    [
      'in the half hour that comes twice on Lord Howe Island',
      '2026-04-05T01:45',
      'Australia/Lord_Howe',
      ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
    ],
    ['by the quarter of an hour', '2026-05-01T12:00', 'Asia/Kathmandu', ['2026-05-01T06:15:00.000Z']],
    ['on the day Samoa left out', '2011-12-30T12:00', 'Pacific/Apia', []],
    ['where there is no summer time', '2026-03-29T02:30', 'UTC', ['2026-03-29T02:30:00.000Z']],
    ['before zones were agreed upon', '1890-01-01T00:53', 'Europe/Berlin', ['1889-12-31T23:59:32.000Z']],
    ['in the first year there is', '0001-01-02T00:00', 'UTC', ['0001-01-02T00:00:00.000Z']],
    ['that is none', '2026-02-30T10:00', 'Europe/Berlin', []],
    ['that is not there', '', 'Europe/Berlin', []],
  ])('%s', (_, local, zone, expected) => {
    expect(times(local, zone)).toEqual(expected)
    for (const time of expected) expect(toLocal(new Date(time), zone)).toBe(local)
  })

  it('is shown with its zone and its offset', () => {
    const summer = new Date('2026-07-15T07:00:00Z')
    expect(longTime(summer, 'Europe/Berlin')).toBe('15 July 2026 at 09:00 (Europe/Berlin, UTC+02:00)')
    expect(longTime(summer, 'UTC')).toBe('15 July 2026 at 07:00 (UTC)')
    expect(offsetName(summer, 'America/St_Johns')).toBe('UTC-02:30')
    expect(offsetName(summer, 'UTC')).toBe('UTC+00:00')
  })
})

it.each([
  ['europe/amsterdam', 'Europe/Amsterdam'],
  ['utc', 'UTC'],
  ['Mars/Olympus', null],
  ['+02:00', null],
  ['', null],
])('the zone %j is named %j', (name, known) => {
  expect(timeZoneNamed(name)).toBe(known)
})

it('every zone offered is one that can be chosen, UTC first', () => {
  expect(timeZoneNames()[0]).toBe('UTC')
  expect(timeZoneNames().filter((name) => timeZoneNamed(name) === null)).toEqual([])
})
