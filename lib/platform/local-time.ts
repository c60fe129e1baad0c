/** Minutes of a wall clock, as a `datetime-local` field has them: `2026-03-29T02:30`. */
const FIELD_CHARACTERS = 'yyyy-mm-ddThh:mm'.length
const DAY_MS = 24 * 60 * 60 * 1_000
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?/

/** The zone of a site whose owner has chosen none. */
export const DEFAULT_TIME_ZONE = 'UTC'

/** The usual spelling of a zone's IANA name; null for any other text, offsets such as +02:00 too: no summer knows them. */
export function timeZoneNamed(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Every zone there is by its IANA name, for a choice; UTC first. */
export function timeZoneNames(): string[] {
  return [...new Set([DEFAULT_TIME_ZONE, ...Intl.supportedValuesOf('timeZone')])]
}

const offsetFormats = new Map<string, Intl.DateTimeFormat>()

/** Kept, because making one takes longer than a hundred uses; there are as many as zones. */
function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const known = offsetFormats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  offsetFormats.set(timeZone, format)
  return format
}

/** Milliseconds by which a zone's clocks are ahead of UTC at that time. */
function offsetAt(time: Date, timeZone: string): number {
  if (timeZone === DEFAULT_TIME_ZONE) return 0
  const parts = offsetFormat(timeZone).formatToParts(time)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  // Before zones were agreed upon, a town's clocks were off by seconds.
  const [, sign = '+', hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(name) ?? []
  const ahead = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -ahead : ahead
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
  if (Number.isNaN(asUtc)) return []
  // Clocks change at most once in two days, so that one of these is right.
  const offsets = [-DAY_MS, DAY_MS].map((away) => offsetAt(new Date(asUtc + away), timeZone))
  return [...new Set(offsets)]
    .map((offset) => new Date(asUtc - offset))
    .filter((time) => toLocal(time, timeZone) === local)
    .sort((one, other) => one.getTime() - other.getTime())
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
