'use client'

import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'

type StepFrameProps = {
  title: string
  children: ReactNode
}

/** One of the first steps. */
export function StepFrame({ title, children }: StepFrameProps) {
  return (
    <section aria-labelledby="step" className="mt-10">
      <h2 ref={takeFocus} id="step" tabIndex={-1} className="mb-4 text-h3 outline-none">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Takes the focus from the link that led here. */
function takeFocus(heading: HTMLElement | null) {
  heading?.focus()
}

type SkipLinkProps = {
  href: string
  isDone?: boolean
  /** Whether there is nothing else to do. */
  isAlone?: boolean
}

/** Leads on without saving. */
export function SkipLink({ href, isDone = false, isAlone = false }: SkipLinkProps) {
  return (
    <ButtonLink href={href} look={isAlone ? 'solid' : 'quiet'}>
      {isDone ? 'Continue' : 'Skip this step'}
    </ButtonLink>
  )
}
