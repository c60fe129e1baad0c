import { expect, it } from 'vitest'
import { type Hatching, hatchingOf, hatchingPath } from '@/lib/site-settings/hatching'

it.each([
  ['', 'level'],
  ['#2a3fb8', 'level'],
  ['#0b7285', 'level'],
  ['#b3261e', 'upright'],
  ['#c2185b', 'upright'],
  ['#14693f', 'down'],
  ['#8a6100', 'dots'],
  ['#6a1b9a', 'up'],
  ['#16181c', 'crossed'],
  ['#555555', 'crossed'],
] satisfies Array<[string, Hatching]>)('the sign of “%s” is %s', (accent, sign) => {
  expect(hatchingOf(accent)).toBe(sign)
})

it.each(['#2a3fb8', '#b3261e', '#14693f', '#6a1b9a', '#8a6100', '#16181c'])(
  '“%s” fills the half orb alone',
  (accent) => {
    const path = hatchingPath(accent)
    const points = [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
    expect(points.length).toBeGreaterThan(18)
    for (const [x = 0, y = 0] of points) {
      expect(y).toBeLessThanOrEqual(162.1)
      expect(Math.hypot(x - 100, y - 168)).toBeLessThanOrEqual(81)
    }
  },
)

it('blue is drawn as it was', () => {
  expect(hatchingPath('')).toContain('162L180.6 162')
})
