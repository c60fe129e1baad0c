import { AppLink } from '@/components/ui/app-link'
import { buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/form/field'
import { SelectField } from '@/components/ui/form/select-field'
import { VIEW_UNITS, type ViewUnit } from '@/lib/analytics/schema'
import { isDay, shifted } from '@/lib/platform/days'
import { paths, readersPath } from '@/lib/routes/paths'

const SPANS = [
  { label: '7 days', days: 7, by: 'day' },
  { label: '30 days', days: 30, by: 'day' },
  { label: '90 days', days: 90, by: 'week' },
  { label: '12 months', days: 365, by: 'month' },
] as const
const UNIT_LABELS = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' }

type ViewsFilterProps = { from: string; to: string; by: ViewUnit; path: string }

/** The span that is shown, in the address: a form that is sent by GET, and links for the usual ones. */
export function ViewsFilter({ from, to, by, path }: ViewsFilterProps) {
  const end = isDay(to) ? to : new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)
  return (
    <div className="screen-only mb-6">
      <form action={paths.readers} className="flex flex-wrap items-end gap-4">
        {path !== '' && <input type="hidden" name="path" value={path} />}
        <Field id="views-from" label="From" name="from" type="date" defaultValue={from} key={`from ${from}`} />
        <Field id="views-to" label="To" name="to" type="date" defaultValue={to} key={`to ${to}`} />
        <SelectField id="views-by" label="By" name="by" defaultValue={by} key={by}>
          {VIEW_UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {UNIT_LABELS[unit]}
            </option>
          ))}
        </SelectField>
        <button type="submit" className={buttonClass()}>
          Show
        </button>
      </form>
      <p className="mt-2 flex flex-wrap gap-x-6 text-sm">
        {SPANS.map(({ label, days, by }) => (
          <AppLink
            key={label}
            href={readersPath({ from: shifted(end, 1 - days), to, by, path })}
            className="link inline-flex min-h-11 items-center"
          >
            {label}
          </AppLink>
        ))}
      </p>
    </div>
  )
}
