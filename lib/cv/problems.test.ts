import { expect, it } from 'vitest'
import { problemsOf } from '@/lib/cv/problems'

it('finds nothing in a document by the schema, nor in one of 0.x', () => {
  const basics = { name: 'Ada', picture: '', website: 'https://ada.example', location: { city: 'London' } }
  const work = [{ company: 'Mill', position: 'Engineer', startDate: '2019-04', endDate: null, highlights: [] }]
  expect(problemsOf({ $schema: 'x', meta: {}, basics, work, skills: null })).toEqual([])
})

it('says of each field what is odd', () => {
  const work = [
    'text',
    { name: '', position: '', startDate: '2020-05', endDate: '2019', url: 'javascript:x', team: 3 },
    { name: 'Mill', position: 'Engineer', startDate: '2020-05', endDate: '2020' },
  ]
  expect(problemsOf({ work, education: {}, awards: [{ date: '1. 4.' }], hobbies: [] })).toEqual([
    'The document: “hobbies” is kept, and public in cv.json; the page does not show it.',
    'Work 1: this is no entry, so it is not shown.',
    'Work 2: there is no position.',
    'Work 2: there is no company.',
    'Work 2: it ends before it begins.',
    'Work 2: its address is none of the web, so nothing leads there.',
    'Work 2: “team” is kept, and public in cv.json; the page does not show it.',
    'Education: this is no list, so nothing of it is shown.',
    'Awards 1: there is no title.',
    'Awards 1: “1. 4.” is no date such as 2023 or 2023-04, and is shown as it is.',
  ])
})
