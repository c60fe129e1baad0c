import { describe, expect, it } from 'vitest'
import { namesEtag } from '@/lib/http/server/etag'

describe('namesEtag', () => {
  it.each([
    ['W/"a"', true],
    ['"a"', true],
    ['"b", W/"a"', true],
    ['*', true],
    ['"ab"', false],
    ['', false],
    [null, false],
  ])('judges %j', (header, expected) => {
    expect(namesEtag(header, 'W/"a"')).toBe(expected)
  })
})
