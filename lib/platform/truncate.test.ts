import { describe, expect, it } from 'vitest'
import { truncate } from '@/lib/platform/truncate'

describe('clip', () => {
  it('leaves a short text alone but for its line breaks', () => {
    expect(truncate(' one\n\ttwo ', 20)).toBe('one two')
  })

  it('cuts between words and drops the comma before the cut', () => {
    expect(truncate('one two, three four', 14)).toBe('one two…')
  })

  it('cuts a text without spaces at the limit, never inside an emoji', () => {
    expect(truncate('日本語日本語', 4)).toBe('日本語…')
    expect(truncate('👩👩👩👩', 3)).toBe('👩👩…')
  })
})
