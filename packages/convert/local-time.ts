const DAY_MS = 24 * 60 * 60 * 1_000
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?/

/** The usual spelling of a zone's IANA name; null for any other text, offsets such as +02:00 too: no summer knows them. */
export function timeZoneNamed(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
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
export function offsetAt(time: Date, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const parts = offsetFormat(timeZone).formatToParts(time)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  // Before zones were agreed upon, a town's clocks were off by seconds.
  const [, sign = '+', hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(name) ?? []
  const ahead = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -ahead : ahead
}

/**
 * The times at which the clocks of a zone show what those of UTC show at `local`, the earlier one first: none for an hour
 * that is left out when they go forward, two for one that comes twice when they go back.
 */
export function timesAt(local: number, timeZone: string): Date[] {
  // Clocks change at most once in two days, so that one of these is right.
  const offsets = [-DAY_MS, DAY_MS].map((away) => offsetAt(new Date(local + away), timeZone))
  return [...new Set(offsets)]
    .map((offset) => new Date(local - offset))
    .filter((time) => time.getTime() + offsetAt(time, timeZone) === local)
    .sort((a, b) => a.getTime() - b.getTime())
}
