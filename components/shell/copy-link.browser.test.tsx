import { afterEach, expect, it, vi } from 'vitest'
import { CopyLink } from '@/components/shell/copy-link'
import { byRole, byText, render } from '@/tests/support/component'

afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['the address of the page', undefined, location.href],
  ['another address', 'https://example.com/feed', 'https://example.com/feed'],
])('copies %s and says so for five seconds', async (_, address, copied) => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  render(<CopyLink address={address} />)
  await byRole('button', { name: 'Copy Link' }).click()
  const message = byText('Link copied')
  await expect.element(message).toBeVisible()
  expect(write).toHaveBeenCalledExactlyOnceWith(copied)

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await byRole('button', { name: 'Copy Link' }).click()
  await vi.advanceTimersByTimeAsync(4_900)
  await expect.element(message).toBeVisible()
  await vi.advanceTimersByTimeAsync(200)
  await expect.element(message).not.toBeInTheDocument()
})
