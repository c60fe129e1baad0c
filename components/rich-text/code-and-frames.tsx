'use client'

import { useEffect } from 'react'
import { copyText } from '@/components/ui/copy-text'

const COPIED_MS = 2_000

/**
 * Adds a copy button beside the caption of every code block of a rich text, and takes frames that show all they hold out
 * of the tab order; those that hold more fade towards it. The text is stored HTML outside of React; its captions have
 * room for the buttons, so that nothing moves. Formulas get their width, for paper, on which they cannot scroll.
 */
export function CodeAndFrames({ id }: { id: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other blocks
  useEffect(() => {
    for (const block of document.querySelectorAll('.rich-text .code')) addButton(block)
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) show(target)
    })
    for (const frame of document.querySelectorAll('.rich-text [tabindex]')) {
      observer.observe(frame)
      frame.addEventListener('scroll', () => show(frame), { passive: true })
    }
    for (const formula of document.querySelectorAll<MathMLElement>('.formula-scroll > math')) measure(formula)
    return () => observer.disconnect()
  }, [id])
  return null
}

/** Whether a frame scrolls, by more than what rounding makes, and has more where its lines end. */
function show(frame: Element) {
  const hidden = frame.scrollWidth - frame.clientWidth
  frame.setAttribute('tabindex', hidden > 1 ? '0' : '-1')
  frame.toggleAttribute('data-more', hidden - Math.abs(frame.scrollLeft) > 1)
}

/** In ems, and a tenth more: on paper they are nearly the same. */
function measure(formula: MathMLElement) {
  const content = document.createRange()
  content.selectNodeContents(formula)
  const ems = content.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(formula).fontSize)
  formula.parentElement?.style.setProperty('--ems', String(Math.ceil(ems * 1.1)))
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
