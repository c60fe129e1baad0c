/** The kinds of callout (`<aside data-callout="…">`) with their visible labels. */
export const CALLOUTS = { note: 'Note', tip: 'Tip', warning: 'Warning' } as const

export type CalloutKind = keyof typeof CALLOUTS

export const CALLOUT_KINDS = Object.keys(CALLOUTS)

/** The kind of a stored callout; null for anything else. */
export function calloutKind(value: string | null | undefined): CalloutKind | null {
  return value === 'note' || value === 'tip' || value === 'warning' ? value : null
}
