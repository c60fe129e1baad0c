const DAY_MS = 24 * 60 * 60 * 1_000

/** The usual spelling of a zone's IANA name; null for any other text. */
export function timeZoneNamed(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds by which a zone's clocks are ahead of UTC at that time. */
function offsetAt(time: Date, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const known = formats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  if (!known) formats.set(timeZone, format)
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = 0, minutes = 0] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? []
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -ahead : ahead
}

/** What the clocks of a zone show at a time, as that time of UTC. */
export function clockAt(time: Date, timeZone: string): Date {
  return new Date(time.getTime() + offsetAt(time, timeZone))
}

/** The first time at which the clocks of a zone show what those of UTC show at `local`; null for an hour left out. */
export function fromClock(local: number, timeZone: string): Date | null {
  const times = [-DAY_MS, DAY_MS].map((away) => new Date(local - offsetAt(new Date(local + away), timeZone)))
  const shown = times.filter((time) => clockAt(time, timeZone).getTime() === local)
  return shown.sort((one, other) => one.getTime() - other.getTime())[0] ?? null
}
