import type { ReactNode } from 'react'
import { UnfinishedCopies } from '@/components/content/unfinished-copies'
import { AdminScreen } from '@/components/shell/admin-screen'
import { ButtonLink } from '@/components/ui/button'
import type { ContentName } from '@/lib/content/kinds'
import { CONTENT_TABLES } from '@/lib/content-kind/tables'
import { CONTENT_PATHS } from '@/lib/routes/paths'
import { inTrash } from '@/lib/table/table-state'

export function tableTitle(kind: ContentName, isTrash: boolean): string {
  const { label, panel } = CONTENT_TABLES[kind]
  return isTrash ? inTrash(label) : panel
}

type TableScreenProps = {
  kind: ContentName
  account: string
  isTrash: boolean
  /** Above everything else. */
  offer?: ReactNode
  children: ReactNode
}

/** The screen of a kind's table, with what was begun and is no row yet. */
export function TableScreen({ kind, account, isTrash, offer, children }: TableScreenProps) {
  const { table, create } = CONTENT_PATHS[kind]
  return (
    <AdminScreen
      current={table}
      title={tableTitle(kind, isTrash)}
      action={<ButtonLink href={create}>{CONTENT_TABLES[kind].add}</ButtonLink>}
    >
      {!isTrash && offer}
      {!isTrash && <UnfinishedCopies account={account} kind={kind} />}
      {children}
    </AdminScreen>
  )
}
