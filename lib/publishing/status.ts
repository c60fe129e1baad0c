/** The status of a note or project. In the trash it keeps the one it had. */
export type Status = 'draft' | 'scheduled' | 'published'

/** The statuses an admin can list; never what is in the trash. */
export const STATUS_FILTERS = ['all', 'published', 'draft', 'scheduled'] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]

/**
 * The publishing fields of a write. From `publishAt` on the text is public. Omitted fields keep their value; a new text is
 * published at once.
 */
export type Publishing = { status?: 'draft' | 'published'; publishAt?: Date }

/** The same as a client sends it: `publishAt` in ISO 8601 and UTC. */
export type PublishingRequest = { status?: 'draft' | 'published'; publishAt?: string }

/** What a form's button or menu asks for; with `isStatusOnly` nothing else of the form is saved. */
export type PublishingChoice = PublishingRequest & { slug?: string; isStatusOnly?: boolean }

/** The fields only admins get; `publishAt` is null for a draft. */
export type PublishingState = { status: Status; publishAt: string | null }

/** Years a date of publishing can have. Any other is a slip: 26 typed for 2026, a timestamp in the wrong unit. */
export const PLAUSIBLE_YEARS = { first: 1970, last: 2100 }
/** In words. */
export const PLAUSIBLE_DATES = `in a year from ${PLAUSIBLE_YEARS.first} to ${PLAUSIBLE_YEARS.last}`

export function isPlausibleDate(date: Date): boolean {
  const year = date.getUTCFullYear()
  return year >= PLAUSIBLE_YEARS.first && year <= PLAUSIBLE_YEARS.last
}
