'use client'

import { ShortDate, ShortTime } from '@/components/shell/time-zone'
import { AppLink } from '@/components/ui/app-link'
import type { OpenText } from '@/lib/overview/schema'
import { CONTENT_PATHS } from '@/lib/routes/paths'
import { UNTITLED } from '@/lib/texts/form-constants'

const KINDS = { note: 'Note', post: 'Project', page: 'Page' }
const STATES = { draft: 'Draft', scheduled: 'Scheduled', changes: 'Changes not public yet', published: 'Published' }

/** Texts to go on with; each leads to its form. */
export function OpenTexts({ texts }: { texts: OpenText[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {texts.map(({ kind, _id, title, state, at }) => (
        <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2">
          <AppLink href={CONTENT_PATHS[kind].update(_id)} dir="auto" className="link min-w-0 py-1 wrap-anywhere">
            {title || UNTITLED}
          </AppLink>
          <span className="text-sm text-muted">
            {KINDS[kind]} · {STATES[state]} · {state === 'scheduled' ? <ShortTime at={at} /> : <ShortDate at={at} />}
          </span>
        </li>
      ))}
    </ul>
  )
}
