import { DAY_MS } from '@/lib/platform/days'

const OLD_DAYS = 90

/** A page that says what is true now shows its date. */
export const isDated = ({ slug }: { slug: string | null }): boolean => slug === 'now'

/** Whether its owner may have forgotten it. `now` in milliseconds. */
export const isOutdated = (page: { slug: string | null; updatedAt: string | Date }, now: number): boolean =>
  isDated(page) && now - new Date(page.updatedAt).getTime() > OLD_DAYS * DAY_MS
