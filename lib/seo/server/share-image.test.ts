import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import coverage from '@/lib/seo/fonts/coverage.json'
import { drawable } from '@/lib/seo/server/drawable'
import { type ShareCard, shareStamp } from '@/lib/seo/server/share-card'
import { isRightToLeft, presentable, shareImage } from '@/lib/seo/server/share-image'
import { shareAppearance } from '@/lib/site-settings/share-look'

const FONTS = join(import.meta.dirname, '..', 'fonts')

const UNCHANGED = {
  ...({ accent: '', accentDark: '', scheme: 'system', fonts: 'book', sharePortrait: false, avatar: null } as const),
}

const card = (title: string, more: Partial<ShareCard> = {}): ShareCard => ({
  kind: 'note',
  id: 'x',
  title,
  owner: 'Ada Lovelace',
  summary: '',
  detail: '2026-03-01',
  picture: '',
  appearance: shareAppearance(UNCHANGED),
  ...more,
})

type Position = { left: number; top: number; width: number; height: number }

const TITLE_POSITION = { left: 0, top: 100, width: 1200, height: 420 }

/** How many pixels of a place are nearly as dark as ink. */
async function ink(png: Uint8Array, position: Position): Promise<number> {
  const pixels = await sharp(png).extract(position).greyscale().raw().toBuffer()
  return pixels.filter((value) => value < 150).length
}

async function colourAt(png: Uint8Array, left: number, top: number): Promise<string> {
  const pixel = await sharp(png).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  return `#${pixel.toString('hex')}`
}

