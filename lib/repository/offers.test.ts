import { describe, expect, it } from 'vitest'
import { offersOf } from './offers'
import type { RepositoryFacts, RepositoryValues } from './schema'

const factsOf = (values: RepositoryValues): RepositoryFacts => ({
  ...{ id: '1', etag: '', fetchedAt: '2026-01-01T00:00:00.000Z', values },
})

type Case = { now: string; before?: string; fetched?: string; isOwn?: boolean }

function offer(field: 'description' | 'title' | 'tech', { now, before, fetched, isOwn = true }: Case) {
  const last = before === undefined ? null : factsOf({ [field]: before })
  const facts = factsOf(fetched === undefined ? {} : { [field]: fetched })
  const [found] = offersOf({ [field]: now }, { facts, last, isOwn })
  return found ? `${found.isChosen ? 'chosen' : 'open'}: ${found.value}` : 'nothing'
}

describe('a field', () => {
  it.each<[string, Case, string]>([
    ['is filled where it is blank', { now: '', fetched: 'new' }, 'chosen: new'],
    ['is filled where it says what was read before', { now: 'old', before: 'old', fetched: 'new' }, 'chosen: new'],
    ['is left to its owner where it was typed', { now: 'typed', fetched: 'new' }, 'open: new'],
    ['and where it was typed over', { now: 'typed', before: 'old', fetched: 'new' }, 'open: new'],
    ['is silent where it was declined before', { now: 'typed', before: 'new', fetched: 'new' }, 'nothing'],
    ['may be filled after all where it was emptied', { now: '', before: 'new', fetched: 'new' }, 'open: new'],
    ['is silent where it says so already', { now: 'new', before: 'old', fetched: 'new' }, 'nothing'],
    ['is silent where nothing is said of it', { now: 'typed', before: 'old' }, 'nothing'],
  ])('%s', (_what, values, expected) => expect(offer('title', values)).toBe(expected))

  it('with a text by somebody else is left to the owner, a fact is not', () => {
    expect(offer('description', { now: '', fetched: 'new', isOwn: false })).toBe('open: new')
    expect(offer('description', { now: '', fetched: 'new' })).toBe('chosen: new')
    expect(offer('title', { now: '', fetched: 'new', isOwn: false })).toBe('chosen: new')
  })

  it('of technologies keeps those that were typed, and knows them in any spelling', () => {
    expect(offer('tech', { now: 'React.js, Vim', fetched: 'Go, React' })).toBe('open: React.js, Vim, Go')
    expect(offer('tech', { now: 'ReactJS, golang', fetched: 'Go, React' })).toBe('nothing')
    expect(offer('tech', { now: 'Zig', before: 'zig', fetched: 'Go' })).toBe('chosen: Go')
  })

  it('that a form does not have is not offered', () => {
    expect(offersOf({}, { facts: factsOf({ licence: 'MIT' }), last: null, isOwn: true })).toEqual([])
  })
})
