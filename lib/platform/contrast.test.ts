import { expect, it } from 'vitest'
import { contrastRatio } from '@/lib/platform/contrast'

it('is 21 for black on white and 1 for a colour on itself', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastRatio('#8a2be2', '#8a2be2')).toBe(1)
})

it('agrees with the published value for the lightest grey that passes AA on white', () => {
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastRatio('#777777', '#ffffff')).toBeLessThan(4.5)
})
