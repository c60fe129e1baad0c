'use client'

import { useEffect } from 'react'
import { copyText } from '@/components/ui/copy-text'

const COPIED_MS = 2_000

/**
 * Adds a copy button to every code block of the note. The blocks are stored HTML outside of React, so the buttons are
 * inserted into the DOM, absolutely positioned to avoid layout shifts.
 */
export function CodeCopy({ noteId }: { noteId: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another note has other blocks
  useEffect(() => {
    for (const block of document.querySelectorAll<HTMLElement>('.rich-text pre')) frame(block)
  }, [noteId])
  return null
}

function frame(block: HTMLElement) {
  if (block.parentElement?.classList.contains('code-frame')) return
  const holder = document.createElement('div')
  holder.className = 'code-frame'
  block.replaceWith(holder)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'code-copy screen-only'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    if (!(await copyText(block.textContent ?? ''))) return
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, COPIED_MS)
  })
  holder.append(block, button)
}
