'use client'

import { type ReactNode, useRef, useState } from 'react'
import { ActionTable, type ShownTable } from '@/components/content/action-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { ShortDate } from '@/components/shell/time-zone'
import { Alert } from '@/components/ui/alert'
import { AppLink } from '@/components/ui/app-link'
import { Button, OutLink } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/form/checkbox'
import { Field } from '@/components/ui/form/field'
import { useSubmit } from '@/components/ui/form/use-submit'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { SectionHeading } from '@/components/ui/section-heading'
import type { DataColumn } from '@/components/ui/table/data-table'
import { sortChoices } from '@/components/ui/table/data-table-filter'
import { notify } from '@/lib/browser/notification'
import { addressOf } from '@/lib/calls/call'
import { ApiError, callApi, toApiError } from '@/lib/calls/client'
import { parseCsv } from '@/lib/platform/csv'
import { countOf } from '@/lib/platform/format'
import { redirectCalls } from '@/lib/redirects/calls'
import { type Miss, ORIGINS, type RedirectRow } from '@/lib/redirects/schema'
import { paths } from '@/lib/routes/paths'
import { REDIRECTS } from '@/lib/texts/constants'
import { COLUMN_DELETE, REDIRECTS_TABLE_SIZE } from '@/lib/texts/form-constants'

type Offer = { source: string; target: string }
type RedirectsTableProps = ShownTable<RedirectRow> & {
  /** With the page whose name is most similar. */
  missing: Array<Miss & { nearest: { title: string; path: string } | undefined }>
  searches: Miss[]
  robots: number
}

/** All redirects, and the addresses and searches that found nothing. */
export function RedirectsTable({ missing, searches, robots, ...shown }: RedirectsTableProps) {
  const actions = useRowActions()
  const [offer, setOffer] = useState<Offer | null>(null)
  const [confirmed, setConfirmed] = useState<RedirectRow | null>(null)
  const [progress, setProgress] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const close = () => setOffer(null)

  const remove = ({ _id, ...row }: RedirectRow) =>
    actions.act([_id], () => callApi(redirectCalls.remove, { params: { id: _id } }), {
      removes: true,
      // Another follows its page, which a new one cannot.
      undo: row.origin === 'owner' ? () => callApi(redirectCalls.create, { body: row }) : undefined,
      undoes: `deleting ${row.source}`,
    })

  return (
    <>
      <ActionTable
        {...shown}
        actions={actions}
        columns={columnsWith((row) => (row.origin === 'owner' ? remove(row) : setConfirmed(row)))}
        defaultSize={REDIRECTS_TABLE_SIZE}
        label={REDIRECTS}
        filterLabel="Filter by address"
        sortChoices={sortChoices('Address')}
        nameOf={({ source }) => source}
        onUndo={actions.undo}
        views={
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setOffer({ source: '', target: '' })}>Add redirect</Button>
            <Button onClick={() => file.current?.click()}>Upload CSV</Button>
            <OutLink href={addressOf(redirectCalls.list, {}, { format: 'csv' })}>Download CSV</OutLink>
            <input
              {...{ ref: file, type: 'file', accept: '.csv', hidden: true, 'aria-label': 'CSV file' }}
              onChange={({ currentTarget: input }) => {
                const chosen = input.files?.[0]
                // So that the same file can be chosen again.
                input.value = ''
                if (chosen) actions.act([], () => upload(chosen, setProgress).finally(() => setProgress('')))
              }}
            />
            <p role="status" className="self-center text-sm text-muted empty:hidden">
              {progress}
            </p>
          </div>
        }
        empty={<p>No redirects yet. A page whose address changes gets one.</p>}
        noMatch={`No redirects match “${shown.state.filter}”.`}
      />
      <div className="mt-section grid gap-12 lg:grid-cols-2">
        <Misses id="missing" heading="Pages not found" rows={missing}>
          {({ text, nearest }) => (
            <>
              <span className="min-w-0 grow basis-40 wrap-anywhere">
                <span>{text}</span>
                {nearest && <span className="block text-sm text-muted">{`Nearest: ${nearest.title}`}</span>}
              </span>
              <Button
                aria-label={`Lead on ${text}`}
                onClick={() => setOffer({ source: text, target: nearest?.path ?? '' })}
              >
                Lead on
              </Button>
            </>
          )}
        </Misses>
        <Misses id="searches" heading="Searches without a result" rows={searches}>
          {({ text }) => (
            <AppLink href={paths.find(text)} dir="auto" className="link min-w-0 wrap-anywhere">
              {text}
            </AppLink>
          )}
        </Misses>
      </div>
      <p className="mt-6 text-sm text-muted">
        Requests of robots for pages that do not exist: {robots.toLocaleString('en')}.
      </p>
      {confirmed && (
        <ConfirmDialog
          title={`Delete the redirect of ${confirmed.source}?`}
          confirm={COLUMN_DELETE}
          onClose={() => setConfirmed(null)}
          onConfirm={() => {
            setConfirmed(null)
            remove(confirmed)
          }}
        >
          <p>It follows its page, and cannot be restored.</p>
        </ConfirmDialog>
      )}
      {offer && (
        <RedirectDialog
          {...offer}
          onClose={close}
          onSaved={() => {
            close()
            actions.retry()
          }}
        />
      )}
    </>
  )
}

