import { ownValue } from '@/lib/platform/own-value'

/** A key with its modifiers in display order; `Mod` is Ctrl, or Cmd on a Mac. */
export type Shortcut = string

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)
const APPLE: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' }

/** For display: "Ctrl+Shift+S", on a Mac "⇧⌘S". */
export function shownShortcut(shortcut: Shortcut): string {
  const keys = shortcut.split('+')
  if (!isApple()) return keys.map((key) => (key === 'Mod' ? 'Ctrl' : key)).join('+')
  const order = ['Alt', 'Shift', 'Mod']
  const modifiers = order.filter((key) => keys.includes(key)).map((key) => ownValue(APPLE, key))
  return [...modifiers, keys.at(-1)].join('')
}

export function ariaShortcut(shortcut: Shortcut): string {
  return shortcut.replace('Mod', isApple() ? 'Meta' : 'Control')
}
