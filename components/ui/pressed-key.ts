import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

/** What browsers call every key that an input method takes; Safari says nothing else of the Enter that ends a word. */
const TAKEN_BY_INPUT_METHOD = 229

/**
 * The key of an event; "" while an input method composes a character, whose Enter, arrows, Tab and Escape are its own.
 * Nothing else in the components reads `event.key`.
 */
export function pressedKey(event: KeyboardEvent | ReactKeyboardEvent): string {
  const { isComposing, keyCode, key } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD ? '' : key
}
