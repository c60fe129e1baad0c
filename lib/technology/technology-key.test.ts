import { expect, it } from 'vitest'
import { technologyKey } from '@/lib/technology/technology-key'

it.each([
  [['React', 'react.js', 'ReactJS', 'React JS', ' REACT ']],
  [['Node.js', 'node', 'NodeJS']],
  [['C++', 'cpp', 'c++']],
  [['C#', 'cs']],
  [['.NET', '.NET Core']],
  [['PostgreSQL', 'Postgres', 'psql']],
  [['JavaScript', 'JS', 'javascript']],
])('%j are one', (names) => {
  expect(new Set(names.map(technologyKey)).size).toBe(1)
})

it('others are others', () => {
  const names = ['C', 'C++', 'C#', 'F#', '.NET', 'Java', 'JavaScript', 'Go', 'Next.js', 'Three.js', 'SQL', '✨']
  expect(new Set(names.map(technologyKey)).size).toBe(names.length)
})
