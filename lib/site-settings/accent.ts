import { contrastRatio, DARK_GROUND, LIGHT_GROUND, TEXT_MIN_CONTRAST } from '@/lib/platform/contrast'

/** The design's own (--accent-light and --accent-dark in app/globals.css), shown where none is chosen. */
export const DEFAULT_ACCENT = '#2a3fb8'
const DEFAULT_DARK_ACCENT = '#a9b6ff'

/** More than WCAG requires: on a dark ground a barely readable colour glows and tires. */
const DARK_MIN_CONTRAST = 7
const WHITE = '#ffffff'
const BLACK = '#000000'
const STEPS = 100

/** An accent as each scheme shows it, "#rrggbb", with its contrast on that scheme's ground. */
export type AccentColours = Record<'light' | 'dark', { colour: string; contrast: number }>

/**
 * The colours the owner's accents are shown in, each "#rrggbb", or "" where none is chosen. Light takes its accent as it
 * is; without one of its own dark takes the nearest tint of it that is easily read there, so that one choice serves both.
 */
export function accentColours(accent: string, accentDark = ''): AccentColours {
  const light = accent || DEFAULT_ACCENT
  const dark = accentDark || darkOf(accent)
  return {
    light: { colour: light, contrast: contrastRatio(light, LIGHT_GROUND) },
    dark: { colour: dark, contrast: contrastRatio(dark, DARK_GROUND) },
  }
}

const darkOf = (accent: string) =>
  accent === '' ? DEFAULT_DARK_ACCENT : nearestReadable(accent, WHITE, DARK_GROUND, DARK_MIN_CONTRAST)

/** A typed colour as "#rrggbb" ("#abc" is short for "#aabbcc"); "" if nothing is typed, null if it is not a colour. */
export function typedColour(value: string): string | null {
  const typed = value.trim().toLowerCase()
  if (/^#[0-9a-f]{3}$/.test(typed)) return `#${[...typed.slice(1)].map((digit) => digit + digit).join('')}`
  return /^(#[0-9a-f]{6})?$/.test(typed) ? typed : null
}

/** Whether an accent can be read in the light scheme; the dark one makes its own tint. */
export function isReadableAccent(accent: string): boolean {
  return contrastRatio(accent, LIGHT_GROUND) >= TEXT_MIN_CONTRAST
}

/** The same for an accent of the dark scheme alone. */
export function isReadableDarkAccent(accent: string): boolean {
  return contrastRatio(accent, DARK_GROUND) >= TEXT_MIN_CONTRAST
}

/** The nearest shade of a colour that is dark enough to be an accent; the colour itself where it is one. */
export function nearestReadableAccent(colour: string): string {
  return nearestReadable(colour, BLACK, LIGHT_GROUND, TEXT_MIN_CONTRAST)
}

/** The nearest tint of a colour that is light enough to be the accent of the dark scheme. */
export function nearestReadableDarkAccent(colour: string): string {
  return nearestReadable(colour, WHITE, DARK_GROUND, TEXT_MIN_CONTRAST)
}

function nearestReadable(colour: string, towards: string, ground: string, enough: number): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(colour, towards, step / STEPS)
    if (contrastRatio(mixed, ground) >= enough) return mixed
  }
  return towards
}

/** `base` with a share, from 0 to 1, of `added`; colours are "#rrggbb". */
export function mix(base: string, added: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from = 0, to = 0] = [base, added].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16))
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
