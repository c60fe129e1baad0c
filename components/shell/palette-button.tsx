'use client'

import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { pressedKey } from '@/components/ui/pressed-key'

const KEYS = 'Ctrl K'
const KEYS_OF_MAC = '⌘K'

/** Opens the palette, as Ctrl+K and ⌘K do; what it is made of is loaded when it is first opened. */
export function PaletteButton() {
  const [palette, setPalette] = useState<ReactNode>(null)
  const [keys, setKeys] = useState(KEYS)
  const [isListening, setListening] = useState(false)

  async function open() {
    const loaded = await import('./palette').catch(() => null)
    if (loaded) setPalette(<loaded.Palette onClose={() => setPalette(null)} />)
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isRequested = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isRequested || pressedKey(event).toLowerCase() !== 'k' || event.defaultPrevented) return
    // In a text that is edited it makes a link.
    if ((event.target as Element).closest?.('[contenteditable]')) return
    event.preventDefault()
    if (!document.querySelector('dialog[open]')) void open()
  })

  useEffect(() => {
    if (/Mac|iPhone|iPad/.test(navigator.platform)) setKeys(KEYS_OF_MAC)
    document.addEventListener('keydown', onKeyDown)
    setListening(true)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <>
      <button
        type="button"
        onClick={open}
        aria-haspopup="dialog"
        aria-keyshortcuts={isListening ? 'Control+K Meta+K' : undefined}
        className="needs-script screen-only inline-flex min-h-11 items-center gap-2 rounded-plate text-muted hover:text-fg forced-colors:border forced-colors:px-3"
      >
        <Icon name="search" />
        Go to…
        <span className="hidden text-xs sm:inline" aria-hidden="true">
          {keys}
        </span>
      </button>
      {palette}
    </>
  )
}
