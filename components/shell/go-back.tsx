'use client'

import { AppLink } from '@/components/ui/app-link'
import { buttonClass } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

type GoBackProps = {
  /** The target; with `history`, the fallback when there is nothing to go back to. */
  href: string
  /** Go back in the browser's history. */
  history?: boolean
  /** Beside other buttons, where it does not start a line. */
  isInline?: boolean
}

export function GoBack({ href, history = false, isInline = false }: GoBackProps) {
  return (
    <AppLink
      href={href}
      isPrefetched={!history}
      className={buttonClass('quiet', isInline ? 'screen-only' : 'screen-only -ms-2')}
      onClick={(event) => {
        if (!history || event.metaKey || event.ctrlKey || event.shiftKey || window.history.length < 2) return
        event.preventDefault()
        window.history.back()
      }}
    >
      <Icon name="arrowLeft" className="size-[1.15em] rtl:-scale-x-100" />
      Go Back
    </AppLink>
  )
}
