import { urlOfWidth } from '@/lib/media/variants'
import { accentColours, DEFAULT_ACCENT, mix } from '@/lib/site-settings/accent'
import type { FontPairing } from '@/lib/site-settings/look'
import type { Settings } from '@/lib/site-settings/schema'

export type ShareSettings = Pick<Settings, 'accent' | 'accentDark' | 'scheme' | 'fonts' | 'sharePortrait' | 'avatar'>

/** Colours "#rrggbb". `barAccent` is the accent on the black bar; `portrait` the address of a picture, "" for none. */
export type ShareAppearance = {
  paper: string
  ink: string
  muted: string
  line: string
  watermark: string
  accent: string
  barAccent: string
  portrait: string
  fonts: FontPairing
}

/** Wide enough for its place on the card, twice over. */
const PORTRAIT_PX = 480

/** The site's colours (app/globals.css) in the scheme the owner chose; light where visitors' devices choose. */
export function shareAppearance({
  accent,
  accentDark,
  scheme,
  fonts,
  sharePortrait,
  avatar,
}: ShareSettings): ShareAppearance {
  const { light, dark } = accentColours(accent, accentDark)
  const own = {
    fonts,
    barAccent: dark.colour,
    portrait: sharePortrait && avatar ? urlOfWidth(avatar, PORTRAIT_PX) : '',
  }
  if (scheme === 'dark') {
    const colours = { paper: '#121316', ink: '#ecebe6', muted: '#a6a9af', line: '#34373d' }
    return { ...colours, watermark: mix(colours.paper, dark.colour, 0.1), accent: dark.colour, ...own }
  }
  const colours = { paper: '#fcfcfa', ink: '#16181c', muted: '#585c63', line: '#dadad4' }
  const watermark = light.colour === DEFAULT_ACCENT ? '#ececf4' : mix(colours.paper, light.colour, 0.08)
  return { ...colours, watermark, accent: light.colour, ...own }
}
