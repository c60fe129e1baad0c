import { describe, expect, it } from 'vitest'
import { parseStoredProfile } from '@/lib/browser/stored-profile'

describe('parseStoredProfile', () => {
  it('reads id, name and isAdmin', () => {
    expect(parseStoredProfile('{"id":"a","name":"Ada","isAdmin":true}')).toEqual({
      id: 'a',
      name: 'Ada',
      isAdmin: true,
    })
  })

  it('takes only a true for an admin', () => {
    expect(parseStoredProfile('{"id":"a","name":"Ada","isAdmin":"true"}')?.isAdmin).toBe(false)
    expect(parseStoredProfile('{"id":"a"}')).toEqual({ id: 'a', name: '', isAdmin: false })
  })

  it.each([null, '', 'nonsense', 'null', '[]', '"a"', '{}', '{"id":""}', '{"id":7}'])('finds nobody in %s', (text) => {
    expect(parseStoredProfile(text)).toBeNull()
  })
})
