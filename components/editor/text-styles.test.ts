import { expect, it } from 'vitest'
import { cleanStyle } from '@/lib/rich-text/style'
import { BACKGROUND_COLOURS, FONTS, fontOf, SIZES, TEXT_COLOURS } from './text-styles'

/** The site's own colours (app/globals.css): paper, surface and text, light and dark. */
const PAGE = { light: ['#fcfcfa', '#f2f2ee'], dark: ['#121316', '#1b1d21'] }
const TEXT = { light: '#16181c', dark: '#ecebe6' }
const READABLE = 4.5

function luminance([red, green, blue]: number[]): number {
  const linear = [red, green, blue].map((part = 0) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0)
}

const ofHex = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

function contrast(one: number[], other: number[]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function pair(value: string): { light: number[]; dark: number[] } {
  const parts = (value.match(/\d+/g) ?? []).map(Number)
  return { light: parts.slice(0, 3), dark: parts.slice(3) }
}

it.each(TEXT_COLOURS)('the text colour $name is readable in light and dark', ({ value }) => {
  const { light, dark } = pair(value)
  for (const page of PAGE.light) expect(contrast(light, ofHex(page))).toBeGreaterThan(READABLE)
  for (const page of PAGE.dark) expect(contrast(dark, ofHex(page))).toBeGreaterThan(READABLE)
})

it.each(BACKGROUND_COLOURS)('text on the background $name is readable in light and dark', ({ value }) => {
  const { light, dark } = pair(value)
  expect(contrast(light, ofHex(TEXT.light))).toBeGreaterThan(READABLE)
  expect(contrast(dark, ofHex(TEXT.dark))).toBeGreaterThan(READABLE)
})

it('every style it offers is one the sanitiser keeps as it is', () => {
  const styles = [
    ...FONTS.map(({ value }) => `font-family: ${value};`),
    ...SIZES.map(({ value }) => `font-size: ${value};`),
    ...TEXT_COLOURS.map(({ value }) => `color: ${value};`),
    ...BACKGROUND_COLOURS.map(({ value }) => `background-color: ${value};`),
  ]
  for (const style of styles) expect(cleanStyle(style, false)).toBe(style)
})

it('a font of an old note is shown as the one of its kind', () => {
  expect(fontOf('serif')?.label).toBe('Serif')
  expect(fontOf('monospace')?.label).toBe('Monospace')
  expect(fontOf('"Comic Sans MS", cursive')).toBeUndefined()
})
