import type { Browser } from '@playwright/test'
import { median } from './measure'

/** After a page is loaded, and after a link is hovered, until the browser is quiet. */
const QUIET_MS = 3_000
const PREPARED_MS = 1_000
const TURNS = 5

type Move = { from: string; to: string; milliseconds: number }

/**
 * From the click on a link, which was hovered before, to the first frame with the page it leads to: once around
 * `paths`, each from a page of its own. The median of five.
 */
export async function measureMoves(browser: Browser, baseUrl: string, paths: string[], slowdown: number) {
  const moves: Move[] = []
  for (const [index, from] of paths.entries()) {
    const to = paths[(index + 1) % paths.length] as string
    const times = []
    for (let turn = 0; turn < TURNS; turn += 1) times.push(await moveOnce(browser, baseUrl, from, to, slowdown))
    moves.push({ from, to, milliseconds: median(times) })
  }
  return moves
}

async function moveOnce(browser: Browser, baseUrl: string, from: string, to: string, slowdown: number) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(baseUrl + from, { waitUntil: 'load' })
  await page.waitForTimeout(QUIET_MS)
  const link = page.locator(`a[href="${to}"]:visible`).first()
  await link.scrollIntoViewIfNeeded()
  await link.hover()
  await page.waitForTimeout(PREPARED_MS)
  await page.evaluate(observeMove, to)
  await link.click()
  const milliseconds: number = await page.evaluate(() => Reflect.get(window, 'moved'))
  await context.close()
  return milliseconds
}

/**
 * In the page: promises `window.moved`, the milliseconds from the next click until the page at `to` is painted. Without
 * looking at each frame: that alone would take as long as React's rendering in between.
 */
function observeMove(to: string) {
  const before = document.querySelector('main')?.firstElementChild
  const moved = new Promise<number>((resolve) => {
    const onClick = ({ timeStamp }: MouseEvent) => {
      const observer = new MutationObserver(() => {
        if (location.pathname !== to || before?.isConnected) return
        observer.disconnect()
        // The next frame paints it; a message from there arrives once that is done.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - timeStamp)
        requestAnimationFrame(() => port2.postMessage(null))
      })
      observer.observe(document.body, { childList: true, subtree: true })
    }
    addEventListener('click', onClick, { capture: true, once: true })
  })
  Reflect.set(window, 'moved', moved)
}
