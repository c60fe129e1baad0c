/** Minutes of a wall clock, as a `datetime-local` field has them: `2026-03-29T02:30`. */
const FIELD_CHARACTERS = 'yyyy-mm-ddThh:mm'.length
const DAY_MS = 24 * 60 * 60 * 1_000
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?/

/** The time zone of this browser, by its name: `Europe/Berlin`. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Milliseconds by which a zone's clocks are ahead of UTC at that time. */
function offsetAt(time: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  // Before zones were agreed upon, a town's clocks were off by seconds.
  const [, sign = '+', hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(name) ?? []
  const ahead = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -ahead : ahead
}

/** What the clocks of a zone show at a time, for a `datetime-local` field. */
export function toLocal(time: Date, timeZone: string): string {
  return new Date(time.getTime() + offsetAt(time, timeZone)).toISOString().slice(0, FIELD_CHARACTERS)
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
