import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { drawText, FACES, loadSharp } from '@/lib/seo/server/drawing'
import type { ShareCard } from '@/lib/seo/server/share-card'
import { shareImage } from '@/lib/seo/server/share-image'
import { FONT_PAIRINGS, type FontPairing } from '@/lib/site-settings/look'
import { shareAppearance } from '@/lib/site-settings/share-look'

// A machine without any font: fontconfig reads its settings once, when the first text is drawn.
vi.hoisted(() => vi.stubEnv('FONTCONFIG_FILE', '/dev/null'))

beforeAll(async () => {
  // Whatever draws the text of an SVG from now on has seen no font of ours.
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>a</text></svg>')
  await Promise.all(Array.from({ length: 16 }, () => sharp(drawing).png().toBuffer()))
  await loadSharp()
})

const SMALL = { owner: 'Grażyna Hopper', detail: 'TypeScript, Go', kind: 'post' } as const
const SMALL_POSITIONS = [
  [SMALL.owner, { left: 125, top: 10, width: 1_000, height: 75 }],
  [SMALL.detail, { left: 75, top: 545, width: 700, height: 70 }],
  ['Project', { left: 800, top: 545, width: 330, height: 70 }],
] as const

function card(fonts: FontPairing, title: string, summary = ''): ShareCard {
  const chosen = { accent: '', accentDark: '', scheme: 'light', sharePortrait: false, avatar: null } as const
  const ink = { muted: '#000000', accent: '#000000', watermark: '#fcfcfa' }
  return {
    id: 'x',
    title,
    summary,
    picture: '',
    appearance: { ...shareAppearance({ ...chosen, fonts }), ...ink },
    ...SMALL,
  }
}

type Position = { left: number; top: number; width: number; height: number }

const pixelsOf = (png: Uint8Array, index: Position) => sharp(png).extract(index).greyscale().raw().toBuffer()

/** By how much two cards differ at most in a place; each has a palette of its own. */
async function difference(one: Uint8Array, other: Uint8Array, position: Position): Promise<number> {
  const [ours, theirs] = [await pixelsOf(one, position), await pixelsOf(other, position)]
  return ours.reduce((most, value, at) => Math.max(most, Math.abs(value - (theirs[at] ?? 0))), 0)
}

/** The rows and columns of a place in which there are letters. */
async function inkOf(png: Uint8Array, position: Position) {
  const pixels = await pixelsOf(png, position)
  const rows = new Set<number>()
  const columns = new Set<number>()
  for (const [at, value] of pixels.entries()) {
    if (Math.abs(value - (pixels[0] ?? 0)) < 60) continue
    rows.add(Math.floor(at / position.width))
    columns.add(at % position.width)
  }
  return { rows: [...rows], width: Math.max(...columns) - Math.min(...columns) + 1 }
}

describe.each(FONT_PAIRINGS)('the share cards of the pairing %s', (fonts) => {
  it.each(SMALL_POSITIONS)('have "%s" in its face, the second as the first', async (text, index) => {
    const first = await shareImage(card(fonts, 'Tidemark'))
    const second = await shareImage(card(fonts, 'About Me'))
    expect(await difference(first, second, index)).toBeLessThan(32)
    const font = `${FACES[fonts].text.family} 30`
    const inFace = await drawText({ text, font, dpi: 72, wrap: 'none' })
    expect(Math.abs((await inkOf(second, index)).width - (inFace?.info.width ?? 0))).toBeLessThanOrEqual(2)
  })

  it('have the sentence equally far below a title with and without descenders', async () => {
    const distances = []
    for (const title of ['Hashes', 'Hugging you', 'Hůž', 'Hoja']) {
      // The first letter of each line: an H, whose foot is on the baseline, and an x.
      const { rows } = await inkOf(await shareImage(card(fonts, title, 'xxx xxx')), {
        ...{ left: 76, top: 110, width: 18, height: 410 },
      })
      const at = rows.findIndex((row, index) => row - (rows[index - 1] ?? row) > 8)
      distances.push((rows[at] ?? 0) - (rows[at - 1] ?? 0))
    }
    expect(Math.max(...distances) - Math.min(...distances), distances.join()).toBeLessThanOrEqual(1)
    expect(Math.min(...distances)).toBeGreaterThan(40)
  })
})

it('of two pairings differ in their small lines where the faces do', async () => {
  const [book, essay] = await Promise.all([shareImage(card('book', 'Same')), shareImage(card('essay', 'Same'))])
  for (const [, position] of SMALL_POSITIONS) {
    expect(await difference(book, essay, position)).toBeGreaterThan(100)
  }
})
