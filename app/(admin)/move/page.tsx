import type { Metadata } from 'next'
import { ExportForm } from '@/components/move/export-form'
import { ImportPanel } from '@/components/move/import-panel'
import { LookTable } from '@/components/move/look-table'
import { AdminScreen } from '@/components/shell/admin-screen'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { isWorking } from '@/lib/move/schema'
import { currentMove, lastImport, pageLook } from '@/lib/move/server/queries'
import { moveRunner } from '@/lib/move/server/runner'
import { paths } from '@/lib/routes/paths'
import { MOVE } from '@/lib/texts/constants'

export const metadata: Metadata = { title: MOVE }

export default async function MovePage({ searchParams }: PageProps<'/move'>) {
  const admin = await requireAdminPage()
  const [job, last] = [await currentMove(admin), await lastImport(admin)]
  const look = job && !isWorking(job) ? await pageLook(admin, job._id, await searchParams) : null
  return (
    <AdminScreen current={paths.move}>
      <div className="space-y-16">
        <ExportForm />
        <ImportPanel
          stored={job}
          last={last?.source.trim() ?? null}
          isWorkedAlone={moveRunner.value !== undefined}
          chosen={look && { folders: look.folders, ...look.choices }}
        >
          {job && look && <LookTable name={job.name} page={look} isDone={job.state === 'done'} />}
        </ImportPanel>
      </div>
    </AdminScreen>
  )
}
