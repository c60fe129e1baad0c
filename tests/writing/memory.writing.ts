import { expect, test } from '@playwright/test'
import { OwnSite } from '../support/own-site'
import { ADMIN } from '../support/site'
import { knownWords, WritingRobot } from '../support/writing-robot'

// What a form holds in the browser's memory after hours of writing in it, while the text is being saved. The text is
// removed again and again, so that what is measured is what stays behind it. WRITING_MINUTES makes it shorter.

const MINUTES = Number(process.env.WRITING_MINUTES || 120)
/** Until then the text is typed as fast as the page takes it: scripts are compiled, and the undo history is full. */
const WARM_UP_SHARE = 0.05
/** From one measurement to the next. */
const WORDS = 300
/** A fast typist. */
const KEY_EACH_MS = 60
const GROWTH_MAX = 1.1
const MINUTE_MS = 60_000

test(`typing for ${MINUTES} minutes leaves the memory of the page as it was`, async ({ browser }) => {
  test.setTimeout((MINUTES + 10) * MINUTE_MS)
  const site = await OwnSite.make()
  try {
    await site.start()
    const context = await browser.newContext({ baseURL: site.url })
    const answer = await context.request.post('/api/user/signin', { data: ADMIN })
    expect(answer.status()).toBe(200)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    let saves = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves += 1
    })
    await page.goto('/new-note')
    await expect(page.getByPlaceholder("Note's title")).toBeEnabled()
    const text = WritingRobot.text(page)
    await text.click()

    /** Of the page's scripts, in bytes, and its nodes, when nothing is left to be collected. */
    async function held(): Promise<{ heap: number; nodes: number }> {
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      const { nodes } = await session.send('Memory.getDOMCounters')
      return { heap: usedSize, nodes }
    }

    const begun = performance.now()
    const share = () => (performance.now() - begun) / (MINUTES * MINUTE_MS)
    let first: Awaited<ReturnType<typeof held>> | null = null
    let last = await held()
    while (share() < 1) {
      const robot = new WritingRobot(knownWords(WORDS), share() < WARM_UP_SHARE ? 0 : KEY_EACH_MS)
      await robot.type(page, WORDS)
      await expect(page.locator('.editor-upload')).toHaveCount(0)
      await text.press('ControlOrMeta+a')
      await page.keyboard.press('Backspace')
      await expect(text).toHaveText('')
      last = await held()
      const reported = `${(share() * MINUTES).toFixed(0)} min: ${(last.heap / 1e6).toFixed(2)} MB, ${last.nodes} nodes, ${saves} saves`
      console.log(`    ${reported}`)
      if (share() >= WARM_UP_SHARE) first ??= last
    }
    const growth = last.heap / (first?.heap ?? last.heap)
    console.log(`    grown to ${growth.toFixed(3)} ×`)
    expect(saves).toBeGreaterThan(0)
    expect(growth).toBeLessThanOrEqual(GROWTH_MAX)
    await context.close()
  } finally {
    await site.remove()
  }
})
