'use client'

import type { ReactNode } from 'react'
import { ConflictDialog, type ConflictTexts } from '@/components/content/conflict-dialog'
import { type RowWords, rowWords } from '@/components/content/row-words'
import { type ShownJournal, useJournalState } from '@/components/content/use-journal'
import { Button } from '@/components/ui/button'
import { newId } from '@/lib/platform/ids'
import type { Status } from '@/lib/publishing/status'
import { COPY_QUERY } from '@/lib/routes/paths'

type JournalProps = {
  journal: ShownJournal
  /** Of the row; null where there is none. */
  status: Status | null
}

/**
 * Says above a form that it goes on where writing stopped, and lets one look back; nothing where it does not. What comes
 * up while one writes is said by the line below (`SaveStatus`): here it would move the text.
 */
export function JournalLine(props: JournalProps) {
  return (
    <div role="status" className="empty:hidden">
      <Line {...props} />
    </div>
  )
}

function Line({ journal, status }: JournalProps) {
  const { isNew, compare, revert, undoRevert } = journal
  const state = useJournalState(journal.store, (whole) => whole)
  const { row, changedSince } = rowWords(status)
  if (state.other?.is === 'published') {
    return (
      <Notice text={`${changedSince}, in the same places. Both texts are kept.`}>
        <Button onClick={() => compare('published')}>Compare and choose</Button>
      </Notice>
    )
  }
  if (state.canUndo) {
    return (
      <Notice text={isNew ? 'What you wrote was discarded.' : `This is ${row}. Your changes were discarded.`}>
        <Button onClick={undoRevert}>Bring it back</Button>
      </Notice>
    )
  }
  if (!state.resumedFrom) return null
  return (
    <Notice text={`Continued from what you wrote here on ${momentOf(state.resumedFrom)}.`}>
      {isNew ? (
        <>
          <Button onClick={revert}>Discard it</Button>
          <Button onClick={startAnother}>Keep it and start another</Button>
        </>
      ) : (
        <>
          <Button onClick={() => compare('resumed')}>Show what differs</Button>
          <Button onClick={revert}>Go back to {row}</Button>
        </>
      )}
    </Notice>
  )
}

/** What was written stays in its panel. */
function startAnother() {
  window.location.assign(`${window.location.pathname}?${COPY_QUERY}=${newId()}`)
}

function Notice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-plate border border-line bg-surface px-4 pt-2.5 pb-3 text-sm">
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}

function momentOf(time: Date): string {
  const day = time.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
  return `${day} at ${time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`
}

/** The two texts side by side, while they are compared. */
export function JournalComparison({ journal: { comparison, compare, decide }, status }: JournalProps) {
  if (!comparison) return null
  return (
    <ConflictDialog
      fields={comparison.fields()}
      texts={comparisonTexts(rowWords(status))[comparison.is]}
      onDecide={decide}
      onClose={() => compare(null)}
    />
  )
}

const INTO_FORM = { mine: 'Keep all of mine', decide: 'Use this choice' }

const comparisonTexts = ({
  row,
  name,
  all,
  changedTitle,
}: RowWords): Record<'resumed' | 'copy' | 'published', ConflictTexts> => ({
  resumed: {
    title: 'What differs',
    intro: `What you wrote beside ${row}. Nothing is published by a choice: it goes into the form.`,
    names: { mine: 'What you wrote', theirs: name },
    all: { mine: INTO_FORM.mine, theirs: all },
    decide: INTO_FORM.decide,
  },
  copy: {
    title: 'Changed elsewhere too',
    intro:
      'What was changed in one place only is in both texts. Choose between those that were changed in both; your choice goes into the form.',
    names: { mine: 'What you wrote here', theirs: 'What was written elsewhere' },
    all: { mine: INTO_FORM.mine, theirs: 'All from elsewhere' },
    decide: INTO_FORM.decide,
  },
  published: {
    title: changedTitle,
    intro:
      'What was changed by one side only is in both texts. Choose between those that were changed by both; your choice goes into the form.',
    names: { mine: 'What you wrote', theirs: name },
    all: { mine: INTO_FORM.mine, theirs: all },
    decide: INTO_FORM.decide,
  },
})
