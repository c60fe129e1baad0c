import { describe, expect, it } from 'vitest'
import { findPages, type PageLink } from './page-links'

const page = (name: string): PageLink => ({ name, href: `/note/${name}`, about: 'Note', icon: 'link' })
const pages = ['Setting long text', 'A text editor', 'Text', 'x'].map(page)
const titles = (query: string) => findPages(pages, query).map(({ name }) => name)

describe('linking one’s own pages', () => {
  it('lists the titles that have the words, those that begin with them first', () => {
    expect(titles('TEXT')).toEqual(['Text', 'Setting long text', 'A text editor'])
    expect(titles('text sett')).toEqual(['Setting long text'])
    expect(titles('nowhere')).toEqual([])
  })
})
