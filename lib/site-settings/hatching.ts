import { DEFAULT_ACCENT } from '@/lib/site-settings/accent'

/** How engravers write colours with lines alone, since 1638: red upright, blue level, green and purple slanted, gold in dots, black crossed. */
export type Hatching = 'upright' | 'level' | 'down' | 'up' | 'dots' | 'crossed'

/** Below this share of colour it is black. */
const GREY_MAX_CHROMA = 0.09
/** The hue, in degrees, up to which a sign goes. */
const HUES: Array<[until: number, sign: Hatching]> = [
  [20, 'upright'],
  [70, 'dots'],
  [165, 'down'],
  [255, 'level'],
  [330, 'up'],
  [360, 'upright'],
]

/** The sign of an accent, "#rrggbb" or "" for the design's own. */
export function hatchingOf(accent: string): Hatching {
  const colour = accent || DEFAULT_ACCENT
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const most = Math.max(red, green, blue)
  const chroma = most - Math.min(red, green, blue)
  if (chroma <= GREY_MAX_CHROMA) return 'crossed'
  const sixth =
    most === red ? (green - blue) / chroma : most === green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma
  const hue = (sixth * 60 + 360) % 360
  return HUES.find(([until]) => hue < until)?.[1] ?? 'upright'
}

/** The half of the mark's orb (printers-mark.tsx) that is hatched, in its units. */
const ORB = { x: 100, y: 168, radius: 80.8 }
const GAP = 8
/** From the first line to the bar through the orb. */
const REST = 6

const DIRECTIONS: Record<Hatching, Array<[x: number, y: number]>> = {
  level: [[1, 0]],
  upright: [[0, 1]],
  down: [[Math.SQRT1_2, Math.SQRT1_2]],
  up: [[Math.SQRT1_2, -Math.SQRT1_2]],
  crossed: [
    [1, 0],
    [0, 1],
  ],
  dots: [[1, 0]],
}

/** The upper half of the orb in an accent's hatching, as the data of a path. */
export function hatchingPath(accent: string): string {
  const sign = hatchingOf(accent)
  return DIRECTIONS[sign].map(([x, y]) => (sign === 'dots' ? dots() : lines(x, y))).join('')
}

/** How that path is drawn: dots are round ends. */
export function hatchingStroke(accent: string): { strokeWidth: number; strokeLinecap?: 'round' } {
  return hatchingOf(accent) === 'dots' ? { strokeWidth: 2, strokeLinecap: 'round' } : { strokeWidth: 0.9 }
}

const places = Array.from({ length: 23 }, (_, index) => (index - 11) * GAP)

/** Parallels in one direction, cut at the orb's edge and above the bar. */
function lines(x: number, y: number): string {
  let path = ''
  for (const place of places) {
    // None lies on the bar, or on the staff.
    const away = place + (y === 0 ? -REST : GAP / 2)
    const half = Math.sqrt(Math.max(0, ORB.radius ** 2 - away ** 2))
    // A point is `away` from the middle, and `along` the direction.
    const heightAt = (along: number) => away * x + along * y
    let [from, to] = [-half, half]
    if (y === 0) {
      if (away > -REST) continue
    } else {
      const bar = (-REST - away * x) / y
      if (y > 0) to = Math.min(to, bar)
      else from = Math.max(from, bar)
    }
    if (to - from < 1) continue
    const point = (along: number) => `${round(ORB.x - away * y + along * x)} ${round(ORB.y + heightAt(along))}`
    path += `M${point(from)}L${point(to)}`
  }
  return path
}

/** Lines of no length, which round ends make dots. */
function dots(): string {
  let path = ''
  for (let row = 0; row * GAP < ORB.radius; row += 1) {
    const y = -REST - row * GAP
    const half = Math.sqrt(Math.max(0, ORB.radius ** 2 - y ** 2)) - 2
    const shift = row % 2 === 0 ? GAP / 2 : 0
    for (let x = shift - GAP * 11; x <= half; x += GAP) {
      if (x >= -half) path += `M${round(ORB.x + x)} ${round(ORB.y + y)}h.01`
    }
  }
  return path
}

const round = (value: number) => Math.round(value * 10) / 10
