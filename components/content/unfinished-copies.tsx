'use client'

import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { htmlText } from '@/components/content/html-text'
import { TableFailure } from '@/components/content/table-failure'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { type JournalEntry, readEntries, removeRecord } from '@/lib/browser/journal-store'
import { notify } from '@/lib/browser/notification'
import { ApiError, callApi } from '@/lib/calls/client'
import { truncate } from '@/lib/platform/truncate'
import { COPY_QUERY } from '@/lib/routes/paths'
import { copyCalls } from '@/lib/working-copy/calls'
import {
  BEGINNING_CHARACTERS,
  type CopyEntry,
  type CopyFields,
  type CopyKind,
  RICH_FIELDS,
} from '@/lib/working-copy/schema'

type UnfinishedCopiesProps = {
  account: string
  kind: CopyKind
  /** What the server has. */
  copies: CopyEntry[]
  /** The form for something new. */
  form: string
}

/** So many are shown at first: the table below is what the screen is for. */
const SHOWN = 2

/** Something begun and not published; `forms` are those in this browser that hold it. */
type Unfinished = { key: string; name: string; writtenAt: number; forms: string[]; isOnServer: boolean }

/** What was begun and not published yet, to go on with or to throw away; nothing where there is none. */
export function UnfinishedCopies({ account, kind, copies, form }: UnfinishedCopiesProps) {
  const [unfinished, setUnfinished] = useState(() => merged(copies, []))
  // The server does not know the reader's time.
  const [isHere, setHere] = useState(false)
  const [dropping, setDropping] = useState<Unfinished | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    let isGone = false
    setHere(true)
    const fromServer = merged(copies, [])
    setUnfinished(fromServer)
    readEntries(account).then(
      (entries) => {
        const own = entries.filter((entry) => entry.kind === kind && entry.isNew)
        // What the server had and has no more is published, or thrown away elsewhere.
        const here = own.filter(({ key, isSent }) => !isSent || copies.some((copy) => copy.key === key))
        if (!isGone) setUnfinished(merged(copies, here))
      },
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [account, kind, copies])

  async function drop({ key, forms, isOnServer }: Unfinished) {
    setDropping(null)
    try {
      if (isOnServer) await callApi(copyCalls.remove, { params: { id: key }, body: {} })
    } catch (error) {
      const told = error instanceof ApiError ? error : new ApiError(0, String(error), null)
      if (told.status !== 404) return setFailure(told)
    }
    setFailure(null)
    for (const id of forms) await removeRecord({ account, key, form: id }).catch(() => {})
    setUnfinished((before) => before.filter((other) => other.key !== key))
    notify('Discarded.')
  }

  if (unfinished.length === 0) return null
  return (
    <section aria-labelledby="unfinished" className="mb-8 rounded-plate border border-line bg-surface px-4 pt-4 pb-2">
      <h2 id="unfinished" className="font-sans text-sm font-medium">
        Unfinished
      </h2>
      {failure && <TableFailure failure={failure} onSignedIn={() => setFailure(null)} />}
      <ul ref={list} className="mt-2 divide-y divide-line">
        {unfinished.slice(0, showsAll ? undefined : SHOWN).map((one) => (
          <li key={one.key} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-60">
              <span dir="auto" className="break-words">
                {one.name}
              </span>{' '}
              <span className="ms-2 text-sm text-muted">{isHere && momentOf(one.writtenAt)}</span>
            </span>
            <AppLink
              href={`${form}?${COPY_QUERY}=${one.key}`}
              aria-label={`Continue writing ${one.name}`}
              className="link text-sm leading-[2.75rem] font-medium"
            >
              Continue writing
            </AppLink>
            <Button
              look="quiet"
              className="needs-script -me-2"
              aria-label={`Discard ${one.name}`}
              onClick={() => setDropping(one)}
            >
              Discard
            </Button>
          </li>
        ))}
      </ul>
      {!showsAll && unfinished.length > SHOWN && (
        <Button
          look="quiet"
          className="needs-script -ms-2"
          onClick={() => {
            flushSync(() => setShowsAll(true))
            // The button is gone: the keyboard goes on with the first of the others.
            list.current?.children[SHOWN]?.querySelector('a')?.focus()
          }}
        >
          {`Show all ${unfinished.length}`}
        </Button>
      )}
      {dropping && (
        <ConfirmDialog
          title="Discard this?"
          confirm="Discard"
          onClose={() => setDropping(null)}
          onConfirm={() => void drop(dropping)}
        >
          <p>This cannot be undone:</p>
          <p dir="auto" className="mt-2 break-words text-fg">
            {dropping.name}
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

const UNTITLED = 'Without a title'

type Here = Pick<JournalEntry, 'key' | 'kind' | 'form' | 'keptAt' | 'fields'>

/** Named as the server names its copies, but for pictures and footnotes in a text without a title. */
function nameOf({ title = '', description = '' }: CopyFields, kind: CopyKind): string {
  const text = RICH_FIELDS[kind].includes('description') ? htmlText(description) : description
  return title.trim() || truncate(text, BEGINNING_CHARACTERS) || UNTITLED
}

function merged(copies: CopyEntry[], here: Here[]): Unfinished[] {
  const found = new Map<string, Unfinished>()
  for (const { key, title, beginning, updatedAt } of copies) {
    const name = title || beginning || UNTITLED
    found.set(key, { key, name, writtenAt: Date.parse(updatedAt), forms: [], isOnServer: true })
  }
  for (const { key, kind, form, keptAt, fields } of here) {
    const known = found.get(key)
    if (known && known.writtenAt >= keptAt) known.forms.push(form)
    else {
      const { forms = [], isOnServer = false } = known ?? {}
      found.set(key, { key, name: nameOf(fields, kind), writtenAt: keptAt, forms: [...forms, form], isOnServer })
    }
  }
  return [...found.values()].sort((one, other) => other.writtenAt - one.writtenAt)
}

function momentOf(time: number): string {
  return new Date(time).toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })
}
