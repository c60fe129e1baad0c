'use client'

import { useEffect } from 'react'
import { copyText } from '@/components/ui/copy-text'

const COPIED_MS = 2_000

/**
 * Adds a copy button beside the caption of every code block of the note. The blocks are stored HTML outside of React;
 * the captions have room for the buttons, so that nothing moves.
 */
export function CodeCopy({ noteId }: { noteId: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another note has other blocks
  useEffect(() => {
    for (const block of document.querySelectorAll('.rich-text .code')) addButton(block)
  }, [noteId])
  return null
}

function addButton(block: Element) {
  if (block.querySelector('button')) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'code-copy screen-only'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    if (!(await copyText(block.querySelector('pre')?.textContent ?? ''))) return
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, COPIED_MS)
  })
  block.querySelector('figcaption')?.after(button)
}
