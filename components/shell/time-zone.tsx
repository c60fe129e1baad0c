'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { shortDate, shortTime } from '@/lib/platform/format'
import { DEFAULT_TIME_ZONE } from '@/lib/platform/local-time'

const TimeZone = createContext(DEFAULT_TIME_ZONE)

/** Tells the admin screens below it the site's time zone, which all of them speak. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <TimeZone value={timeZone}>{children}</TimeZone>
}

/** The IANA name of the site's time zone. */
export function useTimeZone(): string {
  return useContext(TimeZone)
}

/** The date of an ISO time in the site's time zone: `2026-03-01`. */
export function ShortDate({ at }: { at: string }) {
  return shortDate(at, useTimeZone())
}

/** Date and time of an ISO time in the site's time zone: `2026-03-01 17:05:09`. */
export function ShortTime({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} className={className}>
      {shortTime(at, useTimeZone())}
    </time>
  )
}

export function ZoneName() {
  return useTimeZone()
}
