import { expect, it } from 'vitest'
import { parseRevisionRange, revisionNumber } from '@/lib/history/revision-params'
import type { RevisionEntry } from '@/lib/history/schema'

const revisions = [7, 5, 2].map((id) => ({ id }) as RevisionEntry)

it('compares the newest with the one before it, unless others are asked for', () => {
  expect(parseRevisionRange({}, revisions)).toEqual({ from: 5, to: 7 })
  expect(parseRevisionRange({ from: '2' }, revisions)).toEqual({ from: 2, to: 7 })
  expect(parseRevisionRange({ from: '2', to: '5' }, revisions)).toEqual({ from: 2, to: 5 })
  expect(parseRevisionRange({ to: '5' }, revisions)).toEqual({ from: 5, to: 5 })
  expect(parseRevisionRange({ from: ['2', '5'], to: 'x' }, revisions)).toEqual({ from: 5, to: 7 })
  expect(parseRevisionRange({}, revisions.slice(2))).toEqual({ from: 2, to: 2 })
  expect(parseRevisionRange({ from: '2', to: '5' }, [])).toBeNull()
})

it.each(['0', '-1', '1.5', '1e3', ' 1', '9999999999', '', 7, undefined])('takes %j for no revision', (text) => {
  expect(revisionNumber(text)).toBeNull()
})
