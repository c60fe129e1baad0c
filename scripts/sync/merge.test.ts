import { expect, it } from 'vitest'
import { mergeFile } from './merge'

const base = '---\ntitle: "Tea"\n---\n\nOne\n\nTwo\n'

it.each([
  ['what one side has changed', base.replace('One', 'One here'), base, base.replace('One', 'One here')],
  [
    'what each has changed elsewhere',
    base.replace('One', 'One here').replace('---\n\n', 'layout: post\n---\n\n'),
    base.replace('Two', 'Two there'),
    '---\ntitle: "Tea"\nlayout: post\n---\n\nOne here\n\nTwo there\n',
  ],
  ['what both have changed alike', base.replace('One', '1'), base.replace('One', '1'), base.replace('One', '1')],
  ['not what both have changed', base.replace('One', 'One here'), base.replace('One', 'One there'), null],
  [
    'not two values of one name',
    base.replace('---\n\n', 'date: 2020-01-01\n---\n\n'),
    base.replace('---\n\n', 'date: "2021-01-01"\n---\n\n'),
    null,
  ],
])('merges by lines %s', (_, mine, theirs, merged) => {
  expect(mergeFile({ base, mine, theirs })).toBe(merged)
})
