'use client'

import { ActionTable, type ShownTable } from '@/components/content/action-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { SETTINGS_LABELS } from '@/components/settings/settings-fields'
import { ShortTime, useTimeZone } from '@/components/shell/time-zone'
import { AppLink } from '@/components/ui/app-link'
import { Button, OutLink } from '@/components/ui/button'
import type { DataColumn } from '@/components/ui/table/data-table'
import { sortChoices } from '@/components/ui/table/data-table-filter'
import type { AuditSubjectKind, AuditTableRow } from '@/lib/audit/actions'
import { actionWords, actorWords } from '@/lib/audit/actions'
import { auditCalls } from '@/lib/audit/calls'
import { addressOf } from '@/lib/calls/call'
import { ApiError, callApi, sendForm } from '@/lib/calls/client'
import { CONTENT_NAMES } from '@/lib/content/kinds'
import { FACT_LABELS } from '@/lib/content/post-facts'
import { noteCalls } from '@/lib/note/calls'
import { pageCalls } from '@/lib/page/calls'
import { shortId } from '@/lib/platform/format'
import { ownValue } from '@/lib/platform/own-value'
import { postCalls } from '@/lib/post/calls'
import { CONTENT_PATHS, paths } from '@/lib/routes/paths'
import { AUDIT_LOG } from '@/lib/texts/constants'
import {
  ADDRESS,
  AUDIT_TABLE_SIZE,
  DESCRIPTION,
  EMAIL,
  LINK,
  NAME,
  NOTE_ABOUT,
  PAGE_LABELS,
  PASSWORD,
  REPOSITORY,
  STORY,
  TITLE,
  UNDO,
  USERNAME,
} from '@/lib/texts/form-constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'
import { userCalls } from '@/lib/user/calls'

const SORT_CHOICES = sortChoices('Action')

const OUTCOMES: Record<string, string> = { done: 'Done', refused: 'Refused', failed: 'Failed' }

const FIELD_LABELS: Record<string, string | undefined> = {
  ...{ title: TITLE, description: DESCRIPTION, about: NOTE_ABOUT, repo: REPOSITORY, link: LINK, tech: TECHNOLOGIES },
  ...{ name: NAME, username: USERNAME, email: EMAIL, password: PASSWORD },
  ...{ story: STORY, publishedAt: 'Date', isPinned: 'Pinned', alt: 'Alternative text', image: 'Image' },
  ...{ ...FACT_LABELS, links: 'More links', ...PAGE_LABELS, slug: ADDRESS },
  ...SETTINGS_LABELS,
}

const fact = { card: 'fact' } as const
const WIDE = 'max-w-[26rem] wrap-anywhere'

const columnsIn = (timeZone: string, undo: (row: AuditTableRow) => void): DataColumn<AuditTableRow>[] => [
  {
    ...{ ...fact, id: 'posted', header: `Time (${timeZone})`, sorts: 'desc' },
    className: 'md:whitespace-nowrap tabular-nums',
    cell: (row) => <ShortTime at={row.createdAt} />,
  },
  {
    id: 'title',
    header: 'Action',
    sorts: 'asc',
    card: 'title',
    className: 'max-md:basis-full md:whitespace-nowrap',
    cell: (row) => actionWords(row.action),
  },
  { ...fact, id: 'who', header: 'Who', className: 'md:min-w-32', cell: (row) => <Who row={row} /> },
  { ...fact, id: 'row', header: 'Target', className: WIDE, cell: (row) => <Subject row={row} /> },
  {
    ...{ ...fact, id: 'outcome', header: 'Outcome', className: `${WIDE} md:min-w-44` },
    cell: (row) => <Outcome row={row} undo={undo} />,
  },
  {
    ...{ ...fact, id: 'address', header: 'From', className: 'break-all tabular-nums md:min-w-28' },
    cell: (row) => row.address || '–',
  },
]

/** The audit log: every write, every sign-in and every export; what can be undone is undone by the calls of its screen. */
export function AuditTable(shown: ShownTable<AuditTableRow>) {
  const { filter } = shown.state
  const actions = useRowActions()
  const undo = (row: AuditTableRow) => actions.act([row._id], () => reverse(row))
  return (
    <ActionTable
      {...shown}
      actions={actions}
      defaultSize={AUDIT_TABLE_SIZE}
      label={AUDIT_LOG}
      filterLabel="Filter by name, action, outcome, address or id"
      sortChoices={SORT_CHOICES}
      columns={columnsIn(useTimeZone(), undo)}
      nameOf={(row) => actionWords(row.action)}
      views={
        <div className="flex flex-wrap gap-3">
          <OutLink href={addressOf(auditCalls.export, {}, { format: 'csv', filter })}>Download CSV</OutLink>
          <OutLink href={addressOf(auditCalls.export, {}, { format: 'jsonl', filter })}>Download JSON lines</OutLink>
        </div>
      }
      empty={<p role="status">Nothing recorded yet.</p>}
      noMatch={`Nothing matches “${filter}”.`}
    />
  )
}

