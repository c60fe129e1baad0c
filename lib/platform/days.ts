export const DAY_MS = 24 * 60 * 60 * 1_000

export const daysAgo = (days: number, now = new Date()) => new Date(now.getTime() - days * DAY_MS)