/** The address of a picture of one colour, "#c81e1e". */
async function redPicture(width: number, height: number): Promise<string> {
  const background = { r: 200, g: 30, b: 30 }
  const png = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

describe('drawable', () => {
  it.each([
    'Žluťoučký kůň',
    'Ελληνικά',
    'Кириллица',
    '日本語 中文 한국어',
    'المحرك',
    'עברית',
    'देवनागरी',
    'ภาษาไทย',
    'Tiếng Việt',
    'O(n²) → λ ≤ ∑ ✓ ★ € “”',
    '🚀 👩‍💻 ❤️ 🇩🇪 👍🏽',
  ])('keeps %s whole', (text) => {
    expect(drawable(text)).toBe(text)
  })

  it('leaves out a sign without a glyph, and gives up on unknown letters', () => {
    expect(drawable('Engine \u{1fbff} \ue000 done')).toBe('Engine   done')
    expect(drawable('Engine தமிழ்')).toBe('')
  })

  it('puts a title on one line', () => {
    expect(drawable(' a\n b\u0007 ')).toBe('a b')
  })
})

describe('presentable', () => {
  it('shows the owner where the title cannot be drawn, and the kind where neither can', () => {
    expect(presentable(card('தமிழ்')).title).toBe('Ada Lovelace')
    expect(presentable(card('தமிழ்', { owner: 'தமிழ்' }))).toMatchObject({ title: 'Note', owner: '' })
  })

  it.each([
    ['joiners', '\u200D'.repeat(200)],
    ['fillers', '\u3164\u115F\uFFA0'],
    ['spaces, variation selectors and tags', '\u00A0\uFE0F\u{E0067}'],
    ['combining marks', '\u0301\u0323'],
    ['control characters', '\u0000\u0001'],
  ])('shows the owner where the title is of %s', (_, title) => {
    expect(presentable(card(title)).title).toBe('Ada Lovelace')
    expect(presentable(card(title, { owner: title, detail: title }))).toMatchObject({
      title: 'Note',
      owner: '',
      detail: '',
    })
  })

  it('does not name the owner twice on the site’s own card', () => {
    expect(presentable(card('Ada Lovelace', { kind: 'site' }))).toMatchObject({ title: 'Ada Lovelace', owner: '' })
  })
})

describe('isRightToLeft', () => {
  it.each([
    ['المحرك English', true],
    ['“עברית”', true],
    ['English עברית', false],
    ['123', false],
  ])('judges %s by its first letter', (text, expected) => {
    expect(isRightToLeft(text)).toBe(expected)
  })
})

// Drawing is real work, and other tests run beside it.
describe('shareImage', () => {
  it('is a PNG of 1200 × 630 of moderate size, with the title on it', async () => {
    const png = await shareImage(card('Engine'))
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(png.byteLength).toBeLessThan(100_000)
    expect(await ink(png, TITLE_POSITION)).toBeGreaterThan(2_000)
  })

  it.each([
    ['200 letters without a space', 'W'.repeat(200)],
    ['200 Chinese characters', '漢'.repeat(200)],
    ['markup', '<b>&amp;</b> <span foreground="red">"x"</span>'],
    ['control characters', 'a\u0000\u0007b'],
    ['an empty title', ''],
    ['200 marks on one letter', `a${'\u0e49'.repeat(199)}`],
    ['200 ligatures that are lines of their own', '﷽'.repeat(200)],
  ])('draws %s inside its place', async (_, title) => {
    const png = await shareImage(card(title))
    expect(await ink(png, TITLE_POSITION)).toBeGreaterThan(1_000)
    expect(await ink(png, { left: 0, top: 94, width: 1200, height: 40 })).toBe(0)
    expect(await ink(png, { left: 0, top: 134, width: 75, height: 390 })).toBe(0)
    expect(await ink(png, { left: 1125, top: 134, width: 75, height: 390 })).toBe(0)
    expect(await ink(png, { left: 0, top: 505, width: 1200, height: 30 })).toBe(0)
  })

  it('is an image whatever the words are', async () => {
    const signs = ['\u200D', '\u3164', '\u2800', '\uD800', '\uDE00', '\uFFFE', '\u0000', '\u0085', '\u2028', '\u202E']
    const strange = [
      ...signs,
      signs.join(''),
      'e\u0301\u0323\u0489\u20DD'.repeat(50),
      '\u{1F469}\u200D'.repeat(200),
      '🏴\u{E0067}',
      'W'.repeat(20_000),
      'word '.repeat(20_000),
      '&<>"\'&amp;&#0;]]>',
      'தமிழ்',
    ]
    const pool = [...signs, ...'aß漢가עا क्🚀❤\uFE0F&<'].flatMap((sign) => [sign, sign])
    let seed = 7
    const next = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed
    }
    const random = Array.from({ length: 8 }, () =>
      Array.from({ length: 1 + (next() % 200) }, () => pool[next() % pool.length]).join(''),
    )
    for (const text of [...strange, ...random]) {
      const png = await shareImage(card(text, { owner: text, detail: text }))
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    }
  })

  it('sets different scripts in real letters: no two of them look the same', async () => {
    const titles = ['Ж', 'Ω', '漢', '한', 'あ', 'ع', 'א', 'अ', 'ก', '🚀']
    const images = await Promise.all(titles.map(async (title) => Buffer.from(await shareImage(card(title)))))
    expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(titles.length)
  })

  it('has the owner’s accent, scheme and portrait', async () => {
    const dark = await shareImage(card('Dark', { appearance: shareAppearance({ ...UNCHANGED, scheme: 'dark' }) }))
    expect(await colourAt(dark, 20, 300)).toBe('#121316')
    const appearances = [UNCHANGED, { ...UNCHANGED, accent: '#14693f' }]
    const [blue, green] = await Promise.all(
      appearances.map((appearance) => shareImage(card('Accent', { appearance: shareAppearance(appearance) }))),
    )
    expect(Buffer.from(blue ?? []).equals(Buffer.from(green ?? []))).toBe(false)

    const avatar = { url: await redPicture(300, 300), width: 300, height: 300, alt: '', variants: [] }
    const appearance = shareAppearance({ ...UNCHANGED, sharePortrait: true, avatar })
    const left = await shareImage(card('W'.repeat(80), { appearance }))
    expect(await colourAt(left, 1000, 350)).toBe('#c81e1e')
    // The title ends before it.
    expect(await ink(left, { left: 825, top: 134, width: 54, height: 390 })).toBe(0)
    expect(await colourAt(await shareImage(card('עברית', { appearance })), 200, 350)).toBe('#c81e1e')
  })

  it('shows the whole picture of a project, instead of the portrait', async () => {
    const avatar = { url: 'data:,nothing', width: 300, height: 300, alt: '', variants: [] }
    const appearance = shareAppearance({ ...UNCHANGED, sharePortrait: true, avatar })
    const wide = await shareImage(card('W'.repeat(80), { appearance, picture: await redPicture(1600, 900) }))
    expect(await colourAt(wide, 570, 460)).toBe('#c81e1e')
    expect(await colourAt(wide, 1110, 170)).toBe('#c81e1e')
    expect(await colourAt(wide, 1115, 150)).toBe('#fcfcfa')
    expect(await ink(wide, { left: 506, top: 134, width: 50, height: 390 })).toBe(0)
    const tall = await shareImage(card('Tall', { appearance, picture: await redPicture(100, 1000) }))
    expect(await colourAt(tall, 1100, 148)).toBe('#c81e1e')
    expect(await colourAt(tall, 1070, 148)).toBe('#fcfcfa')
  })

  it('says the sentence of its page below the title, in four lines at most', async () => {
    const [bare, full] = await Promise.all([
      shareImage(card('Engine')),
      shareImage(
        card('Engine', {
          summary: 'What it does, and for whom. '.repeat(30),
          appearance: { ...shareAppearance(UNCHANGED), muted: '#000000' },
        }),
      ),
    ])
    const below = { left: 80, top: 330, width: 720, height: 175 }
    expect(await ink(bare, below)).toBeLessThan(await ink(full, below))
    expect(await ink(full, { left: 0, top: 505, width: 1200, height: 30 })).toBe(0)
  })

  it('is set in the fonts of the site, and parts no word for a larger title', async () => {
    const drawn = ['book', 'essay', 'grotesk'] as const
    const images = await Promise.all(
      drawn.map(async (fonts) =>
        Buffer.from(await shareImage(card('Žižka', { appearance: shareAppearance({ ...UNCHANGED, fonts }) }))),
      ),
    )
    expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(3)
    const appearance = shareAppearance(UNCHANGED)
    const long = await shareImage(card('Counterfoils', { appearance, picture: await redPicture(1600, 900) }))
    // One line, in the middle of its place.
    expect(await ink(long, { left: 80, top: 144, width: 424, height: 100 })).toBe(0)
  })

  it('is drawn once for the same words', async () => {
    const [one, other] = await Promise.all([shareImage(card('Same')), shareImage(card('Same'))])
    expect(one).toBe(other)
  })
})