/** A screen reader would read out each line. */
const REPORTED_EVERY = 50
/** Where a refusal for too many writes does not say how long it lasts. */
const TRY_AGAIN_SECONDS = 5

/** Sends the lines one by one. @throws ApiError that says which of them are refused */
async function upload(file: Blob, onProgress: (text: string) => void): Promise<{ message: string }> {
  const lines = parseCsv(await file.text()).filter(([source = '']) => source !== '' && source !== 'source')
  const refused: string[] = []
  for (const [at, [source = '', target, origin, hits]] of lines.entries()) {
    const body = {
      source,
      target: target || null,
      origin: (origin || 'owner') as RedirectRow['origin'],
      hits: Number(hits ?? 0),
    }
    const sent = `${at.toLocaleString('en')} of ${countOf(lines.length, 'redirect')} sent.`
    const send = () => callApi(redirectCalls.create, { body }).then(() => null, toApiError)
    if (at % REPORTED_EVERY === 0) onProgress(sent)
    let failure = await send()
    while (failure?.status === 429) {
      const seconds = failure.retryAfterSeconds || TRY_AGAIN_SECONDS
      onProgress(`${sent} The next follows in ${countOf(seconds, 'second')}.`)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      failure = await send()
    }
    if (failure) refused.push(`${source}: ${failure.message}`)
  }
  const message = [`${countOf(lines.length - refused.length, 'redirect')} added.`, ...refused].join(' ')
  if (refused.length > 0) throw new ApiError(422, message, null)
  return { message }
}

type MissesProps<Row> = { id: string; heading: string; rows: Row[]; children: (row: Row) => ReactNode }

function Misses<Row extends Miss>({ id, heading, rows, children }: MissesProps<Row>) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <SectionHeading id={id}>{heading}</SectionHeading>
      {rows.length === 0 && <p className="text-muted">None.</p>}
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.text} className="py-3">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">{children(row)}</div>
            <p className="text-sm text-muted tabular-nums">
              <span>{countOf(row.hits, 'time')}, last on </span>
              <ShortDate at={row.lastAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

type RedirectDialogProps = Offer & { onClose: () => void; onSaved: () => void }

/** A form for where an address leads, or whether it is gone; `source` and `target` are what is offered. */
function RedirectDialog({ source, target, onClose, onSaved }: RedirectDialogProps) {
  const { form, busy, failure, submit } = useSubmit()

  async function save(fields: FormData) {
    const text = (name: string) => String(fields.get(name))
    const body = { source: text('source'), target: fields.has('gone') ? null : text('target') }
    notify((await callApi(redirectCalls.create, { body })).message)
    onSaved()
  }

  const field = (name: 'source' | 'target') => ({ id: name, name, error: failure?.issueOf(name), dir: 'ltr' as const })
  return (
    <Dialog title={source ? 'Lead on' : 'Add redirect'} onClose={onClose}>
      <form
        ref={form}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          const fields = new FormData(event.currentTarget)
          void submit(() => save(fields))
        }}
      >
        {failure && failure.issues.length === 0 && <Alert kind="error">{failure.message}</Alert>}
        <Field {...field('source')} label="Address" hint="/old/* is all below /old." defaultValue={source} />
        <Field {...field('target')} label="Leads to" hint="Such as /projects." defaultValue={target} />
        <Checkbox name="gone">It is gone and leads nowhere (410)</Checkbox>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="solid" busy={busy !== null}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}

const fact = { card: 'fact', className: 'md:whitespace-nowrap tabular-nums' } as const

const columnsWith = (onDelete: (row: RedirectRow) => void): DataColumn<RedirectRow>[] => [
  {
    ...{ id: 'title', header: 'Address', sorts: 'asc', card: 'title', className: 'md:w-1/2 md:min-w-40' },
    cell: ({ source }) => source,
  },
  {
    ...{ id: 'target', header: 'Leads to', card: 'fact', className: 'w-full md:w-1/2 wrap-anywhere' },
    cell: ({ target }) => target ?? <span className="text-muted">Gone</span>,
  },
  { ...fact, id: 'hits', header: 'Hits', cell: ({ hits }) => hits.toLocaleString('en') },
  { ...fact, id: 'origin', header: 'Origin', cell: ({ origin }) => ORIGINS[origin] },
  {
    ...{ id: 'delete', header: COLUMN_DELETE, card: 'action', className: 'needs-script' },
    cell: (row) => (
      <IconButton title={COLUMN_DELETE} name={`Delete ${row.source}`} onPress={() => onDelete(row)}>
        <Icon name="trash" className="size-5" />
      </IconButton>
    ),
  },
]
