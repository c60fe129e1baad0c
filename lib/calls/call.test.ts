import { expect, it } from 'vitest'
import { addressOf } from './call'

it('fills in the segments of a path and adds a query without what is blank', () => {
  expect(addressOf({ path: '/api/note/:id' }, { id: 'a/b?c' })).toBe('/api/note/a%2Fb%3Fc')
  expect(addressOf({ path: '/api/audit' }, {}, { format: 'csv', filter: '' })).toBe('/api/audit?format=csv')
  expect(addressOf({ path: '/api/post' }, {}, { keyword: 'C# & F#', limit: '20', after: undefined })).toBe(
    '/api/post?keyword=C%23%20%26%20F%23&limit=20',
  )
})