describe('shareStamp', () => {
  it('changes with everything that is drawn', () => {
    const stamps = [
      card('a'),
      card('b'),
      card('a', { owner: 'Bo' }),
      card('a', { detail: 'x' }),
      card('a', { summary: 'x' }),
      card('a', { kind: 'post' }),
      card('a', { picture: '/media/a.png' }),
    ].map(shareStamp)
    expect(new Set(stamps).size).toBe(7)
    expect(shareStamp(card('a', { id: 'y' }))).toBe(stamps[0])
  })

  it('names no look unless the owner has chosen one', () => {
    const words = JSON.stringify([3, 'note', 'a', 'Ada Lovelace', '', '2026-03-01'])
    expect(shareStamp(card('a'))).toBe(createHash('sha256').update(words).digest('hex').slice(0, 16))
    const appearance = shareAppearance({ ...UNCHANGED, scheme: 'dark' })
    expect(shareStamp(card('a', { appearance }))).not.toBe(shareStamp(card('a')))
  })
})

describe('coverage.json', () => {
  it('names exactly the code points the fonts have glyphs for', () => {
    const found = new Set(
      readdirSync(FONTS)
        .filter((name) => /\.[ot]tf$/.test(name))
        .flatMap((name) => codePointsOf(readFileSync(join(FONTS, name)))),
    )
    const named: number[] = []
    for (let at = 0; at < coverage.length; at += 2) {
      for (let point = coverage[at] ?? 0; point <= (coverage[at + 1] ?? 0); point += 1) named.push(point)
    }
    expect(named).toEqual([...found].sort((a, b) => a - b))
  })
})

/** Reads the tables of formats 4 and 12 of a font's `cmap`. */
function codePointsOf(font: Buffer): number[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at)
  const record = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0
  const cmap = font.subarray(font.readUInt32BE(record + 8))
  const points: number[] = []
  for (let at = 0; at < cmap.readUInt16BE(2); at += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * at + 4))
    if (table.readUInt16BE(0) === 12) points.push(...groups(table))
    if (table.readUInt16BE(0) === 4) points.push(...segments(table))
  }
  return points
}

function* groups(table: Buffer): Generator<number> {
  for (let at = 16; at < 16 + 12 * table.readUInt32BE(12); at += 12) {
    for (let point = table.readUInt32BE(at); point <= table.readUInt32BE(at + 4); point += 1) yield point
  }
}

function* segments(table: Buffer): Generator<number> {
  const count = table.readUInt16BE(6) / 2
  for (let at = 0; at < count; at += 1) {
    const end = table.readUInt16BE(14 + 2 * at)
    const start = table.readUInt16BE(16 + 2 * count + 2 * at)
    const delta = table.readUInt16BE(16 + 4 * count + 2 * at)
    const offsetAt = 16 + 6 * count + 2 * at
    const offset = table.readUInt16BE(offsetAt)
    for (let point = start; point <= end && point < 0xffff; point += 1) {
      const glyph =
        offset === 0 ? (point + delta) & 0xffff : table.readUInt16BE(offsetAt + offset + 2 * (point - start))
      if (glyph !== 0) yield point
    }
  }
}
