// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PageViews } from '@/components/shell/page-views'
import { analyticsCalls } from '@/lib/analytics/calls'

let pathname = '/'
vi.mock('next/navigation', () => ({ usePathname: () => pathname, useParams: () => ({}), useSearchParams: () => null }))

const endpoint = analyticsCalls.count.path
const scripts = () => [...document.head.querySelectorAll('script')].map((script) => script.getAttribute('src'))
const sent = vi.fn(async (_address: string, _request: RequestInit) => new Response(null, { status: 204 }))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', sent)
})
afterEach(() => {
  document.head.replaceChildren()
  sent.mockClear()
})

/** Shows screens one after the other in one browser. */
async function show(paths: string[], viewEndpoint?: string): Promise<void> {
  const root = createRoot(document.createElement('div'))
  for (const path of paths) {
    pathname = path
    await act(async () => root.render(<PageViews viewEndpoint={viewEndpoint} />))
  }
  if (!viewEndpoint) await act(async () => void (await import('@vercel/analytics/next')))
  await act(async () => root.unmount())
}

it('reports each change of route once, to this site, and never the address of a preview', async () => {
  await show(['/preview/secret', '/', '/', '/about'], endpoint)
  const views = sent.mock.calls.map(([address, { body }]) => [address, JSON.parse(String(body)).path])
  expect(views).toEqual([
    ['/api/view', '/'],
    ['/api/view', '/about'],
  ])
  expect(scripts()).toEqual([])
})

it('reports through that host’s own script on Vercel', async () => {
  await show(['/'])
  expect(scripts()).toEqual(['/_vercel/insights/script.js'])
  expect(sent).not.toHaveBeenCalled()
})

it.each([undefined, endpoint])('reports nothing of one who does not want to be counted (to %s)', async (to) => {
  vi.stubGlobal('navigator', { ...navigator, globalPrivacyControl: true })
  await show(['/projects'], to)
  expect([scripts(), sent.mock.calls]).toEqual([[], []])
})

it('adds nothing to the page the server sends', () => {
  expect(renderToString(<PageViews viewEndpoint={endpoint} />)).toBe('')
})
