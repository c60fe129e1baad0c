'use client'

import { type FormEvent, useState } from 'react'
import { useTimeZone } from '@/components/shell/time-zone'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Radio } from '@/components/ui/form/checkbox'
import { Field } from '@/components/ui/form/field'
import { fromLocal, longTime, offsetName, toLocal, zoneName } from '@/lib/platform/local-time'
import { isPlausibleDate, PLAUSIBLE_DATES, PLAUSIBLE_YEARS } from '@/lib/publishing/status'

const FIELD_ID = 'publish-at'

/** What is proposed where there is no date yet, by the clocks of a zone. */
function tomorrowMorning(zone: string): string {
  const tomorrow = new Date(`${toLocal(new Date(), zone)}Z`)
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1)
  return `${tomorrow.toISOString().slice(0, 'yyyy-mm-dd'.length)}T09:00`
}

type PublishDateDialogProps = {
  publishAt: string | null
  isPublic: boolean
  onChoose: (publishAt: Date) => void
  onClose: () => void
}

/** Asks for a date by the site's clock, and shows which one that is; asks again before it publishes at once. */
export function PublishDateDialog({ publishAt, isPublic, onChoose, onClose }: PublishDateDialogProps) {
  const zone = useTimeZone()
  const [local, setLocal] = useState(() =>
    publishAt === null ? tomorrowMorning(zone) : toLocal(new Date(publishAt), zone),
  )
  const [isLater, setLater] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const [isPast, setPast] = useState(false)
  const times = fromLocal(local, zone)
  const [earlier, later] = times
  const chosen = isLater && later ? later : earlier
  const time = chosen && isPlausibleDate(chosen) ? chosen : undefined

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setRequested(true)
    if (!time) return document.getElementById(FIELD_ID)?.focus()
    if (!isPublic && !isPast && time.getTime() <= Date.now()) return setPast(true)
    onChoose(time)
  }

  const isLeftOut = local !== '' && !chosen
  const error = isLeftOut
    ? `This time does not exist in ${zone}, because the clocks go forward. Choose another one.`
    : isRequested && chosen && !time
      ? `The date must be ${PLAUSIBLE_DATES}, written with four digits.`
      : isRequested && !time
        ? 'Choose a date and a time.'
        : undefined

  return (
    <Dialog title="Date" onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="space-y-5">
        <Field
          id={FIELD_ID}
          type="datetime-local"
          label="Date and time"
          hint={`In the time zone ${time ? zoneName(time, zone) : zone}.`}
          error={error}
          min={`${PLAUSIBLE_YEARS.first}-01-01T00:00`}
          max={`${PLAUSIBLE_YEARS.last}-12-31T23:59`}
          value={local}
          onChange={(event) => {
            setLocal(event.target.value)
            setLater(false)
            setPast(false)
          }}
        />
        {earlier && later && (
          <fieldset>
            <legend className="text-sm font-medium">This time occurs twice on that day. Which one?</legend>
            {[earlier, later].map((one) => (
              <Radio key={one.getTime()} name="which" checked={one === time} onChange={() => setLater(one === later)}>
                {one === earlier ? 'The first' : 'The second'}, {offsetName(one, zone)}
              </Radio>
            ))}
          </fieldset>
        )}
        <p role="status" className="text-sm text-muted">
          {time ? `Public from ${longTime(time, zone)}.` : ''}
        </p>
        {isPublic && <p className="text-sm text-muted">A date in the future takes it offline until then.</p>}
        <p role="alert" className="text-sm font-medium empty:hidden">
          {isPast ? 'This time has passed: it would be public at once, under that date.' : ''}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="solid">
            {isPublic ? 'Change date' : isPast ? 'Publish now' : 'Schedule'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
