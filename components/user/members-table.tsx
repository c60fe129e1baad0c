'use client'

import { useState } from 'react'
import { ActionTable, type ShownTable } from '@/components/content/action-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { ShortDate } from '@/components/shell/time-zone'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import type { DataColumn } from '@/components/ui/table/data-table'
import { sortChoices } from '@/components/ui/table/data-table-filter'
import { clearStoredProfile } from '@/lib/browser/stored-profile'
import { callApi } from '@/lib/calls/client'
import { paths } from '@/lib/routes/paths'
import { MEMBERS } from '@/lib/texts/constants'
import { COLUMN_DELETE, EMAIL, MEMBERS_TABLE_SIZE, USERNAME } from '@/lib/texts/form-constants'
import { userCalls } from '@/lib/user/calls'
import type { MembersAction } from '@/lib/user/input'
import type { MemberRow } from '@/lib/user/schema'

type Action = MembersAction['action']
type PendingAction = { action: Action; rows: MemberRow[]; clear: () => void }

const SORT_CHOICES = sortChoices('Name')

const ACTION_LABELS: Record<Action, string> = {
  promote: 'Make admin',
  demote: 'Remove admin rights',
  'end-sessions': 'End sessions',
  delete: 'Delete',
}

/** `ownId` is the signed-in admin's. */
type MembersTableProps = ShownTable<MemberRow> & { ownId: string }

