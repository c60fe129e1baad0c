import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { iconImage } from '@/lib/seo/server/icon-image'
import { ICON_FILES, type IconFile, iconMetadata, iconStamp, manifestText, siteIcon } from '@/lib/seo/server/site-icon'
import { DEFAULT_ACCENT } from '@/lib/site-settings/accent'
import { FONT_PAIRINGS } from '@/lib/site-settings/look'
import { UNNAMED_SITE } from '@/lib/texts/constants'

const avatar = {
  ...{ url: '/media/large.png', width: 2_000, height: 2_000, alt: '' },
  variants: [480, 960].map((width) => ({ width, url: `/media/${width}.png` })),
}
const SITE = {
  ownerName: 'Ada King Lovelace',
  titleLine: '',
  accent: '',
  fonts: 'book',
  icon: 'initials',
  avatar,
} as const

describe('the site’s icon', () => {
  it('is the owner’s choice, as far as there is what it shows', () => {
    expect(siteIcon(SITE)).toEqual({ colour: DEFAULT_ACCENT, letters: 'AL', portrait: '', fonts: 'book' })
    expect(siteIcon({ ...SITE, accent: '#14693f', icon: 'mark' })).toMatchObject({ colour: '#14693f', letters: '' })
    expect(siteIcon({ ...SITE, icon: 'portrait' })).toMatchObject({ letters: '', portrait: '/media/960.png' })
    expect(siteIcon({ ...SITE, icon: 'portrait', avatar: null })).toMatchObject({ letters: 'AL', portrait: '' })
    // No font of ours has Tamil.
    expect(siteIcon({ ...SITE, ownerName: 'தமிழ்' })).toMatchObject({ letters: '' })
  })

  it('is the mark, as before, where nobody has named the site', () => {
    const unnamed = { ...SITE, ownerName: UNNAMED_SITE, icon: 'portrait' } as const
    expect(siteIcon(unnamed)).toMatchObject({ letters: '', portrait: '' })
    expect(iconMetadata(unnamed).icons).toMatchObject({ icon: { url: '/icon.svg' } })
  })

  it('has an address that changes with all it shows', () => {
    const sites = [
      SITE,
      { ...SITE, accent: '#14693f' },
      { ...SITE, icon: 'mark' },
      { ...SITE, ownerName: 'Bo' },
      { ...SITE, fonts: 'grotesk' },
    ] as const
    expect(new Set(sites.map((site) => iconStamp(siteIcon(site)))).size).toBe(sites.length)
    const { icons } = JSON.parse(manifestText(SITE))
    expect(icons.map(({ sizes, purpose }: Record<string, string>) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ])
    for (const { src } of icons) expect(src).toContain(`/icon/${iconStamp(siteIcon(SITE))}/`)
  })

  it('has its letters in the face of titles', async () => {
    const drawn = await Promise.all(
      FONT_PAIRINGS.map(async (fonts) => Buffer.from(await iconImage(siteIcon({ ...SITE, fonts }), '96.png'))),
    )
    expect(new Set(drawn.map((icon) => icon.toString('base64'))).size).toBe(FONT_PAIRINGS.length)
  })

  it.each(Object.keys(ICON_FILES).filter((file) => file !== 'favicon.ico') as IconFile[])(
    'is drawn as %s',
    async (file) => {
      const { size, bleeds } = ICON_FILES[file]
      for (const icon of [
        siteIcon(SITE),
        siteIcon({ ...SITE, ownerName: '漢字' }),
        siteIcon({ ...SITE, icon: 'mark' }),
      ]) {
        const image = sharp(await iconImage(icon, file))
        expect(await image.metadata()).toMatchObject({ format: 'png', width: size, height: size })
        const pixels = await image.ensureAlpha().raw().toBuffer()
        // The corner, and how much of it is neither transparent nor the accent.
        expect(pixels[3]).toBe(bleeds ? 255 : 0)
        const light = pixels.filter((value, at) => at % 4 === 0 && value > 200).length / (size * size)
        expect(light).toBeGreaterThan(0.02)
        expect(light).toBeLessThan(0.4)
      }
    },
  )

  it('looks like the design’s own file where it is the mark in the design’s colour', async () => {
    const own = await sharp(readFileSync('public/icon.svg'), { density: 288 })
      .resize(96, 96)
      .ensureAlpha()
      .raw()
      .toBuffer()
    const drawn = await sharp(await iconImage(siteIcon({ ...SITE, icon: 'mark' }), '96.png'))
      .raw()
      .toBuffer()
    const differing = own.filter((value, at) => Math.abs(value - (drawn[at] ?? 0)) > 64).length
    expect(differing / own.length).toBeLessThan(0.02)
  })

  it('is an ICO file where one is asked for', async () => {
    const file = Buffer.from(await iconImage(siteIcon(SITE), 'favicon.ico'))
    expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4), file[6]]).toEqual([0, 1, 1, 48])
    expect(await sharp(file.subarray(file.readUInt32LE(18))).metadata()).toMatchObject({ format: 'png', width: 48 })
  })
})
