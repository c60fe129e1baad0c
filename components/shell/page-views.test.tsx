// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PageViews } from '@/components/shell/page-views'
import { analyticsCalls } from '@/lib/analytics/calls'

const scripts = () => [...document.head.querySelectorAll('script')]

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  document.head.replaceChildren()
})

async function show(onVercel: boolean): Promise<void> {
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<PageViews viewEndpoint={onVercel ? undefined : analyticsCalls.countView.path} />))
  await act(async () => root.unmount())
}

it('counts on this site, with our own script', async () => {
  await show(false)
  expect(scripts().map((script) => script.getAttribute('src'))).toEqual(['/views.js'])
  expect(scripts()[0]?.dataset).toMatchObject({ viewEndpoint: '/api/view', disableAutoTrack: '1' })
})

it('counts through that host’s own script on Vercel', async () => {
  await show(true)
  expect(scripts().map((script) => script.getAttribute('src'))).toEqual(['/_vercel/insights/script.js'])
  expect(scripts()[0]?.dataset).not.toHaveProperty('viewEndpoint')
})

it.each([true, false])('loads nothing for one who does not want to be counted (on Vercel: %s)', async (onVercel) => {
  vi.stubGlobal('navigator', { ...navigator, globalPrivacyControl: true })
  await show(onVercel)
  expect(scripts()).toEqual([])
})

it('adds nothing to the page the server sends', () => {
  expect(renderToString(<PageViews viewEndpoint={analyticsCalls.countView.path} />)).toBe('')
})
