import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ICON_NAMES } from '@/components/ui/icon-names'

it('the sprite has each icon once, in an order that shows which are missing', () => {
  const sprite = readFileSync('components/ui/icons.svg', 'utf8')
  expect([...sprite.matchAll(/<symbol id="(\w+)"/g)].map(([, name]) => name)).toEqual(ICON_NAMES)
  expect(ICON_NAMES.toSorted()).toEqual(ICON_NAMES)
})
