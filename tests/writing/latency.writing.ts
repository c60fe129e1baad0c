import { expect, type Locator, type Page, test } from '@playwright/test'
import { OwnSite } from '../support/own-site'
import { png } from '../support/pictures'
import { ADMIN } from '../support/site'
import { knownWords, WritingRobot } from '../support/writing-robot'

// How long a key takes to the screen in a long note on a slow computer, while the text is being kept.

const WORDS = 5_000
const PICTURES = 20
const PARAGRAPH_WORDS = 60
const KEYS = 400
const KEY_EACH_MS = 90
const SLOWER = 4
/** A frame at 60 Hz: what is drawn in the next one was in time. */
const FRAME_MS = 1000 / 60

const SHARES = [0.5, 0.95, 0.99, 1]

type Probe = { keys: number[]; work: number[] }

test(`a key in a note of ${WORDS} words and ${PICTURES} pictures is on the screen with the next frame`, async ({
  browser,
}) => {
  const site = await OwnSite.make()
  try {
    await site.start()
    const client = await site.signedIn()
    const image = { file: await png({ width: 600, height: 400 }), name: 'a.png', type: 'image/png' }
    const { url } = (await client.form('POST', '/api/media/new', { image })).json() as { url: string }
    const words = knownWords(WORDS)
    const paragraphs = Array.from({ length: Math.ceil(WORDS / PARAGRAPH_WORDS) }, (_, index) =>
      words.slice(index * PARAGRAPH_WORDS, (index + 1) * PARAGRAPH_WORDS).join(' '),
    )
    const each = Math.floor(paragraphs.length / PICTURES)
    const description = paragraphs
      .map((text, index) => `<p>${text}${index % each === 0 ? `<img src="${url}" width="600" height="400">` : ''}</p>`)
      .join('')
    const note = await client.post('/api/note/new', { title: 'Long', about: '', description })
    const { _id } = note.json() as { _id: string }

    const context = await browser.newContext({ baseURL: site.url })
    const answer = await context.request.post('/api/user/signin', { data: ADMIN })
    expect(answer.status()).toBe(200)

    // What the browser itself needs for it: the same text in an element without any editor.
    const bare = await context.newPage()
    await bare.goto('/robots.txt')
    await bare.setContent(`<div contenteditable role="textbox" style="max-width: 40rem">${description}</div>`)
    const floor = await typeInto(bare, bare.getByRole('textbox'), paragraphs.length)
    console.log(
      `    without an editor: ${formatShares(floor.keys)}; without the wait for the frame: ${formatShares(floor.work)}`,
    )
    await bare.close()

    const page = await context.newPage()
    const saves: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves.push(request.url())
    })
    await page.goto(`/note/update/${_id}`)
    const probe = await typeInto(page, WritingRobot.text(page), paragraphs.length)
    console.log(`    key to paint at ${SLOWER} × slowed CPU: ${formatShares(probe.keys)}`)
    console.log(`    without the wait for the frame: ${formatShares(probe.work)}; ${saves.length} saves`)
    expect(saves.length).toBeGreaterThan(0)
    expect(ninetyFifth(probe.keys) - ninetyFifth(floor.keys)).toBeLessThan(FRAME_MS)
    await context.close()
  } finally {
    await site.remove()
  }
})

/** Types at the end of the middle paragraph, and measures each key. */
async function typeInto(page: Page, text: Locator, paragraphs: number): Promise<Probe> {
  await text
    .locator('p')
    .nth(Math.floor(paragraphs / 2))
    .click()
  await page.keyboard.press('End')
  await page.evaluate(() => {
    const probe: Probe = { keys: [], work: [] }
    Object.assign(window, { probe })
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame((frame) => {
          // Without the wait for the frame.
          probe.work.push(performance.now() - Math.max(timeStamp, frame))
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => probe.keys.push(performance.now() - timeStamp)
          port2.postMessage(null)
        }),
      { capture: true },
    )
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.keyboard.type('and so on '.repeat(KEYS / 10), { delay: KEY_EACH_MS })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return page.evaluate(() => (window as unknown as { probe: Probe }).probe)
}

function shares(list: number[]): number[] {
  const sorted = [...list].sort((a, b) => a - b)
  return SHARES.map((share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
}

function formatShares(list: number[]): string {
  return shares(list)
    .map((time, index) => `${time.toFixed(1)} ms (${(SHARES[index] ?? 0) * 100} %)`)
    .join(', ')
}

const ninetyFifth = (list: number[]): number => shares(list)[SHARES.indexOf(0.95)] ?? 0
