// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type * as Notification from '@/lib/browser/notification'

vi.mock('next/navigation', () => ({ usePathname: () => '/' }))

let page = document.createElement('div')
let root: Root
let notify: typeof Notification.notify
let notifyNextScreen: typeof Notification.notifyNextScreen

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sessionStorage.clear()
  await load()
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

/** A page load: what is stored stays, everything else begins anew. */
async function load(): Promise<void> {
  page = document.createElement('div')
  root = createRoot(page)
  vi.resetModules()
  const { NotificationBanner } = await import('@/components/shell/notification-banner')
  ;({ notify, notifyNextScreen } = await import('@/lib/browser/notification'))
  await act(async () => root.render(<NotificationBanner />))
}

const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const shown = () => page.textContent

it('counts the three seconds on across page loads', async () => {
  notifyNextScreen('Project deleted.')
  await act(async () => root.unmount())
  await load()
  await wait(2_000)
  await act(async () => root.unmount())
  await load()
  expect(shown()).toBe('Project deleted.')
  await wait(900)
  expect(shown()).toBe('Project deleted.')
  await wait(200)
  expect(shown()).toBe('')
  expect(sessionStorage).toHaveLength(0)
})

it('gives the next message its own three seconds', async () => {
  await act(async () => notify('First.'))
  await wait(2_000)
  await act(async () => notify('Second.'))
  await wait(2_900)
  expect(shown()).toBe('Second.')
  await wait(200)
  expect(shown()).toBe('')
})

it.each([
  ['a message', null, 2_900],
  ['what it offers', { label: 'Undo', run: () => {} }, 9_900],
])('keeps what the next page is to say when the time of %s ends before it has loaded', async (_, action, ms) => {
  await act(async () => notify('First.', action))
  await wait(ms)
  notifyNextScreen('Second.')
  await wait(200)
  expect(shown()).toBe('')
  await act(async () => root.unmount())
  await load()
  expect(shown()).toBe('Second.')
})

it('leaves what it offers for ten seconds', async () => {
  const run = vi.fn()
  await act(async () => notify('Project deleted.', { label: 'Undo', run }))
  expect(shown()).toBe('Project deleted.Undo')
  await wait(3_100)
  expect(shown()).toBe('Undo')
  await wait(6_800)
  await act(async () => page.querySelector('button')?.click())
  expect(run).toHaveBeenCalledOnce()
  expect(shown()).toBe('')

  await act(async () => notify('Project deleted.', { label: 'Undo', run }))
  await wait(10_100)
  expect(shown()).toBe('')
})

it('leaves a link of the page before for ten seconds, on one page', async () => {
  notifyNextScreen('Welcome, Ada!', { label: 'Overview', href: '/overview' })
  await act(async () => root.unmount())
  await load()
  expect(shown()).toBe('Welcome, Ada!Overview')
  await wait(3_100)
  expect(shown()).toBe('Overview')
  expect(page.querySelector('a')?.getAttribute('href')).toBe('/overview')
  expect(sessionStorage).toHaveLength(0)
  await wait(7_000)
  expect(shown()).toBe('')
})
