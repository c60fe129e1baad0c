import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DARK_GROUND, LIGHT_GROUND, TEXT_MIN_CONTRAST } from '@/lib/platform/contrast'
import {
  accentColours,
  DEFAULT_ACCENT,
  isReadableAccent,
  isReadableDarkAccent,
  nearestReadableAccent,
  nearestReadableDarkAccent,
  typedColour,
} from '@/lib/site-settings/accent'
import { updateSettingsSchema } from '@/lib/site-settings/input'

it('measures on the grounds the design has', () => {
  const css = readFileSync('app/globals.css', 'utf8')
  expect(css).toContain(`--accent-light: ${DEFAULT_ACCENT};`)
  expect(css).toContain(`--accent-dark: ${accentColours('').dark.colour};`)
  expect(css).toContain(`--color-surface: light-dark(${LIGHT_GROUND}, ${DARK_GROUND});`)
})

it.each(['#000000', '#2a3fb8', '#b3261e', '#14693f', '#4b0082'])(
  'shows %s so that both schemes can be read',
  (accent) => {
    const { light, dark } = accentColours(accent)
    expect(light.colour).toBe(accent)
    expect(light.contrast).toBeGreaterThanOrEqual(TEXT_MIN_CONTRAST)
    expect(dark.contrast).toBeGreaterThanOrEqual(TEXT_MIN_CONTRAST)
  },
)

it('leaves a colour that is bright enough for the dark scheme alone', () => {
  expect(accentColours('#ffd400').dark.colour).toBe('#ffd400')
})

it.each(['#ffd400', '#ffffff', '#7f7f7f'])(
  'refuses %s, which is too light, and offers a shade that is not',
  (accent) => {
    expect(isReadableAccent(accent)).toBe(false)
    expect(updateSettingsSchema.safeParse({ accent }).success).toBe(false)
    const offered = nearestReadableAccent(accent)
    expect(isReadableAccent(offered)).toBe(true)
    expect(updateSettingsSchema.safeParse({ accent: offered }).success).toBe(true)
  },
)

it.each(['#000000', '#2a3fb8'])('refuses %s in the dark scheme, and offers a tint that can be read there', (accent) => {
  expect(isReadableDarkAccent(accent)).toBe(false)
  expect(updateSettingsSchema.safeParse({ accentDark: accent }).success).toBe(false)
  const offered = nearestReadableDarkAccent(accent)
  expect(updateSettingsSchema.safeParse({ accentDark: offered }).success).toBe(true)
  expect(accentColours('#2a3fb8', offered).dark.colour).toBe(offered)
})

it('takes a colour as people type it', () => {
  expect(['', ' #1A2b3c ', '#abc', '#Abc'].map(typedColour)).toEqual(['', '#1a2b3c', '#aabbcc', '#aabbcc'])
  expect(['abc', '#ab', '#abcd', 'red', '#1a2b3g'].map(typedColour)).toEqual([null, null, null, null, null])
})
