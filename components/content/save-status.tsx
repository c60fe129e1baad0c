'use client'

import { useEffect, useRef } from 'react'
import { rowWords } from '@/components/content/row-words'
import { type FormJournal, useJournalState } from '@/components/content/use-journal'
import type { SaveForm } from '@/components/content/use-save-form'
import { Button } from '@/components/ui/button'
import type { JournalState } from '@/lib/browser/journal'
import type { Status } from '@/lib/publishing/status'
import './save-status.css'

/** What fits above a form in one line. */
const LINE_MAX_CHARACTERS = 80

type SaveStatusProps = {
  /** The last save that was meant to stay, and what runs now. */
  saving: Pick<SaveForm<unknown>, 'stage' | 'notice'>
  journal: Pick<FormJournal, 'store' | 'compare'>
  /** What the button that publishes is called. */
  submit: string
  /** Of the row; null where there is none. */
  status: Status | null
  /** Whether the form holds what only this page has. */
  isUnkept: boolean
}

/**
 * Says where the text is stored: above the buttons, or at the lower edge of the window while those are further down; in
 * wider windows beside or above a form in one column (save-status.css), of which it is the first element, so that its
 * button is reached early. It takes its line when it is empty, too, so that nothing moves under a finger. Announced when
 * that changes, but not each time it is saved again.
 */
export function SaveStatus({ saving, journal: { store, compare }, submit, status, isUnkept }: SaveStatusProps) {
  const journal = useJournalState(store, (state) => state)
  const said = explicit(saving, submit, status)
  const text =
    said ||
    (isUnkept
      ? 'Not saved'
      : [statusText(journal, rowWords(status).notYet), elsewhereText(journal)].filter(Boolean).join(' '))
  const isLine = text.length <= LINE_MAX_CHARACTERS
  const isNews = useNews(said || `${isUnkept} ${journal.status.name} ${journal.refusal} ${journal.elsewhere}`)
  return (
    <div className={`save-status flex min-h-10 flex-wrap items-center gap-2 ${isLine ? 'save-status-line' : ''}`}>
      <p
        role="status"
        aria-live={isNews ? 'polite' : 'off'}
        className={
          text === ''
            ? ''
            : 'rounded-plate border border-line bg-paper px-3 py-2 text-sm text-fg shadow-md tabular-nums'
        }
      >
        {text}
      </p>
      {said === '' && journal.status.name === 'conflict' && (
        <Button look="solid" className="pointer-events-auto shadow-md" onClick={() => compare('copy')}>
          Compare and choose
        </Button>
      )}
    </div>
  )
}

/** What was asked for by a key goes before what happens by itself. */
function explicit({ stage, notice }: SaveStatusProps['saving'], submit: string, status: Status | null): string {
  if (stage.name === 'sending') return stage.next === 'stay' ? 'Saving …' : ''
  if (stage.name !== 'editing' || stage.failure || !notice) return ''
  if (notice.name === 'saved') {
    return `Saved at ${notice.at.toLocaleTimeString('en-GB')}${status === 'published' ? ', and published' : ''}.`
  }
  return `Not published yet. Use the ${submit} button to publish; your text stays here.`
}

const REFUSED = {
  full: 'This browser keeps no copy: its storage is full.',
  none: 'This browser keeps no copy: it does not let sites store anything.',
}
const EXCEPT = 'The picture is on this device only'
const KEPT = 'It is kept on this device.'
const LONG =
  'Keep this page open: a text this long cannot be sent while the page closes. Until then it is on this device only.'

const ELSEWHERE = {
  saved: 'Another tab has since saved or published it.',
  gone: 'It was published or discarded elsewhere.',
}

function elsewhereText({ elsewhere }: JournalState): string {
  return elsewhere === null ? '' : ELSEWHERE[elsewhere]
}

/** Where the text is, in plain words; "" while nothing differs from the row. */
function statusText(
  { status, refusal, isLong }: Pick<JournalState, 'status' | 'refusal' | 'isLong'>,
  notYet: string,
): string {
  const refused = refusal && REFUSED[refusal]
  switch (status.name) {
    case 'clean':
      return ''
    case 'saving':
      return ['Saving…', refused ?? (isLong ? LONG : null)].filter(Boolean).join(' ')
    case 'saved':
      return [
        `${[`Saved at ${hourOf(status.at)}`, notYet].filter(Boolean).join(', ')}.`,
        status.except && `${EXCEPT}: ${status.except}`,
        refused,
      ]
        .filter(Boolean)
        .join(' ')
    case 'kept':
      return refused ? `Not saved. ${refused}` : 'Kept on this device.'
    case 'offline':
      return refused ? `Not saved: you are offline. ${refused}` : 'Kept on this device: you are offline'
    case 'failed':
      return `Not saved: ${status.reason} ${refused ?? KEPT}`
    case 'conflict':
      return refused
        ? `Not saved: the same place was changed elsewhere too. ${refused}`
        : 'Kept on this device: the same place was changed elsewhere too'
  }
}

function hourOf(time: Date): string {
  return time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

/** Whether a state is another one than the last that was read aloud; "saving" comes and goes too often to be. */
function useNews(state: string): boolean {
  const last = useRef('')
  const isNews = state !== last.current && !state.startsWith('saving')
  useEffect(() => {
    if (isNews) last.current = state
  }, [isNews, state])
  return isNews
}
