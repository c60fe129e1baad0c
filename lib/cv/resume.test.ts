import { describe, expect, it } from 'vitest'
import { dateInWords, periodInWords, publicCv, readResume, workGroups } from '@/lib/cv/resume'

const OFF = { showPhoto: false, showPhone: false, showEmail: false, showAddress: false, version: 1 }
const job = (name: string, startDate: string, endDate?: string) => ({ name, position: 'Engineer', startDate, endDate })
const groupsOf = (...work: object[]) =>
  workGroups(readResume({ work }).work).map((group) => group.map(({ by, start }) => `${by} ${start}`))

describe('a date', () => {
  it.each([
    ['2023', '2023'],
    ['2023-04', 'April 2023'],
    ['2023-04-01', '1 April 2023'],
    ['2023-13', '2023-13'],
    ['Spring 2021', 'Spring 2021'],
  ])('%s reads %s, in whatever zone', (text, words) => {
    expect(dateInWords(text)).toBe(words)
  })

  it('makes a period, which goes on where work has no end', () => {
    expect(periodInWords({ start: '2019-04', end: '2021' }, true)).toBe('April 2019 – 2021')
    expect(periodInWords({ start: '2019-04', end: '' }, true)).toBe('April 2019 – now')
    expect(periodInWords({ start: '2019-04', end: '' }, false)).toBe('April 2019')
    expect(periodInWords({ start: '', end: '2021' }, true)).toBe('2021')
    expect(periodInWords({ start: '2021', end: '2021' }, true)).toBe('2021')
  })
})

describe('work', () => {
  it('at one company is together only while nothing was between', () => {
    expect(groupsOf(job('A', '2010'), job('A', '2015'), job('B', '2013'), job('a', '2016-02'))).toEqual([
      ['a 2016-02', 'A 2015'],
      ['B 2013'],
      ['A 2010'],
    ])
  })

  it('without a company, or without a date, stands for itself', () => {
    expect(groupsOf(job('', 'once'), job('', ''), job('B', '2013'))).toEqual([['B 2013'], [' once'], [' ']])
  })
})

describe('a document', () => {
  it('is read by the names of 0.x too, with null as missing', () => {
    const { work, profiles, basics } = readResume({
      basics: { name: 'Ada', label: null, website: 'https://ada.example', profiles: [null, { network: 'Code' }] },
      work: [null, 'text', { company: 'Mill', website: 'https://mill.example', position: 'Engineer', summary: null }],
      education: {},
    })
    expect(basics.label).toBe('')
    expect(profiles).toEqual([{ name: 'Website', url: 'https://ada.example/' }])
    expect(work).toEqual([expect.objectContaining({ by: 'Mill', url: 'https://mill.example/', text: '' })])
  })

  it('leads to addresses of the web alone', () => {
    const { work, profiles } = readResume({
      basics: { url: 'javascript:alert(1)', profiles: [{ network: 'X', url: 'data:text/html,x' }] },
      work: [{ name: 'Mill', url: 'javascript:alert(1)' }],
    })
    expect(profiles).toEqual([])
    expect(work[0]?.url).toBe('')
  })
})

describe('what is public of a CV', () => {
  const document = {
    basics: {
      ...{ name: 'Ada', phone: '+1 555', email: 'ada@ada.example', picture: 'https://ada.example/a.png' },
      location: { address: '1 Street', postalCode: '1000', city: 'London' },
    },
    work: [
      { name: 'Mill', visible: true, x: 1 },
      { name: 'Secret', visible: false },
    ],
    meta: { theme: 'even', canonical: null },
    references: [{ name: 'Charles', phone: '+1 556' }],
  }

  it('leaves out hidden entries and what is private, and keeps what it does not know', () => {
    expect(publicCv({ document, ...OFF })).toEqual({
      basics: { name: 'Ada', location: { city: 'London' } },
      work: [{ name: 'Mill', x: 1 }],
      meta: { theme: 'even' },
      references: [{ name: 'Charles' }],
    })
  })

  it('has each private fact that is switched on', () => {
    const { basics } = publicCv({
      ...{ document, version: 1 },
      ...{ showPhoto: true, showPhone: true, showEmail: true, showAddress: true },
    }) as typeof document
    expect(basics).toEqual({
      ...{ name: 'Ada', phone: '+1 555', email: 'ada@ada.example', image: 'https://ada.example/a.png' },
      location: { address: '1 Street', postalCode: '1000', city: 'London' },
    })
  })

  it('is nothing while there is none', () => {
    expect(publicCv({ document: null, ...OFF })).toBeNull()
  })
})
