import type { Metadata } from 'next'
import { ExportForm } from '@/components/move/export-form'
import { ImportPanel } from '@/components/move/import-panel'
import { ReportTable } from '@/components/move/report-table'
import { AdminScreen } from '@/components/shell/admin-screen'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { isWorking } from '@/lib/move/schema'
import { currentMove, lastImport, reportPage } from '@/lib/move/server/queries'
import { moveRunner } from '@/lib/move/server/runner'
import { paths } from '@/lib/routes/paths'
import { MOVE } from '@/lib/texts/constants'

export const metadata: Metadata = { title: MOVE }

export default async function MovePage({ searchParams }: PageProps<'/move'>) {
  const admin = await requireAdminPage()
  const [job, last] = [await currentMove(admin), await lastImport(admin)]
  const report = job && !isWorking(job) ? await reportPage(admin, job._id, await searchParams) : null
  return (
    <AdminScreen current={paths.move}>
      <div className="space-y-16">
        <ExportForm />
        <ImportPanel
          stored={job}
          last={last?.source.trim() ?? null}
          isWorkedAlone={moveRunner.value !== undefined}
          chosen={report && { folders: report.folders, ...report.choices }}
        >
          {job && report && <ReportTable name={job.name} page={report} isDone={job.state === 'done'} />}
        </ImportPanel>
      </div>
    </AdminScreen>
  )
}
