import { describe, expect, it } from 'vitest'
import { pageWindow } from '@/components/ui/pagination'

describe('pageWindow', () => {
  it('lists every page of a short list', () => {
    expect(pageWindow(2, 4)).toEqual([1, 2, 3, 4])
  })

  it('keeps the ends and leaves out the rest', () => {
    expect(pageWindow(10, 20)).toEqual([1, null, 9, 10, 11, null, 20])
  })

  it('shows a page rather than a gap of one', () => {
    expect(pageWindow(4, 20)).toEqual([1, 2, 3, 4, 5, null, 20])
    expect(pageWindow(18, 20)).toEqual([1, null, 17, 18, 19, 20])
  })
})
