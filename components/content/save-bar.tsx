'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { ConflictDialog, type ConflictTexts } from '@/components/content/conflict-dialog'
import { type FormJournal, type ShownJournal, useJournalState } from '@/components/content/use-journal'
import type { SaveForm } from '@/components/content/use-save-form'
import { useTimeZone } from '@/components/shell/time-zone'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import type { JournalState } from '@/lib/browser/journal'
import { shortTime } from '@/lib/platform/format'
import { longTime } from '@/lib/platform/local-time'
import type { PublishingState, Status } from '@/lib/publishing/status'
import { UPDATE_CHANGES } from '@/lib/texts/form-constants'
import './save-bar.css'

type SaveBarProps = {
  saving: Pick<SaveForm<unknown>, 'stage' | 'busy' | 'hasStayed' | 'save'>
  journal: Pick<ShownJournal, 'store' | 'compare' | 'undoRevert'> | undefined
  /** What the button says. */
  submit: string
  /** Of the row, in the forms that have one; null before there is one. */
  row: { status: Status | null; publishAt: PublishingState['publishAt'] } | null
  /** Whether the form holds what only this page has. */
  isUnkept: boolean
  /** How often it was saved by hand: each time is announced. */
  manualSaves: number
  /** Before the button. */
  aside: ReactNode
  /** What was just done, with its way back. */
  notice: ReactNode
  onSignIn: () => void
}

/**
 * In sight at the lower edge of the window as long as its form is: what the public has of the text, where what is typed is
 * stored, and the buttons. A new state of saving is announced, but not each save.
 */
export function SaveBar({
  saving,
  journal,
  submit,
  row,
  isUnkept,
  manualSaves,
  aside,
  notice,
  onSignIn,
}: SaveBarProps) {
  const state = useJournalState(journal?.store, (whole) => whole)
  const { word, why } = savingState(saving, state, { isUnkept, row: row?.status ?? null })
  // What is new becomes a draft with its first letter.
  const status = row && (row.status ?? (state.status.name === 'clean' ? null : 'draft'))
  const isNews = useNews(`${word} ${why} ${manualSaves}`)
  const offer = offerOf(state, journal, onSignIn)
  return (
    <div className="save-bar">
      <div role="status" className="empty:hidden">
        {notice}
      </div>
      <div className="save-bar-row flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <div className="flex min-h-6 min-w-0 grow basis-48 flex-wrap items-center gap-x-3 gap-y-1 text-sm sm:min-h-11">
          {status && <RowStatus status={status} publishAt={row?.publishAt ?? null} />}
          <p role="status" aria-live={isNews ? 'polite' : 'off'} className="min-w-0">
            <span className="font-medium">{word}</span>
            {why && <span className="text-muted"> {why}</span>}
          </p>
          {offer && (
            <Button variant="quiet" className="-ms-2 underline" onClick={offer.run}>
              {offer.label}
            </Button>
          )}
        </div>
        <div className="flex gap-2 max-sm:grow">
          {aside}
          {/* Not of type "submit": a form that has one is sent by Enter in any of its fields. */}
          <Button variant="solid" busy={saving.busy} onClick={saving.save} className="max-sm:grow">
            {submit}
          </Button>
        </div>
      </div>
    </div>
  )
}

const STATUSES: Record<Status, string> = { draft: 'Draft', scheduled: 'Scheduled', published: 'Published' }

/** What the public has of it. */
function RowStatus({ status, publishAt }: { status: Status; publishAt: string | null }) {
  const zone = useTimeZone()
  const time = publishAt === null ? '' : longTime(new Date(publishAt), zone)
  const sentence = { scheduled: `Public from ${time}.`, published: `Public since ${time}.` }
  return (
    <span title={status === 'draft' ? undefined : sentence[status]}>
      <Chip>
        {STATUSES[status] +
          (status === 'scheduled' && publishAt ? ` for ${shortTime(publishAt, zone).slice(0, -':ss'.length)}` : '')}
      </Chip>{' '}
      {status === 'draft' ? (
        <span className="ms-1.5 text-muted">Only you can see it.</span>
      ) : (
        <span className="sr-only">{sentence[status]}</span>
      )}
    </span>
  )
}

const CHANGES_SAVED = 'Saved. Changes not published'
/** Of what is scheduled: which of the two texts goes out. */
const WITHOUT_CHANGES = `Unless you press “${UPDATE_CHANGES}”, the text goes out without them.`

type Word = '' | 'Saving…' | 'Saved' | typeof CHANGES_SAVED | 'Kept on this device' | 'Not saved'
type Facts = { isUnkept: boolean; row: Status | null }

