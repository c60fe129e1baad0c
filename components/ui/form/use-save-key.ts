import { type RefObject, useEffect, useEffectEvent } from 'react'
import { pressedKey } from '@/components/ui/pressed-key'

/** Calls `save` on Ctrl+S, unless the form is hidden or a dialog is open. */
export function useSaveKey(form: RefObject<HTMLFormElement | null>, save: () => void): void {
  const onSaveKey = useEffectEvent((event: KeyboardEvent) => {
    const isSaveKey = pressedKey(event).toLowerCase() === 's' && (event.ctrlKey || event.metaKey)
    if (!isSaveKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    const isCovered = form.current?.offsetParent === null || document.querySelector('dialog[open]') !== null
    if (!isCovered && !event.repeat) save()
  })
  useEffect(() => {
    // On the window: a click beside the fields takes the focus out of the form.
    window.addEventListener('keydown', onSaveKey)
    return () => window.removeEventListener('keydown', onSaveKey)
  }, [])
}
