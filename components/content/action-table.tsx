'use client'

import { type ComponentProps, useMemo, useState } from 'react'
import type { RowActions } from '@/components/content/use-row-actions'
import { SignInDialog } from '@/components/sign-in/sign-in-dialog'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/table/data-table'
import { useTableAddress } from '@/components/ui/table/use-table-address'
import type { ApiError } from '@/lib/calls/client'
import type { StatusFilter } from '@/lib/publishing/status'
import type { TablePage, TableState } from '@/lib/table/table-state'
import { SIGN_IN } from '@/lib/texts/frame-constants'

export type ShownTable<Row, Status extends string = StatusFilter> = { page: TablePage<Row>; state: TableState<Status> }

type ActionTableProps<Row extends { _id: string }> = ShownTable<Row, string> &
  Omit<ComponentProps<typeof DataTable<Row>>, 'rows' | 'total' | 'loadedState' | 'address' | 'busyIds'> & {
    defaultSize: number
    actions: RowActions
  }

/** A table whose rows can be changed where they stand. */
export function ActionTable<Row extends { _id: string }>({
  page: { rows, total },
  state,
  defaultSize,
  actions: { removedIds, busyIds, failure, retry },
  ...rest
}: ActionTableProps<Row>) {
  const address = useTableAddress(state, defaultSize)
  const shown = useMemo(() => rows.filter((row) => !removedIds.includes(row._id)), [rows, removedIds])
  return (
    <>
      {failure && <TableFailure failure={failure} onSignedIn={retry} />}
      <DataTable {...rest} {...{ total, address, busyIds }} rows={shown} loadedState={state} />
    </>
  )
}

type TableFailureProps = { failure: ApiError; onSignedIn: () => void }

/** The error of a table's action. When the session has ended, offers to sign in without leaving the table. */
export function TableFailure({ failure, onSignedIn }: TableFailureProps) {
  const [isSigningIn, setSigningIn] = useState(false)
  return (
    <Alert kind="error" className="mb-5">
      <span>{failure.message}</span>
      {failure.status === 401 && (
        <Button className="ms-4" onClick={() => setSigningIn(true)}>
          {SIGN_IN}
        </Button>
      )}
      {isSigningIn && (
        <SignInDialog
          reason="You have been signed out. Sign in to continue."
          onSignedIn={onSignedIn}
          onClose={() => setSigningIn(false)}
        />
      )}
    </Alert>
  )
}
