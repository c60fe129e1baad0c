import type { CDPSession, Page } from '@playwright/test'
import { expect, hydrated, layoutShift, SMALL, test, WIDE, watchLayoutShift } from '../support/screens'

/** A phone's line: kilobytes that a second brings, and the milliseconds until the first of an answer. */
const SLOW_LINE = { offline: false, downloadThroughput: 1600 * 128, uploadThroughput: 750 * 128, latency: 150 }
const MAX_LAYOUT_SHIFT = 0.002

const TEXT = [
  // Short ones: where a line breaks is no matter of a face's average width.
  '<p>Words, <em>some in italics</em>.</p><p><strong>Some strong</strong>, <code>one of code</code>.</p>',
  '<h2>A heading</h2><h2>Another</h2>',
  '<pre><code class="language-ts">const four = 2 + 2 // as always</code></pre>',
  '<blockquote><p>What somebody said.</p></blockquote>',
  '<table><tbody><tr><th>Name</th><th>Count</th></tr><tr><td>Ada</td><td>1815</td></tr></tbody></table>',
  '<p><math data-tex="x^2+y^2"></math></p>',
].join('')

/** The texts of the page that a face of the system is drawn for, with its name. */
async function foreignFaces(page: Page, devtools: CDPSession): Promise<string[]> {
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  // What can be seen and has text of its own. Signs that no face of ours has are the system's.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('body *')) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && /[a-z\d]/i.test(node.nodeValue ?? ''),
      )
      if (hasText && element.checkVisibility()) element.setAttribute('data-with-text', '')
    }
  })
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '[data-with-text]',
  })
  expect(nodeIds.length, `${page.url()} has texts`).toBeGreaterThan(5)
  const foreign: string[] = []
  for (const nodeId of nodeIds) {
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
    const [own, system] = [true, false].map((isCustom) => fonts.filter((font) => font.isCustomFont === isCustom))
    if (own?.length && !system?.some(({ glyphCount }) => glyphCount > 2)) continue
    const { outerHTML } = await devtools.send('DOM.getOuterHTML', { nodeId })
    foreign.push(`${system?.map(({ familyName }) => familyName)}: ${outerHTML.slice(0, 200)}`)
  }
  return foreign
}

/** Opens a page as a first visitor with a slow line does. */
async function openCold(page: Page, devtools: CDPSession, path: string) {
  await devtools.send('Network.enable')
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
  await page.goto(path)
  await hydrated(page)
}

test.describe('the faces of a first visit on a slow line', () => {
  test.use({ expectedErrors: /status of 404/ })
  test.slow()

  for (const size of [SMALL, WIDE]) {
    test(`are the site's own on public pages, and nothing moves, ${size.width} px wide`, async ({ page, owner }) => {
      const note = await owner.makeNote({ title: 'A note', about: 'What it is about', description: TEXT })
      const post = await owner.makePost({ title: 'A project', description: 'Its text', tech: 'TypeScript' })
      await page.setViewportSize(size)
      await watchLayoutShift(page)
      const devtools = await page.context().newCDPSession(page)
      const laidOutByWidth = ['/', '/projects', `/post/${post}`, `/note/${note}`, '/about']
      const others = [
        '/search/typescript',
        '/myblog',
        '/subscribe',
        '/tech',
        `/profile/${owner.id}`,
        '/signin',
        '/signup',
      ]
      for (const path of [...laidOutByWidth, ...(size === SMALL ? [...others, '/nowhere'] : [])]) {
        await openCold(page, devtools, path)
        expect(await layoutShift(page), `${path} moves`).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT)
        expect(await foreignFaces(page, devtools), path).toEqual([])
      }
    })
  }

  test('are those of the other pairings', async ({ page, owner }) => {
    const note = await owner.makeNote({ title: 'A note', about: 'What it is about', description: TEXT })
    await page.setViewportSize(SMALL)
    await watchLayoutShift(page)
    const devtools = await page.context().newCDPSession(page)
    try {
      for (const fonts of ['essay', 'grotesk']) {
        expect((await owner.request.put('/api/settings', { data: { fonts } })).status()).toBe(200)
        for (const path of ['/', `/note/${note}`]) {
          await openCold(page, devtools, path)
          expect(await layoutShift(page), `${path} moves`).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT)
          expect(await foreignFaces(page, devtools), path).toEqual([])
        }
      }
    } finally {
      expect((await owner.request.put('/api/settings', { data: { fonts: 'book' } })).status()).toBe(200)
    }
  })
})
