'use client'

import { useEffect } from 'react'
import { copyText } from '@/components/ui/copy-text'

const COPIED_MS = 2_000

/**
 * Adds a copy button to the caption of every code block of the note. The blocks are stored HTML outside of React; the
 * captions have room for the buttons, so that nothing moves.
 */
export function CodeCopy({ noteId }: { noteId: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another note has other blocks
  useEffect(() => {
    for (const caption of document.querySelectorAll('.rich-text .code > figcaption')) addButton(caption)
  }, [noteId])
  return null
}

function addButton(caption: Element) {
  if (caption.querySelector('button')) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'code-copy screen-only'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    if (!(await copyText(caption.nextElementSibling?.textContent ?? ''))) return
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, COPIED_MS)
  })
  caption.append(button)
}
