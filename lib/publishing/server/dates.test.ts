import { expect, it } from 'vitest'
import { publishedAtOfChanged, publishingState } from '@/lib/publishing/server/visibility'

const NOW = new Date('2026-01-02T12:00:00Z')
const BEFORE = new Date('2026-01-01T12:00:00Z')
const AFTER = new Date('2026-01-03T12:00:00Z')

it('what has its date now is public', () => {
  expect(publishingState({ publishedAt: NOW }, NOW).status).toBe('published')
  expect(publishingState({ publishedAt: AFTER }, NOW).status).toBe('scheduled')
  expect(publishingState({ publishedAt: null }, NOW).status).toBe('draft')
})

it.each([
  ['unpublished, it keeps the date it was public from', 'draft', BEFORE, null, { publishedAt: null, keptDate: BEFORE }],
  ['unpublished before its time, it has none to keep', 'draft', AFTER, null, { publishedAt: null, keptDate: null }],
  ['published again, it gets it back', 'published', null, BEFORE, { publishedAt: BEFORE, keptDate: null }],
  ['published first, it is of now', 'published', null, null, { publishedAt: NOW, keptDate: null }],
  ['published before its time, too', 'published', AFTER, null, { publishedAt: NOW, keptDate: null }],
  ['published once more, it stays', 'published', BEFORE, null, {}],
] as const)('%s', (_, status, publishedAt, keptDate, columns) => {
  expect(publishedAtOfChanged({ status }, { publishedAt, keptDate }, NOW)).toEqual(columns)
})
