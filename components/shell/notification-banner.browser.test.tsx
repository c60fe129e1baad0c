import { afterEach, expect, it, vi } from 'vitest'
import { NotificationBanner } from '@/components/shell/notification-banner'
import { notify } from '@/lib/browser/notification'
import { byRole, byText, render } from '@/tests/support/component'

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
  await vi.advanceTimersByTimeAsync(20_000)
  await expect.element(message).toBeVisible()
  await byRole('button', { name: 'Elsewhere' }).hover()
  await vi.advanceTimersByTimeAsync(2_900)
  await expect.element(message).toBeVisible()
  await vi.advanceTimersByTimeAsync(200)
  await expect.element(message).not.toBeInTheDocument()
  await expect.element(byRole('button', { name: 'Undo' })).toBeVisible()
})
