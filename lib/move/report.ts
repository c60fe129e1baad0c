import type { SafeHtml } from '@/lib/rich-text/safe-html'

/** Why something is skipped that an import has made before and nobody has changed. */
export const HERE_ALREADY = 'It is here already.'

/** What an import does, or has done, with a text or with a part of the site. */
export type ReportRow = {
  source: string
  kind: 'note' | 'project' | 'page' | 'technology' | 'settings' | 'profile' | 'cv'
  action: 'create' | 'change' | 'skip'
  title: string
  /** Its old address. */
  path: string | null
  /** ISO 8601, UTC */
  date: string | null
  status: 'published' | 'draft' | 'scheduled'
  tech: string[]
  pictures: { found: string[]; missing: string[] }
  lost: string[]
  reason: string
}

/** What an import would do, or has done. */
export type Report = {
  /** What system it is of. */
  kind: string
  items: ReportRow[]
  refused: Array<{ source: string; reason: string }>
  /** What holds for all of it. */
  remarks: string[]
  /** The folders with texts; only what is ticked is taken for articles. */
  folders: Array<{ path: string; texts: number; dated: number; isTicked: boolean }>
  /** The pattern of the old addresses, how it is known, and what it gives some texts. */
  addresses: { pattern: string; from: string; samples: Array<{ title: string; address: string }> } | null
}

/** What of a report is shown: all of it, what has one outcome, what loses something, or files that were not read. */
export const REPORT_VIEWS = ['all', 'create', 'change', 'skip', 'lost', 'refused'] as const
export type ReportView = (typeof REPORT_VIEWS)[number]

/** A page of a report: its `items` and `refused` are those of one view. */
export type ReportPage = Report & {
  view: ReportView
  /** How many each view has, of those that have any. */
  counts: Partial<Record<ReportView, number>>
  number: number
  pageCount: number
  /** How many are here already, and have not changed there. */
  known: number
  /** What was chosen for it. */
  choices: { base?: string; addresses?: string; pages?: boolean; pictures?: boolean; settings?: boolean }
  /** The first text as it would be. */
  sample: { title: string; html: SafeHtml } | null
}
