import { expect, it } from 'vitest'
import { DEFAULT_LOOK, lookSchema } from '@/lib/site-settings/schema'

it('is the specification’s unless the owner says otherwise', () => {
  expect(DEFAULT_LOOK).toEqual({
    ...{ scheme: 'system', fonts: 'book', icon: 'initials', addresses: 'id', hero: 'portrait' },
    homeSections: ['projects', 'competencies', 'contact'],
  })
})

it('reads what is stored and unknown as the default', () => {
  const stored = { scheme: 'sepia', fonts: 'essay', icon: 1, hero: null, homeSections: ['notes', 'shop'] }
  expect(lookSchema.parse(stored)).toEqual({ ...DEFAULT_LOOK, fonts: 'essay' })
})
