import { afterEach, expect, it, vi } from 'vitest'
import { NotificationBanner } from '@/components/shell/notification-banner'
import { notify } from '@/lib/browser/notification'
import { byRole, byText, find, render, resize } from '@/tests/support/component'

afterEach(() => {
  vi.useRealTimers()
})

it('stays while it is hovered, and begins its time anew', async () => {
  render(
    <>
      <button type="button">Elsewhere</button>
      <NotificationBanner />
    </>,
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  notify('Project deleted.', { label: 'Undo', run: () => {} })
  const message = byText('Project deleted.')
  await message.hover()
  // Over no navigation: that is at the top of a phone.
  await resize(390, 844)
  expect(find('.notification > div').getBoundingClientRect().top).toBeGreaterThan(422)
  await resize(1280, 860)
  await message.hover()
  await vi.advanceTimersByTimeAsync(20_000)
  await expect.element(message).toBeVisible()
  await byRole('button', { name: 'Elsewhere' }).hover()
  await vi.advanceTimersByTimeAsync(2_900)
  await expect.element(message).toBeVisible()
  await vi.advanceTimersByTimeAsync(200)
  await expect.element(message).not.toBeInTheDocument()
  await expect.element(byRole('button', { name: 'Undo' })).toBeVisible()
})
