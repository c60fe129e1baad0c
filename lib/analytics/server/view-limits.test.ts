import { describe, expect, it } from 'vitest'
import { createViewRateLimit } from '@/lib/analytics/server/view-limits'

describe('the limit of page views', () => {
  it('lets 60 a minute through from one address, and again in the next minute', () => {
    let now = 0
    const passes = createViewRateLimit(() => now)
    const let60 = Array.from({ length: 60 }, () => passes('a'))
    expect(let60.every(Boolean)).toBe(true)
    expect(passes('a')).toBe(false)
    expect(passes('b')).toBe(true)
    now = 60_000
    expect(passes('a')).toBe(true)
  })

  it('lets 3,000 a minute through from all addresses together', () => {
    const passes = createViewRateLimit(() => 0)
    const passed = Array.from({ length: 4_000 }, (_, at) => passes(`address ${at}`)).filter(Boolean)
    expect(passed).toHaveLength(3_000)
  })
})
