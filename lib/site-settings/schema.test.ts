import { expect, it } from 'vitest'
import { appearanceSchema, DEFAULT_APPEARANCE } from '@/lib/site-settings/schema'

it('is the specification’s unless the owner says otherwise', () => {
  expect(DEFAULT_APPEARANCE).toEqual({
    ...{ scheme: 'system', fonts: 'book', icon: 'initials', addresses: 'id', hero: 'portrait' },
    homeSections: ['projects', 'competencies', 'contact'],
  })
})

it('reads what is stored and unknown as the default', () => {
  const stored = { scheme: 'sepia', fonts: 'essay', icon: 1, hero: null, homeSections: ['notes', 'shop'] }
  expect(appearanceSchema.parse(stored)).toEqual({ ...DEFAULT_APPEARANCE, fonts: 'essay' })
})
