import { expect, it } from 'vitest'
import { checkCeilings } from './ceilings'

const lines = (count: number) => 'line\n'.repeat(count)

it('counts what a group’s folders hold, without what a group below them has of its own, and without tests', () => {
  const groups = {
    'the editor': { folders: ['components/editor'], lines: 5 },
    components: { folders: ['components'], lines: 10 },
  }
  const files = {
    'components/editor/toolbar.tsx': lines(3),
    'components/editor/toolbar.test.tsx': lines(50),
    'components/editor/toolbar.browser.test.tsx': lines(50),
    'components/editor/editor.css': lines(2),
    'components/editor-of-names.tsx': lines(4),
    'components/font.ttf': lines(50),
  }
  expect(checkCeilings(groups, files)).toEqual({
    groups: [
      { name: 'the editor', count: 5, ceiling: 5 },
      { name: 'components', count: 4, ceiling: 10 },
    ],
    faults: [],
  })
})

it('refuses a group that is above its ceiling, and a file of no group', () => {
  const { faults } = checkCeilings(
    { lib: { folders: ['lib'], lines: 2 } },
    { 'lib/a.ts': lines(3), 'new/b.ts': lines(1) },
  )
  expect(faults).toEqual(['lib: 3 lines, 1 above its ceiling', 'new/b.ts: in no group of ceilings.json'])
})
