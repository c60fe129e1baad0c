import { expect, it, vi } from 'vitest'
import { PublishDateDialog } from '@/components/content/publish-date-dialog'
import { TimeZoneProvider } from '@/components/shell/time-zone'
import { byLabel, byRole, expectAccessible, render } from '@/tests/support/component'

const field = () => byLabel('Date and time')
const button = (name: string) => byRole('button', { name, exact: true })

/** Opens it on a site in Berlin, whose clocks go forward on 29 March 2026 at 2:00 and back on 25 October at 3:00. */
function open(publishAt: string | null, isPublic: boolean) {
  const onChoose = vi.fn<(at: Date) => void>()
  render(
    <TimeZoneProvider timeZone="Europe/Berlin">
      <PublishDateDialog {...{ publishAt, isPublic, onChoose }} onClose={() => {}} />
    </TimeZoneProvider>,
  )
  return onChoose
}

it('refuses a time that the clocks leave out and years that are slips, and asks again before it publishes at once', async () => {
  const onChoose = open(null, false)
  await expect.element(field()).toHaveFocus()
  await field().fill('2026-03-29T02:30')
  await expect.element(field()).toHaveAccessibleDescription(/does not exist in Europe\/Berlin/)
  for (const slip of ['0026-12-24T09:00', '1969-12-30T09:00', '2101-01-02T09:00']) {
    await field().fill(slip)
    await button('Schedule').click()
    await expect.element(field()).toHaveAccessibleDescription(/The date must be in a year from 1970 to 2100/)
    await expect.element(field()).toHaveFocus()
  }
  await field().fill('2020-07-01T09:00')
  await button('Schedule').click()
  await expect
    .element(byRole('alert'))
    .toHaveTextContent('This time has passed: it would be public at once, under that date.')
  expect(onChoose).not.toHaveBeenCalled()
  await expectAccessible(byRole('dialog'))
  await button('Publish now').click()
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(new Date('2020-07-01T07:00:00.000Z'))
})

it('asks which of two is meant where the clocks go back', async () => {
  const onChoose = open('2026-03-01T08:00:00.000Z', true)
  await expect.element(field()).toHaveValue('2026-03-01T09:00')
  await field().fill('2026-10-25T02:30')
  await byRole('radio', { name: 'The second, UTC+01:00' }).click()
  await expect
    .element(byRole('status'))
    .toHaveTextContent('Public from 25 October 2026 at 02:30 (Europe/Berlin, UTC+01:00).')
  await button('Change date').click()
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(new Date('2026-10-25T01:30:00.000Z'))
})
