import { describe, expect, it } from 'vitest'
import { EXTRACT_MAX_CHARACTERS, extractOf, matcherOf } from '@/lib/search/extract'

const marked = (text: string, words: string[], prefixes: string[] = []) => {
  const { extract, marks } = extractOf(text, matcherOf(words, prefixes))
  return { extract, words: marks.map(([from, to]) => extract.slice(from, to)) }
}

describe('extractOf', () => {
  it('marks the words in a short text as they are written', () => {
    expect(marked('Use useEffect, then\nawait it.', ['effect', 'await'])).toEqual({
      extract: 'Use useEffect, then await it.',
      words: ['useEffect', 'await'],
    })
  })

  it('shows the piece of a long text that has most of the words', () => {
    const text = `Locks. ${'Nothing is here. '.repeat(40)}Deadlocks come from locks in another order. ${'Nor here. '.repeat(40)}`
    const { extract, words } = marked(text, ['deadlocks', 'locks', 'order'])
    expect(words).toEqual(['Deadlocks', 'locks', 'order'])
    expect(extract).toMatch(/^….*…$/)
    expect(extract.length).toBeLessThanOrEqual(EXTRACT_MAX_CHARACTERS + 2)
  })

  it('begins at the beginning where the text has none of them', () => {
    const { extract, words } = marked('word '.repeat(100), ['title'])
    expect(extract).toMatch(/^word/)
    expect(words).toEqual([])
  })

  it('marks what somebody has begun to write', () => {
    expect(marked('A Kubernetes cluster', [], ['kube']).words).toEqual(['Kubernetes'])
  })

  it('cuts no character in two where there are no spaces', () => {
    expect(marked('😀'.repeat(300), []).extract).not.toMatch(/\p{Surrogate}/u)
    expect(marked('東'.repeat(500), ['東']).extract.length).toBeLessThanOrEqual(EXTRACT_MAX_CHARACTERS + 2)
  })
})
