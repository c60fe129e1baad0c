// Measures what a visitor's browser loads and how soon it renders: `npm run bench:browser`. Chromium with a CPU slowed
// down four times on slow 4G; each page against a static copy with inlined styles, home also with the original images,
// all against an empty page of the same Next. Then how long a click takes on a page that is loaded, without that line,
// and whether the browser's Back restores a page from its cache.

import { createServer, get } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { serveEmptyPage } from '@/scripts/bench/empty-page'
import { BACK_FORWARD_CACHE, measureMoves, restoredByBack } from '@/scripts/bench/moves'
import { samplePages } from '@/scripts/bench/sample-pages'
import { buildSite } from '@/scripts/build/build-site'
import { findChromium } from '@/scripts/testing/chromium'
import { startTestSites } from '@/scripts/testing/test-site'

const TURNS = 5
/** Lighthouse's slow 4G, as throttled inside the browser. */
const LINE = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: 675 * 128,
}
const PROCESSOR_SLOWDOWN = 4
const PHONE = { width: 390, height: 844 }
/** After the load event; later paints are not waited for. */
const QUIET_MS = 4_000

type Visit = { fcp: number; lcp: number; cls: number; tbt: number; bytes: Record<string, number> }

await buildSite()
await measure()
process.exit(0)

async function measure() {
  const executablePath = await findChromium(console.log)
  const empty = await serveEmptyPage(console.log)
  const { env, stop } = await startTestSites(1)
  try {
    const [{ baseUrl }] = JSON.parse(env.TEST_SITES ?? '[]')
    const publicPages = await samplePages(baseUrl)
    const paths = { ...publicPages, 'sign-in': '/signin' }
    const browser = await chromium.launch({ executablePath })
    const visit = async (url: string) => medianVisit(await repeated(() => visitOnce(browser, url)))
    const emptyVisit = await visit(empty.url)
    console.log(
      '| page | HTML | JS | of it ours | CSS | fonts | pictures | FCP | LCP | CLS | TBT | against |\n|---|---|---|---|---|---|---|---|---|---|---|---|',
    )
    print('empty Next page', emptyVisit, emptyVisit, '')
    for (const [name, path] of Object.entries(paths)) {
      const ours = await visit(baseUrl + path)
      let against = ''
      if (name === 'note') {
        const copy = await startCopy(baseUrl, path, inlineStyles)
        const theirs = await visit(copy.url)
        copy.stop()
        against = `static copy: FCP ${ratio(ours.fcp, theirs.fcp)}, LCP ${ratio(ours.lcp, theirs.lcp)}`
      }
      if (name === 'home') {
        const copy = await startCopy(baseUrl, path, async (html) =>
          html.replace(/ srcSet="[^"]*"| sizes="[^"]*"/gi, ''),
        )
        const theirs = await visit(copy.url)
        copy.stop()
        against = `original pictures: LCP ${ratio(ours.lcp, theirs.lcp)} (${Math.round(theirs.lcp)} ms, pictures ${kilobytes(theirs.bytes.Image)})`
      }
      print(name, ours, emptyVisit, against)
    }
    const names = new Map(Object.entries(publicPages).map(([name, path]) => [path, name]))
    console.log('\n| click from | to | painted after |\n|---|---|---|')
    for (const { from, to, milliseconds } of await measureMoves(
      browser,
      baseUrl,
      [...names.keys()],
      PROCESSOR_SLOWDOWN,
    )) {
      console.log(`| ${names.get(from)} | ${names.get(to)} | ${Math.round(milliseconds)} ms |`)
    }
    await browser.close()
    const another = await chromium.launch({ executablePath, ...BACK_FORWARD_CACHE })
    console.log('\n| page | restored by Back |\n|---|---|')
    for (const [path, name] of names) console.log(`| ${name} | ${await restoredByBack(another, baseUrl, path)} |`)
    await another.close()
  } finally {
    await stop()
    empty.stop()
  }
}

async function visitOnce(browser: import('@playwright/test').Browser, url: string): Promise<Visit> {
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
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN })
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

async function repeated(once: () => Promise<Visit>): Promise<Visit[]> {
  await once()
  const visits = []
  for (let turn = 0; turn < TURNS; turn += 1) visits.push(await once())
  return visits
}

function medianVisit(visits: Visit[]): Visit {
  const middle = (of: (visit: Visit) => number) =>
    visits.map(of).sort((one, other) => one - other)[Math.floor(visits.length / 2)] ?? 0
  return {
    fcp: middle((visit) => visit.fcp),
    lcp: middle((visit) => visit.lcp),
    cls: middle((visit) => visit.cls),
    tbt: middle((visit) => visit.tbt),
    bytes: visits[0]?.bytes ?? {},
  }
}

/** Serves a modified copy of one page, compressed like the site; its resources come from the site. */
async function startCopy(baseUrl: string, path: string, change: (html: string, baseUrl: string) => Promise<string>) {
  const html = await change(await (await fetch(baseUrl + path)).text(), baseUrl)
  const page = brotliCompressSync(html)
  const server = createServer(async (request, response) => {
    if (request.url === path) {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' }).end(page)
      return
    }
    get(baseUrl + request.url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://localhost:${port}${path}`, stop: () => server.close() }
}

/** The page as a static file with inlined styles and without scripts. */
async function inlineStyles(html: string, baseUrl: string) {
  let page = html
    .replace(/<script(?![^>]*ld\+json)[^>]*>.*?<\/script>/gs, '')
    .replace(/<link[^>]*as="script"[^>]*>/g, '')
  for (const [link, href] of page.matchAll(/<link rel="stylesheet" href="([^"]+)"[^>]*>/g)) {
    page = page.replace(link, `<style>${await (await fetch(baseUrl + href)).text()}</style>`)
  }
  return page
}

function print(name: string, { fcp, lcp, cls, tbt, bytes }: Visit, empty: Visit, against: string) {
  const ours = (bytes.Script ?? 0) - (empty.bytes.Script ?? 0)
  const cells = [
    ...[name, kilobytes(bytes.Document), kilobytes(bytes.Script), kilobytes(ours), kilobytes(bytes.Stylesheet)],
    ...[
      kilobytes(bytes.Font),
      kilobytes(bytes.Image),
      `${Math.round(fcp)} ms`,
      `${Math.round(lcp)} ms`,
      cls.toFixed(3),
    ],
    ...[`${Math.round(tbt)} ms`, against],
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

function kilobytes(bytes: number = 0) {
  return `${(bytes / 1024).toFixed(1)} KB`
}

function ratio(one: number, other: number) {
  return `${(one / other).toFixed(2)} ×`
}
