import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '@/tests/runner/chromium'
import { onSite } from '../bench-site'
import { serveEmptyPage } from '../empty-page'
import { median } from '../measure'
import { measureMoves } from '../moves'
import { samplePages } from '../sample-pages'

export const onlyByName = true

const TURNS = 5
/** Lighthouse's slow 4G, as throttled inside the browser. */
const LINE = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: 675 * 128,
}
const SLOWDOWN = 4
const PHONE = { width: 390, height: 844 }
/** After the load event; later paints are not waited for. */
const QUIET_MS = 4_000

type Visit = { fcp: number; lcp: number; cls: number; tbt: number; bytes: Record<string, number> }

/**
 * What a visitor's browser loads and how soon it renders: Chromium with a CPU slowed down four times on slow 4G, each page
 * beside an empty page of the same Next. Then how long a click takes on a page that is loaded, without that line.
 */
export async function measure() {
  const executablePath = await findChromium(console.log)
  const empty = await serveEmptyPage()
  await onSite(async ({ baseUrl }) => {
    const publicPages = await samplePages(baseUrl)
    const browser = await chromium.launch({ executablePath })
    console.log('| page | HTML | JS | of it ours | CSS | fonts | pictures | FCP | LCP | CLS | TBT |')
    console.log(`|${'---|'.repeat(11)}`)
    const nothing = await medianVisit(browser, empty.url)
    print('empty Next page', nothing, nothing)
    for (const [name, path] of Object.entries({ ...publicPages, 'sign-in': '/signin' })) {
      print(name, await medianVisit(browser, baseUrl + path), nothing)
    }
    const names = new Map(Object.entries(publicPages).map(([name, path]) => [path, name]))
    console.log('\n| click from | to | painted after |\n|---|---|---|')
    for (const { from, to, milliseconds } of await measureMoves(browser, baseUrl, [...names.keys()], SLOWDOWN)) {
      console.log(`| ${names.get(from)} | ${names.get(to)} | ${Math.round(milliseconds)} ms |`)
    }
    await browser.close()
  })
  empty.stop()
}

async function visitOnce(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, isMobile: true })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const kinds: Map<string, string> = new Map()
  const bytes: Record<string, number> = {}
  session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(() => {
    const tasks: PerformanceEntry[] = []
    const seen = {
      fcp: 0,
      lcp: 0,
      cls: 0,
      /** Counted as it is defined, from the first contentful paint on (web.dev/articles/tbt). */
      get tbt() {
        const blocking = tasks.map(
          ({ startTime, duration }) => startTime + duration - Math.max(startTime, seen.fcp) - 50,
        )
        return blocking.reduce((sum, time) => sum + Math.max(0, time), 0)
      },
    }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName('first-contentful-paint')) seen.fcp = entry.startTime
    }).observe({ type: 'paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput')) seen.cls += Reflect.get(entry, 'value')
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries())
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(QUIET_MS)
  const seen = await page.evaluate(() => Reflect.get(window, 'seen'))
  await context.close()
  return { ...seen, bytes }
}

async function medianVisit(browser: Browser, url: string): Promise<Visit> {
  await visitOnce(browser, url)
  const visits: Visit[] = []
  while (visits.length < TURNS) visits.push(await visitOnce(browser, url))
  const middle = (read: (visit: Visit) => number) => median(visits.map(read))
  return {
    fcp: middle((visit) => visit.fcp),
    lcp: middle((visit) => visit.lcp),
    cls: middle((visit) => visit.cls),
    tbt: middle((visit) => visit.tbt),
    bytes: visits[0]?.bytes ?? {},
  }
}

function print(name: string, { fcp, lcp, cls, tbt, bytes }: Visit, empty: Visit) {
  const ours = (bytes.Script ?? 0) - (empty.bytes.Script ?? 0)
  const sizes = [bytes.Document, bytes.Script, ours, bytes.Stylesheet, bytes.Font, bytes.Image]
  const times = [`${Math.round(fcp)} ms`, `${Math.round(lcp)} ms`, cls.toFixed(3), `${Math.round(tbt)} ms`]
  console.log(`| ${[name, ...sizes.map((size = 0) => `${(size / 1024).toFixed(1)} KB`), ...times].join(' | ')} |`)
}
