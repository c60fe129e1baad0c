export const DAY_MS = 24 * 60 * 60 * 1_000

export const daysAgo = (days: number, now = new Date()) => new Date(now.getTime() - days * DAY_MS)

/** 30 February would be read as a day in March. */
export const isDay = (text: string) =>
  /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** The day so many days later. */
export const shifted = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