/** All members. None of the actions can be undone, so the serious ones are confirmed. */
export function MembersTable({ ownId, ...shown }: MembersTableProps) {
  const actions = useRowActions()
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null)

  function begin(action: Action, chosen: MemberRow[], clear = () => {}) {
    const isOwn = chosen.some((row) => row._id === ownId)
    if (action !== 'end-sessions' || isOwn) setPendingAction({ action, rows: chosen, clear })
    else run({ action, rows: chosen, clear })
  }

  function run({ action, rows: chosen, clear }: PendingAction) {
    const ids = chosen.map((row) => row._id)
    setPendingAction(null)
    const [only] = chosen.length === 1 ? chosen : []
    const call = async () => {
      const { message } = await callApi(userCalls.changeMembers, { body: { ids, action } })
      return { message: only ? message.replace(/^1 member/, () => only.name) : message }
    }
    actions.act(ids, call, {
      removes: action === 'delete',
      onDone: () => {
        clear()
        // These end the admin's own session too.
        if (action === 'promote' || !ids.includes(ownId)) return
        clearStoredProfile()
        window.location.assign(paths.signIn())
      },
    })
  }

  const columns: DataColumn<MemberRow>[] = [
    {
      id: 'title',
      header: 'Name',
      sorts: 'asc',
      card: 'title',
      className: 'md:min-w-40',
      cell: (row) => (
        <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
          <AppLink href={paths.profile(row._id)} dir="auto" className="link min-w-0">
            {row.name}
          </AppLink>
          {row._id === ownId && <Chip>You</Chip>}
        </span>
      ),
    },
    {
      id: 'username',
      header: USERNAME,
      card: 'fact',
      cell: (row) => <TruncatedText text={row.username} className="md:max-w-36" />,
    },
    {
      id: 'email',
      header: EMAIL,
      card: 'fact',
      cell: (row) => <TruncatedText text={row.email} className="md:max-w-48" />,
    },
    {
      id: 'posted',
      header: 'Joined',
      sorts: 'desc',
      card: 'fact',
      className: 'md:whitespace-nowrap tabular-nums',
      cell: (row) => <ShortDate at={row.createdAt} />,
    },
    {
      id: 'admin',
      header: 'Admin',
      card: 'fact',
      className: 'md:whitespace-nowrap',
      cell: (row) => (
        <RowButton
          fact={row.isAdmin ? 'Yes' : 'No'}
          word={row.isAdmin ? ACTION_LABELS.demote : ACTION_LABELS.promote}
          name={row.name}
          onPress={row._id === ownId ? null : () => begin(row.isAdmin ? 'demote' : 'promote', [row])}
        />
      ),
    },
    {
      id: 'sessions',
      header: 'Sessions',
      card: 'fact',
      className: 'md:whitespace-nowrap tabular-nums',
      cell: (row) => (
        <RowButton
          fact={String(row.sessions)}
          word={ACTION_LABELS['end-sessions']}
          name={row.name}
          onPress={row.sessions === 0 || row._id === ownId ? null : () => begin('end-sessions', [row])}
        />
      ),
    },
    {
      id: 'delete',
      header: COLUMN_DELETE,
      card: 'action',
      className: 'needs-script',
      cell: (row) =>
        row._id !== ownId && (
          <IconButton
            isOnce
            title={ACTION_LABELS.delete}
            name={`${ACTION_LABELS.delete} ${row.name}`}
            tone="danger"
            onPress={() => begin('delete', [row])}
          >
            <Icon name="trash" className="size-5" />
          </IconButton>
        ),
    },
  ]

  return (
    <>
      <ActionTable
        {...shown}
        {...{ actions, columns }}
        defaultSize={MEMBERS_TABLE_SIZE}
        label={MEMBERS}
        filterLabel="Filter by name, username or email"
        sortChoices={SORT_CHOICES}
        nameOf={(row) => row.name}
        bulkActions={(chosen, clear) => (
          <>
            <Button onClick={() => begin('promote', chosen, clear)}>{ACTION_LABELS.promote}</Button>
            <Button onClick={() => begin('demote', chosen, clear)}>{ACTION_LABELS.demote}</Button>
            <Button onClick={() => begin('end-sessions', chosen, clear)}>{ACTION_LABELS['end-sessions']}</Button>
            <Button variant="danger" onClick={() => begin('delete', chosen, clear)}>
              {ACTION_LABELS.delete}
            </Button>
          </>
        )}
        noMatch={`No members match “${shown.state.filter}”.`}
      />
      {pendingAction && (
        <ConfirmDialog
          title={titleOf(pendingAction)}
          confirm={ACTION_LABELS[pendingAction.action]}
          onClose={() => setPendingAction(null)}
          onConfirm={() => run(pendingAction)}
        >
          {pendingAction.action === 'delete' && (
            <p>The account and its profile are deleted permanently. Projects and notes stay.</p>
          )}
          {pendingAction.action === 'promote' && (
            <p>
              An admin can write, change and delete everything on this site, accounts included. They sign in again to do
              so.
            </p>
          )}
          {pendingAction.action === 'demote' && <p>They can still sign in, and change their own profile.</p>}
          {pendingAction.action !== 'promote' && pendingAction.rows.some((row) => row._id === ownId) && (
            <p className="mt-2 text-danger">This is your own account: you will be signed out at once.</p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}

function titleOf({ action, rows }: PendingAction): string {
  const [only] = rows
  const whom = rows.length === 1 && only ? only.name : `${rows.length} members`
  if (action === 'delete') return `Delete ${whom}?`
  if (action === 'promote') return rows.length === 1 ? `Make ${whom} an admin?` : `Make ${whom} admins?`
  return action === 'demote' ? `Remove admin rights from ${whom}?` : `End the sessions of ${whom}?`
}

/** `onPress` is null where there is nothing to be done: on one's own row that is done in Security. */
type RowButtonProps = { fact: string; word: string; name: string; onPress: (() => void) | null }

function RowButton({ fact, word, name, onPress }: RowButtonProps) {
  return (
    <span className="inline-flex items-center gap-2">
      <span>{fact}</span>
      {onPress && (
        <button
          type="button"
          className="link min-h-11 px-1 max-md:min-h-9"
          aria-label={word === ACTION_LABELS['end-sessions'] ? `${word} of ${name}` : `${word}: ${name}`}
          onClick={onPress}
        >
          {word}
        </button>
      )}
    </span>
  )
}

function TruncatedText({ text, className }: { text: string; className: string }) {
  return (
    <span title={text} className={`inline-block max-w-[70vw] truncate align-bottom ${className}`}>
      {text}
    </span>
  )
}
