import type { Metadata } from 'next'
import { BackUpNow } from '@/components/overview/back-up-now'
import { OpenTexts } from '@/components/overview/open-texts'
import { ViewPlot } from '@/components/overview/view-plot'
import { CountTable, pageRows } from '@/components/overview/view-tables'
import { ViewsSummary } from '@/components/overview/views-summary'
import { AdminScreen } from '@/components/shell/admin-screen'
import { Alert } from '@/components/ui/alert'
import { AppLink } from '@/components/ui/app-link'
import { ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { SectionHeading } from '@/components/ui/section-heading'
import { readViews } from '@/lib/analytics/server/queries'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { backupRunner } from '@/lib/ops/backup-runner'
import { listNeeds, listOpenTexts } from '@/lib/overview/server/queries'
import { env } from '@/lib/platform/server/env'
import { paths, readersPath } from '@/lib/routes/paths'
import { ADD_NOTE, ADD_PROJECT, COUNTED_BY_HOST, OVERVIEW, READERS } from '@/lib/texts/constants'

export const metadata: Metadata = { title: OVERVIEW }

export default async function OverviewPage() {
  const admin = await requireAdminPage()
  const backup = backupRunner.value?.state()
  const [texts, needs, views] = await Promise.all([
    listOpenTexts(admin),
    listNeeds(admin),
    readViews(admin, { by: 'day', path: '' }),
  ])
  return (
    <AdminScreen
      current={paths.overview}
      action={
        <p className="flex flex-wrap gap-3">
          <ButtonLink href={paths.newPost}>{ADD_PROJECT}</ButtonLink>
          <ButtonLink href={paths.newNote}>{ADD_NOTE}</ButtonLink>
        </p>
      }
    >
      <div className="grid gap-x-12 gap-y-12 lg:grid-cols-2">
        <section aria-labelledby="continue" className="min-w-0">
          <SectionHeading id="continue">Continue with</SectionHeading>
          {texts.length > 0 ? <OpenTexts texts={texts} /> : <p className="text-muted">Nothing is written yet.</p>}
        </section>
        <section aria-labelledby="needs" className="min-w-0">
          <SectionHeading id="needs">Needs your attention</SectionHeading>
          {needs.length === 0 && (
            <p className="flex items-center gap-2 text-muted">
              <Icon name="check" className="size-5 text-success" /> Nothing: all is well.
            </p>
          )}
          <ul className="divide-y divide-line">
            {needs.map(({ text, action }) => (
              <li key={text} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2">
                <span className="min-w-0 wrap-anywhere">{text}</span>
                {action && (
                  <AppLink href={action.href} className="link inline-flex min-h-11 items-center text-sm">
                    {action.label}
                  </AppLink>
                )}
              </li>
            ))}
          </ul>
          {backup && <BackUpNow {...backup} />}
        </section>
      </div>
      <section aria-labelledby="readers" className="mt-12">
        <SectionHeading
          id="readers"
          aside={
            <AppLink href={paths.readers} className="link inline-flex min-h-11 items-center text-sm">
              All figures
            </AppLink>
          }
        >
          {READERS}, the last thirty days
        </SectionHeading>
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
          <div className="min-w-0">
            {env().VERCEL && <Alert>{COUNTED_BY_HOST}</Alert>}
            <ViewsSummary views={views} />
            <ViewPlot rows={views.rows} by={views.by} label="Views per day" />
          </div>
          <CountTable
            caption="Most viewed"
            shown={5}
            rows={pageRows(views.pages.slice(0, 5), (path) => readersPath({ path }))}
          />
        </div>
      </section>
    </AdminScreen>
  )
}