/** The one word for where what is typed is, and why where that is not the server. */
function savingState(
  { stage, hasStayed }: SaveBarProps['saving'],
  { isReady, status, refusal, other, elsewhere }: JournalState,
  { isUnkept, row }: Facts,
): { word: Word; why: string } {
  const state = (word: Word, ...why: Array<string | false | undefined | null>) => ({
    word,
    why: why.filter(Boolean).join(' '),
  })
  /** In the browser, or nowhere. */
  const here = (why: string) =>
    refusal === null ? state('Kept on this device', why) : state('Not saved', why, REFUSED[refusal])
  const since = other?.type === 'published' ? OTHER_SAVED : elsewhere && ELSEWHERE[elsewhere]
  if (stage.name === 'sending') return state('Saving…')
  if (isUnkept) return state('Not saved')
  if (!isReady) return state('')
  switch (status.name) {
    case 'clean':
      return state(row || hasStayed ? 'Saved' : '', since)
    case 'saving':
      return state('Saving…', refusal && REFUSED[refusal])
    case 'saved':
      if (status.except) return state('Kept on this device', `The picture could not be stored: ${status.except}`)
      if (row === 'published') return state(CHANGES_SAVED, since)
      if (row === 'scheduled') return state(CHANGES_SAVED, since, WITHOUT_CHANGES)
      return state('Saved', since)
    case 'kept':
      return here('')
    case 'offline':
      return here('You are offline.')
    case 'failed':
      return here(status.isSignedOut ? 'You are signed out.' : status.reason)
    case 'conflict':
      return here('The same place was changed in another window too.')
  }
}

const REFUSED = {
  full: 'The storage of this browser is full.',
  none: 'This browser lets sites store nothing.',
}

const OTHER_SAVED = 'The same place was saved from another window.'

const ELSEWHERE = {
  saved: 'It was published in another window.',
  gone: 'It was published or discarded in another window.',
}

/** What there is to do about a state. */
function offerOf({ status, other, canUndo }: JournalState, journal: SaveBarProps['journal'], onSignIn: () => void) {
  if (!journal) return null
  if (status.name === 'conflict') return { label: 'Compare and choose', run: () => journal.compare('copy') }
  if (other?.type === 'published') return { label: 'Compare and choose', run: () => journal.compare('published') }
  if (status.name === 'failed' && status.isSignedOut) return { label: 'Sign in', run: onSignIn }
  return canUndo ? { label: 'Bring it back', run: journal.undoRevert } : null
}

/** Whether a state is another one than the last that was read aloud; "saving" comes and goes too often to be. */
function useNews(state: string): boolean {
  const last = useRef('')
  const isNews = state !== last.current && !state.startsWith('Saving…')
  useEffect(() => {
    if (isNews) last.current = state
  }, [isNews, state])
  return isNews
}

/** The two texts side by side, while they are compared. */
export function JournalComparison({ journal: { comparison, compare, decide } }: { journal: ShownJournal }) {
  if (!comparison) return null
  return (
    <ConflictDialog
      fields={comparison.fields()}
      texts={COMPARISONS[comparison.type]}
      onDecide={(choice) => decide(choice, comparison.type)}
      onClose={() => compare(null)}
    />
  )
}

type SavedMeanwhileProps<Row> = { saving: Pick<SaveForm<Row>, 'stage' | 'saveOnto' | 'edit'>; journal: ShownJournal }

/** Asks what to save where the row was saved by somebody else since the form was opened. */
export function SavedMeanwhile<Row>({ saving: { stage, saveOnto, edit }, journal }: SavedMeanwhileProps<Row>) {
  if (stage.name !== 'deciding') return null
  return (
    <ConflictDialog
      fields={journal.differences('published')}
      onDecide={(choice) => {
        journal.decide(choice, 'published')
        saveOnto(stage.current)
      }}
      onClose={edit}
    />
  )
}

const BOTH = {
  intro: 'Both versions changed this text. Choose one to continue with: nothing is published by it.',
  decide: 'Use this choice',
}

const COMPARISONS: Record<NonNullable<FormJournal['comparison']>['type'], ConflictTexts> = {
  resumed: {
    title: 'What differs',
    intro: 'Choose which text to continue with. Nothing is published by it.',
    names: { mine: 'What you wrote', theirs: 'What is published' },
    all: { mine: 'Keep all of mine', theirs: 'All that is published' },
    decide: BOTH.decide,
  },
  copy: {
    ...BOTH,
    title: 'Changed in another window too',
    names: { mine: 'What you wrote here', theirs: 'What was written there' },
    all: { mine: 'Keep all of mine', theirs: 'All from there' },
  },
  published: {
    ...BOTH,
    title: 'Saved in another window',
    names: { mine: 'What you wrote', theirs: 'What was saved there' },
    all: { mine: 'Keep all of mine', theirs: 'All that was saved' },
  },
}
