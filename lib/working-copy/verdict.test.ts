import { expect, it } from 'vitest'
import { type Stored, verdict } from '@/lib/working-copy/verdict'

const row = { version: 3, isDraft: true }
const copy = { id: 'a', version: 5, baseVersion: 3, writer: 'mine', sequence: 7 }
const next = { isNew: false, on: null, writer: 'mine', sequence: 8, baseVersion: 3 }
const on = (version: number) => ({ writer: 'other', on: { _id: 'a', version } })

it.each<
  [what: string, stored: Stored, sent: Partial<Parameters<typeof verdict>[1]>, hasEnded: boolean, becomes: string]
>([
  ['after what the same form has stored', { row, copy }, {}, false, 'stored'],
  ['once more', { row, copy }, { sequence: 7 }, false, 'stale'],
  ['by a form that was finished since', { row, copy }, {}, true, 'stale'],
  ['by another form, on what is stored', { row, copy }, on(5), false, 'stored'],
  ['by another form, on what was stored before', { row, copy }, on(4), false, 'stale'],
  ['on a draft that another call has changed', { row: { ...row, version: 4 }, copy }, {}, false, 'behind'],
  ['of a row that is deleted', { row: null, copy: null }, {}, false, 'gone'],
  ['of a new row', { row: null, copy: null }, { isNew: true }, false, 'stored'],
])('a text that is sent %s', (_, stored, sent, hasEnded, becomes) => {
  expect(verdict(stored, { ...next, ...sent }, hasEnded)).toBe(becomes)
})
