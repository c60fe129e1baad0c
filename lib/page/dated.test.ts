import { expect, it } from 'vitest'
import { isOutdated } from '@/lib/page/dated'
import { DAY_MS } from '@/lib/platform/days'

const NOW = Date.parse('2026-06-01T12:00:00Z')

it.each([
  ['now', 90, false],
  ['now', 91, true],
  ['imprint', 400, false],
  [null, 400, false],
])('the page /%s that is as it was %i days ago is outdated: %s', (slug, days, expected) => {
  expect(isOutdated({ slug, updatedAt: new Date(NOW - days * DAY_MS) }, NOW)).toBe(expected)
})
