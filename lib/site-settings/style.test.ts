import { existsSync, readdirSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { firstFonts, fontRules } from '@/lib/site-settings/fonts'
import { FONT_PAIRINGS } from '@/lib/site-settings/look'
import { styleRules } from '@/lib/site-settings/style'

const UNCHANGED = { accent: '', accentDark: '', fonts: 'book' } as const

describe('the rules of the owner’s look', () => {
  it('are none where nothing is changed', () => {
    expect(styleRules(UNCHANGED)).toBe('')
  })

  it('take each accent by itself', () => {
    expect(styleRules({ ...UNCHANGED, accent: '#14693f' })).toMatch(/^:root\{--accent-light:#14693f;--accent-dark:#/)
    const dark = styleRules({ ...UNCHANGED, accentDark: '#ffd400' })
    expect(dark).toBe(':root{--accent-light:#2a3fb8;--accent-dark:#ffd400}')
  })
})

describe.each(FONT_PAIRINGS)('the fonts “%s”', (pairing) => {
  const files = [...fontRules(pairing).matchAll(/"(\/fonts\/[^"]+)"/g)].map(([, file]) => String(file))

  it('are there, with their licence', () => {
    const licences = readdirSync('public/fonts').filter((name) => name.endsWith('.OFL.txt'))
    for (const file of [...files, ...firstFonts(pairing)]) {
      expect(existsSync(`public${file}`), file).toBe(true)
      expect(
        licences.some((name) => file.startsWith(`/fonts/${name.replace('.OFL.txt', '')}`)),
        file,
      ).toBe(true)
    }
  })

  it('take little before the first paint', () => {
    const bytes = firstFonts(pairing).map((file) => statSync(`public${file}`).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000)
  })
})
