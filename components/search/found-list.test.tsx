import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FoundList } from '@/components/search/found-list'

const NOTHING = {
  q: '',
  filters: {},
  choices: { technologies: [{ slug: 'cplusplus', name: 'C++', keys: ['cplusplus'] }], years: [2026] },
  timeZone: 'UTC',
  total: 0,
  isMore: false,
  results: [],
  replaced: [],
  near: [],
  page: 1,
  pageCount: 1,
}

it('marks what was searched for, and keeps markup of texts text', () => {
  const result = {
    kind: 'note' as const,
    _id: '1',
    title: 'On <b>tea</b>',
    titleMarks: [[6, 9]] as Array<[number, number]>,
    path: '/note/1',
    extract: 'Hot tea.',
    marks: [[4, 7]] as Array<[number, number]>,
    tech: '',
    createdAt: '2026-01-02T00:00:00.000Z',
  }
  const html = renderToStaticMarkup(<FoundList {...NOTHING} q="tea" total={1} results={[result]} />)
  expect(html).toMatch(/On &lt;b&gt;<mark[^>]*>tea<\/mark>&lt;\/b&gt;/)
  expect(html).toMatch(/Hot <mark[^>]*>tea<\/mark>\./)
  expect(html).toContain('1 result<')
})

it('says that nothing was found, what is near, and what was taken instead', () => {
  const html = renderToStaticMarkup(
    <FoundList
      {...NOTHING}
      q="kubectlnetes"
      replaced={[{ word: 'raect', by: ['react'] }]}
      near={[{ title: 'Kubernetes', path: '/note/2' }]}
    />,
  )
  expect(html).toContain('Nothing found.')
  expect(html).toContain('href="/note/2"')
  expect(html).toContain('Nothing has “raect”: shown is “react”.')
})

it('keeps the choices of a search, also one that is not listed, and in the addresses of its pages', () => {
  const filters = { tech: 'Zig', year: 2026, kind: 'note' }
  const html = renderToStaticMarkup(
    <FoundList {...NOTHING} q="a b" filters={filters} total={1_000} isMore page={2} pageCount={10} />,
  )
  expect(html).toContain('<option value="Zig" selected="">Zig</option>')
  expect(html).toContain('1,000+ results')
  expect(html).toContain('href="/find?q=a%20b&amp;kind=note&amp;tech=Zig&amp;year=2026&amp;page=3"')
})

it('shows technologies as chips, each once, first the one that narrows it', () => {
  const found = { kind: 'note' as const, _id: '1', title: 'On tea', path: '/note/1', extract: '', marks: [] }
  const result = {
    ...found,
    titleMarks: [],
    tech: 'PostgreSQL,Go, ,Zig,go,Ada,',
    createdAt: '2026-01-02T00:00:00.000Z',
  }
  const html = renderToStaticMarkup(
    <FoundList {...NOTHING} q="tea" filters={{ tech: 'Ada' }} total={1} results={[result]} />,
  )
  const [, list = ''] = /<ul aria-label="Technologies"[^>]*>(.*?)<\/ul>/.exec(html) ?? []
  expect([...list.matchAll(/>([^<]+)</g)].map(([, name]) => name)).toEqual(['Ada', 'PostgreSQL', 'Go', '+1'])
  expect(html).not.toContain('PostgreSQL,Go')
})
