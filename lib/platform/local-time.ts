import { offsetAt, timesAt } from '@/packages/convert/local-time'

/** Minutes of a wall clock, as a `datetime-local` field has them: `2026-03-29T02:30`. */
const FIELD_CHARACTERS = 'yyyy-mm-ddThh:mm'.length

/** The zone of a site whose owner has chosen none. */
export const DEFAULT_TIME_ZONE = 'UTC'

/** Every zone there is by its IANA name, for a choice; UTC first. */
export function timeZoneNames(): string[] {
  return [...new Set([DEFAULT_TIME_ZONE, ...Intl.supportedValuesOf('timeZone')])]
}

/** What the clocks of a zone show at a time, in ISO form without an offset: `2026-03-01T17:05:09.000`. */
export function clockAt(time: Date, timeZone: string): string {
  return new Date(time.getTime() + offsetAt(time, timeZone)).toISOString().slice(0, -1)
}

/** The same for a `datetime-local` field. */
export function toLocal(time: Date, timeZone: string): string {
  return clockAt(time, timeZone).slice(0, FIELD_CHARACTERS)
}

/**
 * The times at which the clocks of a zone show `local`, the earlier one first: none for an hour that is left out when
 * they go forward (and for what is no time), two for one that comes twice when they go back.
 */
export function fromLocal(local: string, timeZone: string): Date[] {
  const asUtc = Date.parse(`${local}Z`)
  // 30 February would be read as a day in March.
  return Number.isNaN(asUtc) ? [] : timesAt(asUtc, timeZone).filter((time) => toLocal(time, timeZone) === local)
}

/** The offset of a zone at a time: `UTC+02:00`. */
export function offsetName(time: Date, timeZone: string): string {
  const minutes = Math.round(offsetAt(time, timeZone) / 60_000)
  const digits = (number: number) => String(Math.floor(number)).padStart(2, '0')
  const ahead = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${digits(ahead / 60)}:${digits(ahead % 60)}`
}

/** A zone and its offset at a time: `Europe/Berlin, UTC+02:00`. UTC says it by its name. */
export function zoneName(time: Date, timeZone: string): string {
  return timeZone === 'UTC' ? timeZone : `${timeZone}, ${offsetName(time, timeZone)}`
}

/** A time as people read it in a zone: `29 March 2026 at 09:00 (Europe/Berlin, UTC+02:00)`. */
export function longTime(time: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${format.format(time)} (${zoneName(time, timeZone)})`
}
