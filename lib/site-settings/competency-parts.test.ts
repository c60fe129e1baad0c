import { expect, it } from 'vitest'
import { competencyNames, competencyParts } from '@/lib/site-settings/competency-parts'

it.each(['HTML/CSS/JS', 'Java/Spring', 'AI', 'C, C++ / Rust', '/', 'a//b', ''])('“%s” is its parts', (item) => {
  expect(
    competencyParts(item)
      .map(({ text }) => text)
      .join(''),
  ).toBe(item)
})

it('names are what stands between slashes and commas, and the whole', () => {
  expect(competencyNames(['Java/Spring', 'C, C++ / Rust', 'AI'])).toEqual([
    ...['Java/Spring', 'C, C++ / Rust', 'AI'],
    ...['Java', 'Spring', 'C', 'C++', 'Rust'],
  ])
})
