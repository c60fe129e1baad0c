import { describe, expect, it } from 'vitest'
import { type LocalState, resume, type ServerCopy } from '@/lib/working-copy/resume'

const words = { text: (text: string) => text.split(/(?<= )/) }
const ROW = { version: 3, fields: { title: 'Title', text: 'one two three' }, isNew: false, isDraft: false }

const server = (text: string, part: Partial<ServerCopy> = {}): ServerCopy => ({
  ...{ _id: 'copy', version: 5, fields: { title: 'Title', text }, base: ROW.fields, baseVersion: ROW.version },
  ...{ writer: 'other', sequence: 1, ...part },
})
const left = (text: string, part: Partial<LocalState> = {}): LocalState => ({
  ...{ form: 'mine', sequence: 9, fields: { title: 'Title', text }, base: ROW.fields, baseVersion: ROW.version },
  ...{ shared: null, ...part },
})
const textOf = (resumed: ReturnType<typeof resume>) => resumed.fields.text
const FIVE = { _id: 'copy', version: 5, fields: { title: 'Title', text: 'one two three' } }

describe('a form that is opened', () => {
  it('holds what is published where nothing else is', () => {
    expect(resume(ROW, null, [], words)).toMatchObject({ fields: ROW.fields, shared: null, base: ROW, other: null })
  })

  it('goes on with the copy of the server', () => {
    const copy = server('one TWO three')
    expect(resume(ROW, copy, [], words)).toMatchObject({ fields: copy.fields, shared: copy, other: null })
  })

  it('goes on with what only this browser has', () => {
    expect(textOf(resume(ROW, null, [left('one two three four')], words))).toBe('one two three four')
  })

  it.each([
    ['went on from that copy', { shared: FIVE }, {}],
    ['has stored more since the page was rendered', { shared: { ...FIVE, version: 6 } }, {}],
    ['wrote that copy, and its answer never came', {}, { writer: 'mine', sequence: 8 }],
    ['went on from the one that wrote that copy', { resumed: { other: 1 } }, {}],
  ])('takes the newer text of a form that %s', (_, state, copy) => {
    const resumed = resume(ROW, server('one two three', copy), [left('one two three, and more', state)], words)
    expect(resumed).toMatchObject({ fields: { text: 'one two three, and more' }, other: null })
  })

  it.each([9, 10])(
    'takes the copy that a form wrote in its state %i, rather than what it left in state 9',
    (sequence) => {
      const resumed = resume(ROW, server('newer', { writer: 'mine', sequence }), [left('older')], words)
      expect(textOf(resumed)).toBe('newer')
    },
  )

  it('merges what was changed in two places, and asks about nothing', () => {
    const state = left('ONE two three', { shared: { ...FIVE, version: 4 } })
    const resumed = resume(ROW, server('one two THREE'), [state], words)
    expect(resumed).toMatchObject({ fields: { text: 'ONE two THREE' }, shared: { version: 5 }, other: null })
  })

  it('offers both where both changed the same, and remembers from what they went on', () => {
    const before = { ...FIVE, version: 4 }
    const resumed = resume(ROW, server('one TWO three'), [left('one 2 THREE', { shared: before })], words)
    expect(resumed.fields.text).toBe('one 2 THREE')
    expect(resumed.other).toEqual({ fields: { title: 'Title', text: 'one TWO THREE' }, type: 'copy' })
    expect(resumed.shared).toEqual(before)
  })

  it('takes in what several closed tabs have left', () => {
    const states = [left('ONE two three'), left('one two THREE', { form: 'third' })]
    expect(textOf(resume(ROW, null, states, words))).toBe('ONE two THREE')
  })

  it.each([
    ['in the order they were written', ['first', 'second']],
    ['in another order', ['second', 'first']],
  ])('takes the newest of several forms that went on from each other, %s', (_, order) => {
    const states = {
      first: left('one two 3', { form: 'first', sequence: 4, shared: FIVE }),
      second: left('one two 3, and four', { form: 'second', sequence: 2, shared: FIVE, resumed: { first: 4 } }),
    }
    const found = order.map((name) => states[name as keyof typeof states])
    expect(resume(ROW, server('one two three'), found, words)).toMatchObject({
      fields: { text: 'one two 3, and four' },
      other: null,
    })
  })

  it('takes in what was published since, where nothing is changed twice', () => {
    const row = { ...ROW, version: 4, fields: { title: 'New title', text: 'one two THREE' } }
    expect(resume(row, server('ONE two three'), [], words)).toMatchObject({
      fields: { title: 'New title', text: 'ONE two THREE' },
      shared: server('ONE two three'),
      base: row,
      other: null,
    })
  })

  it('offers what was published since beside it where both changed the same, and still counts as begun before', () => {
    const row = { ...ROW, version: 4, fields: { title: 'Title', text: 'one two 3' } }
    const resumed = resume(row, server('one two THREE'), [], words)
    expect(resumed.fields.text).toBe('one two THREE')
    expect(resumed.other).toEqual({ fields: row.fields, type: 'published' })
    expect(resumed.base).toEqual({ version: ROW.version, fields: ROW.fields })
  })

  it('keeps its text when the page is older than the copy', () => {
    const row = { ...ROW, version: 2, fields: { title: 'Title', text: 'older' } }
    expect(textOf(resume(row, server('one TWO three'), [], words))).toBe('one TWO three')
  })

  it('takes what a draft says, but for what its row cannot hold yet', () => {
    const row = { version: 3, fields: { title: 'Title', text: 'cleaned' }, isNew: false, isDraft: true }
    const copy = server('as typed', {
      fields: { title: 'Too long', text: 'as typed' },
      base: { title: 'Title', text: 'as typed' },
    })
    expect(resume(row, copy, [], words).fields).toEqual({ title: 'Too long', text: 'cleaned' })
  })

  it('takes no earlier state of a draft for somebody else’s, when it came from this very form', () => {
    const row = { version: 4, fields: { title: 'Title', text: 'one two thr' }, isNew: false, isDraft: true }
    const copy = server('one two thr', { baseVersion: 4, base: row.fields, writer: 'mine', sequence: 8 })
    const state = left('one two three four', { baseVersion: 3, shared: { ...FIVE, version: 4 } })
    expect(resume(row, copy, [state], words)).toMatchObject({ fields: { text: 'one two three four' }, other: null })
  })

  it('goes on with what was written in a row that is gone', () => {
    const row = { version: 0, fields: { title: '', text: '' }, isNew: true, isDraft: false }
    expect(textOf(resume(row, server('one TWO three'), [], words))).toBe('one TWO three')
  })
})