function Who({ row }: { row: AuditTableRow }) {
  const { actorId, actorExists } = row
  const name = actorWords(row)
  if (!actorExists) return name || actorId ? <bdi>{name}</bdi> : 'A visitor'
  return (
    <AppLink href={paths.profile(actorId)} dir="auto" className="link wrap-anywhere">
      {name}
    </AppLink>
  )
}

/** Of a note or project its form: the page is missing as long as it is a draft. */
const screenOf = (kind: AuditSubjectKind, id: string) =>
  kind === 'user' ? paths.profile(id) : CONTENT_PATHS[kind].update(id)

function Subject({ row: { subjectIds, subjectName, subjectKind } }: { row: AuditTableRow }) {
  const [id] = subjectIds
  if (id === undefined) return '–'
  const name = subjectName || `…${shortId(id)}`
  if (subjectIds.length > 1)
    return (
      <span className="wrap-anywhere">
        {`${subjectIds.length}: `}
        <bdi>{name}</bdi>
      </span>
    )
  if (subjectKind === null)
    return (
      <span dir="auto" className="wrap-anywhere">
        {name}
      </span>
    )
  return (
    <AppLink href={screenOf(subjectKind, id)} className="link line-clamp-2 wrap-anywhere">
      <bdi>{name}</bdi>
    </AppLink>
  )
}

/** The names of what was changed as their forms call them; any other detail as it is. */
function detailWords(detail: string): string {
  return detail
    .split(', ')
    .map((name) => ownValue(FIELD_LABELS, name) ?? name)
    .join(', ')
}

const CALLS = { note: noteCalls, post: postCalls, page: pageCalls }

/** Sends what undoes a row. @throws ApiError where the server refuses it, or finds nothing to undo any more */
async function reverse({ action, subjectIds: ids, undo }: AuditTableRow): Promise<{ message: string }> {
  const [id = ''] = ids
  const kind = CONTENT_NAMES.find((name) => action.startsWith(`${name}.`)) ?? 'note'
  if (undo === 'draft' || undo === 'published') {
    if (kind !== 'post') return callApi(CALLS[kind].update, { params: { id }, body: { status: undo } })
    const form = new FormData()
    form.set('status', undo)
    return sendForm(postCalls.update, { params: { id }, form })
  }
  const { message, count } =
    undo === 'trash' || undo === 'restore'
      ? await callApi(CALLS[kind].trash, { body: { ids, action: undo } })
      : await callApi(userCalls.changeMembers, { body: { ids, action: undo === 'promote' ? undo : 'demote' } })
  if (count === 0) throw new ApiError(409, 'It has changed again since: nothing was undone.', null)
  return { message }
}

type OutcomeProps = { row: AuditTableRow; undo: (row: AuditTableRow) => void }

function Outcome({ row, undo }: OutcomeProps) {
  const { outcome, times, detail, comparison } = row
  // The detail of a refusal or failure is a sentence.
  const shown = outcome === 'done' ? ` (${detailWords(detail)})` : `: ${detail}`
  return (
    <span>
      <span className={outcome === 'done' ? '' : 'font-medium text-danger'}>
        {(ownValue(OUTCOMES, outcome) ?? outcome) + (times > 1 ? ` ×${times}` : '')}
      </span>
      {detail !== '' && <span className="text-muted">{shown}</span>}
      {comparison !== '' && (
        <AppLink href={comparison} className="link block w-fit">
          What changed
        </AppLink>
      )}
      {typeof row.undo === 'string' ? (
        <span className="needs-script block">
          <Button
            variant="quiet"
            className="-ms-2"
            aria-label={`${UNDO} ${actionWords(row.action)}: ${row.subjectName}`}
            onClick={() => undo(row)}
          >
            {UNDO}
          </Button>
        </span>
      ) : (
        row.undo && <span className="block text-sm text-muted">{row.undo.reason}</span>
      )}
    </span>
  )
}
