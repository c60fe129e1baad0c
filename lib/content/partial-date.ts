/** What a partial date may be: a year, a month or a day, as text. It is never made a `Date`, which would have a time zone. */
const PARTIAL_DATE = /^([1-9]\d{3})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

export const ONGOING = 'ongoing'

/** Whether it is YYYY, YYYY-MM or YYYY-MM-DD, and a day of the calendar. */
export function isPartialDate(text: string): boolean {
  const [, year, month, day] = PARTIAL_DATE.exec(text) ?? []
  return year !== undefined && (day === undefined || Number(day) <= daysIn(Number(year), Number(month)))
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Whether one date is before another, as far as both are known: 2023 is not before 2023-05. */
export function isEarlier(date: string, than: string): boolean {
  const length = Math.min(date.length, than.length)
  return date.slice(0, length) < than.slice(0, length)
}

/** "2023", "May 2023" or "7 May 2023". */
export function partialDateText(date: string): string {
  const [year = '', month, day] = date.split('-')
  return [day && Number(day), month && MONTHS[Number(month) - 1], year].filter(Boolean).join(' ')
}

type Span = { started: string; ended: string }

/** "2021–2023", "May 2021 – June 2023", "Since 2021", "From 2021", "Until 2023"; "" for neither date. */
export function spanText({ started, ended }: Span): string {
  if (ended === ONGOING) return started ? `Since ${partialDateText(started)}` : 'Ongoing'
  if (!started || !ended)
    return started ? `From ${partialDateText(started)}` : ended && `Until ${partialDateText(ended)}`
  if (started === ended) return partialDateText(started)
  const dash = started.length + ended.length === 8 ? '–' : ' – '
  return [started, ended].map(partialDateText).join(dash)
}

/** The same in years, for a card: "2021–2023", "Since 2021", "2023"; that of `published` where there is neither date. */
export function spanYears({ started, ended }: Span, published: string): string {
  const [first, last] = [started, ended].map((date) => (date === ONGOING ? date : date.slice(0, 4)))
  if (last === ONGOING) return `Since ${first || published}`
  if (!first || !last || first === last) return last || first || published
  return `${first}–${last}`
}

/** The months of a partial date, counted from the year 0: its first and its last. */
function monthsIn(date: string): [first: number, last: number] {
  const [year, month] = date.split('-').map(Number)
  const january = Number(year) * 12
  return month ? [january + month - 1, january + month - 1] : [january, january + 11]
}

/**
 * How many months the spans take together: one in which several go on counts once, and none after `today`. What is ongoing
 * goes to that day; of what has one date alone, that date counts.
 */
export function monthsOfSpans(spans: Span[], today: string): number {
  const months = new Set<number>()
  const [now] = monthsIn(today)
  for (const { started, ended } of spans) {
    const end = ended === ONGOING ? today : ended || started
    const [first, last] = [monthsIn(started || end)[0], monthsIn(end)[1]]
    for (let month = first; month <= Math.min(last, now); month += 1) months.add(month)
  }
  return months.size
}
