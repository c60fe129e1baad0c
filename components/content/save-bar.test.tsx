import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SaveBar } from '@/components/content/save-bar'
import { CLOSED, type JournalState, type SaveState } from '@/lib/browser/journal'
import type { Status } from '@/lib/publishing/status'

const EDITING = { stage: { name: 'editing', failure: null }, busy: false, hasStayed: false, save() {} } as const

const journalIn = (state: JournalState) => ({
  store: { subscribe: () => () => {}, state: () => state },
  ...{ compare() {}, undoRevert() {} },
})

type Given = { state?: Partial<JournalState>; status?: Status | null; isUnkept?: boolean; isSending?: boolean }

/** What the bar says of where the text is, and what it offers to do. */
function message({ state = {}, status = null, isUnkept = false, isSending = false }: Given): string {
  const whole: JournalState = { ...CLOSED, isReady: true, ...state }
  const html = renderToStaticMarkup(
    <SaveBar
      saving={isSending ? { ...EDITING, stage: { name: 'sending', next: 'leave' } } : EDITING}
      journal={journalIn(whole)}
      submit="Submit"
      row={{ status, publishAt: null }}
      isUnkept={isUnkept}
      manualSaves={0}
      aside={null}
      notice={null}
      onSignIn={() => {}}
    />,
  )
  const [, words = ''] = html.match(/<p role="status".*?>(.*?)<\/p>/) ?? []
  const offers = [...html.matchAll(/<button.*?<\/button>/g)].map(([name]) => name.replace(/<[^>]+>/g, ''))
  return [words.replace(/<[^>]+>/g, ''), ...offers.filter((name) => name !== 'Submit').map((name) => `[${name}]`)].join(
    ' ',
  )
}

const SAVED: SaveState = { name: 'saved', at: new Date(0) }
const FAILED: SaveState = { name: 'failed', reason: 'The server is away.', isSignedOut: false }

describe('the bar', () => {
  it.each<[string, Given]>([
    ['', {}],
    ['', { state: { isReady: false }, status: 'published' }],
    ['Saved', { status: 'draft' }],
    ['Saved', { status: 'published' }],
    ['Saving…', { state: { status: { name: 'saving' } } }],
    ['Saving…', { isSending: true, isUnkept: true }],
    ['Saved', { state: { status: SAVED } }],
    ['Saved', { state: { status: SAVED }, status: 'draft' }],
    ['Saved. Changes not published', { state: { status: SAVED }, status: 'published' }],
    [
      'Saved. Changes not published Unless you press “Update Changes”, the text goes out without them.',
      { state: { status: SAVED }, status: 'scheduled' },
    ],
    ['Kept on this device', { state: { status: { name: 'kept' } } }],
    ['Kept on this device You are offline.', { state: { status: { name: 'offline' } } }],
    ['Kept on this device The server is away.', { state: { status: FAILED } }],
    ['Kept on this device You are signed out. [Sign in]', { state: { status: { ...FAILED, isSignedOut: true } } }],
    ['Not saved', { isUnkept: true }],
    [
      'Not saved The server is away. This browser lets sites store nothing.',
      { state: { status: FAILED, refusal: 'none' } },
    ],
    [
      'Kept on this device The same place was changed in another window too. [Compare and choose]',
      { state: { status: { name: 'conflict' } } },
    ],
    ['Saved It was published in another window.', { state: { status: SAVED, elsewhere: 'saved' } }],
    ['Saved [Bring it back]', { state: { canUndo: true }, status: 'published' }],
  ])('says “%s”', (words, given) => {
    expect(message(given)).toBe(words)
  })

  it('calls a new text a draft once something of it is stored', () => {
    const html = (status: SaveState) =>
      renderToStaticMarkup(
        <SaveBar
          {...{ saving: EDITING, submit: 'Submit', isUnkept: false, manualSaves: 0, aside: null, notice: null }}
          journal={journalIn({ ...CLOSED, isReady: true, status })}
          row={{ status: null, publishAt: null }}
          onSignIn={() => {}}
        />,
      )
    expect(html({ name: 'clean' })).not.toContain('Draft')
    expect(html(SAVED)).toContain('Draft')
    // Seen, and not by screen readers alone.
    expect(html(SAVED)).toMatch(/<span class="ms-1.5 text-muted">Only you can see it\.<\/span>/)
  })
})
