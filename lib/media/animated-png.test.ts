import { expect, it } from 'vitest'
import { animatedPng } from '@/tests/support/animated-png'
import { isAnimatedPng } from './animated-png'

it('knows a PNG of several frames, and no other', () => {
  expect(isAnimatedPng(animatedPng(3))).toBe(true)
  expect(isAnimatedPng(animatedPng(1))).toBe(false)
  expect(isAnimatedPng(animatedPng(0))).toBe(false)
  expect(isAnimatedPng(animatedPng(3).subarray(0, 30))).toBe(false)
  expect(isAnimatedPng(new Uint8Array())).toBe(false)
})
