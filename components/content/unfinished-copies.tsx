'use client'

import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { htmlText } from '@/components/content/html-text'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { type JournalEntry, putRecord, readEntries, readRecords, removeRecord } from '@/lib/browser/journal-store'
import { notify } from '@/lib/browser/notification'
import { isOnServer } from '@/lib/browser/read-copy'
import type { ContentName } from '@/lib/content/kinds'
import { truncate } from '@/lib/platform/truncate'
import { CONTENT_PATHS, COPY_QUERY } from '@/lib/routes/paths'
import { UNDO, UNTITLED } from '@/lib/texts/form-constants'
import {
  BEGINNING_CHARACTERS,
  COPY_FIELDS,
  type CopyFields,
  type CopyKind,
  RICH_FIELDS,
} from '@/lib/working-copy/schema'

type UnfinishedCopiesProps = {
  account: string
  kind: ContentName
}

/** So many are shown at first: the table below is what the screen is for. */
const SHOWN = 2

/**
 * Something begun that no draft on the server has become of yet; `forms` are those in this browser that hold it. It has a
 * `text` where this version has no form for it: that can only be read.
 */
type Unfinished = { key: string; name: string; text?: string; writtenAt: number; forms: string[] }

/** What was begun and is in this browser alone, to go on with or to throw away; nothing where there is none. */
export function UnfinishedCopies({ account, kind }: UnfinishedCopiesProps) {
  const [unfinished, setUnfinished] = useState<Unfinished[]>([])
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    let isGone = false
    findHere(account, kind).then(
      (here) => {
        if (!isGone) setUnfinished(here)
      },
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [account, kind])

  async function drop({ key, name, forms }: Unfinished) {
    const dropped = (await readRecords(account, key)).filter((record) => forms.includes(record.form))
    for (const record of dropped) await removeRecord(record)
    setUnfinished((before) => before.filter((other) => other.key !== key))
    notify('Discarded.', {
      label: `${UNDO} discarding ${name}`,
      async run() {
        for (const record of dropped) await putRecord(record)
        setUnfinished(await findHere(account, kind))
      },
    })
  }

  if (unfinished.length === 0) return null
  return (
    <section aria-labelledby="unfinished" className="mb-8 rounded-plate border border-line bg-surface px-4 pt-4 pb-2">
      <h2 id="unfinished" className="font-sans text-sm font-medium">
        On this device only
      </h2>
      <ul ref={list} className="mt-2 divide-y divide-line">
        {unfinished.slice(0, showsAll ? undefined : SHOWN).map((one) => (
          <li key={one.key} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-60">
              <span dir="auto" className="break-words">
                {one.name}
              </span>{' '}
              <span className="ms-2 text-sm text-muted">{momentOf(one.writtenAt)}</span>
            </span>
            {one.text === undefined && (
              <AppLink
                href={`${CONTENT_PATHS[kind].create}?${COPY_QUERY}=${one.key}`}
                aria-label={`Continue writing ${one.name}`}
                className="link text-sm leading-[2.75rem] font-medium"
              >
                Continue writing
              </AppLink>
            )}
            <Button
              variant="quiet"
              className="needs-script -me-2"
              aria-label={`Discard ${one.name}`}
              onClick={() => void drop(one)}
            >
              Discard
            </Button>
            {one.text !== undefined && (
              <details className="basis-full">
                <summary className="link text-sm leading-[2.75rem]">Show the text</summary>
                <p dir="auto" className="pb-2 break-words whitespace-pre-wrap">
                  {one.text}
                </p>
              </details>
            )}
          </li>
        ))}
      </ul>
      {!showsAll && unfinished.length > SHOWN && (
        <Button
          variant="quiet"
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
    </section>
  )
}

/** Named by its first words where it has no title. */
function nameOf({ title = '', description = '' }: CopyFields, kind: CopyKind): string {
  const text = RICH_FIELDS[kind].includes('description') ? htmlText(description) : description
  return title.trim() || truncate(text, BEGINNING_CHARACTERS) || UNTITLED
}

const hasNoForm = ({ kind }: JournalEntry) => !Object.hasOwn(COPY_FIELDS, kind)

/** The one last written in first. */
async function findHere(account: string, kind: CopyKind): Promise<Unfinished[]> {
  const entries = (await readEntries(account)).filter(
    (entry) => hasNoForm(entry) || (entry.kind === kind && entry.isNew),
  )
  // What the server has for a form that is gone is shown nowhere.
  const stored = await Promise.all(entries.map((entry) => !hasNoForm(entry) && isOnServer(entry)))
  const found = new Map<string, Unfinished>()
  const here = entries.filter((_, index) => !stored[index]).sort((a, b) => b.keptAt - a.keptAt)
  for (const entry of here) {
    const { key, form, keptAt, fields } = entry
    const known = found.get(key)
    const text = hasNoForm(entry) ? Object.values(fields).map(htmlText).filter(Boolean).join('\n\n') : undefined
    const name = text === undefined ? nameOf(fields, kind) : 'Text of a form that this version does not have'
    if (known) known.forms.push(form)
    else found.set(key, { key, name, text, writtenAt: keptAt, forms: [form] })
  }
  return [...found.values()]
}

function momentOf(time: number): string {
  return new Date(time).toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })
}
