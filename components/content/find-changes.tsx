import type { ReactNode } from 'react'
import { Chip } from '@/components/ui/chip'
import { callApi, guarded, isRecord } from '@/lib/calls/client'
import type { copyCalls } from '@/lib/working-copy/calls'
import { isSameText } from '@/lib/working-copy/resume'
import type { CopyFields } from '@/lib/working-copy/schema'

// Loaded on public pages when an admin reads them: no page loads it.

type Answer = { copy: { fields: CopyFields; base: CopyFields } | null }

const readCall = guarded<typeof copyCalls.read, Answer>(
  { method: 'GET', path: '/api/working-copy/:id' },
  (body): body is Answer =>
    isRecord(body) && (body.copy === null || (isRecord(body.copy) && isRecord(body.copy.fields))),
)

/** What says that something is written beside what is public of a note or project; nothing where there is not. */
export async function findChanges(id: string): Promise<ReactNode> {
  const { copy } = await callApi(readCall, { params: { id } })
  return copy !== null && !isSameText(copy.fields, copy.base) && <Chip>Unpublished changes</Chip>
}
