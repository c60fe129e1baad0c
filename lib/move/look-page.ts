import type { SafeHtml } from '@/lib/rich-text/safe-html'

/** What of a look is shown: all of it, what has one outcome, what loses something, or files that were not read. */
export const LOOK_VIEWS = ['all', 'create', 'change', 'skip', 'lost', 'refused'] as const
export type LookView = (typeof LOOK_VIEWS)[number]

export type LookRow = {
  source: string
  kind: string
  action: 'create' | 'change' | 'skip'
  title: string
  /** Its old address. */
  path: string | null
  /** ISO 8601, UTC */
  date: string | null
  status: string
  lost: string[]
  reason: string
  pictures: { missing: string[] }
}

/** A page of a look, or of what was brought. */
export type LookPage = {
  /** What system it is of. */
  kind: string
  view: LookView
  /** How many each view has, of those that have any. */
  counts: Partial<Record<LookView, number>>
  rows: LookRow[]
  refused: Array<{ source: string; reason: string }>
  number: number
  pageCount: number
  /** How many are here already, and have not changed there. */
  known: number
  /** What is told once for all of it. */
  remarks: string[]
  /** The folders with texts; only what is ticked is taken for articles. */
  folders: Array<{ path: string; texts: number; dated: number; isTicked: boolean }>
  /** The pattern of the old addresses, how it is known, and what it gives some texts. */
  addresses: { pattern: string; from: string; samples: Array<{ title: string; address: string }> } | null
  /** What was chosen for it. */
  choices: { base?: string; addresses?: string; pages?: boolean; pictures?: boolean; settings?: boolean }
  /** The first text as it would be. */
  sample: { title: string; html: SafeHtml } | null
}
