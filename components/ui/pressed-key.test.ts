// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { pressedKey } from './pressed-key'

it.each(['Enter', 'Escape', 'Tab', 'ArrowDown', 'a'])('%s is pressed, unless an input method takes it', (key) => {
  expect(pressedKey(new KeyboardEvent('keydown', { key }))).toBe(key)
  expect(pressedKey(new KeyboardEvent('keydown', { key, isComposing: true }))).toBe('')
  // Safari ends the composition before it tells of the key.
  expect(pressedKey(new KeyboardEvent('keydown', { key, keyCode: 229 }))).toBe('')
})
