'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

type Leaving = { how: 'link'; href: string } | { how: 'back' }

/**
 * Asks before what was typed is left behind: by a link of ours, by the browser's Back, by closing the tab or loading
 * another page. For the last two only the browser may ask, in its own words.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const left = useRef(false)
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  // Back within our own pages loads nothing anew, so the browser does not ask: an entry on top takes that step instead.
  const hasEntry = useRef(false)

  useEffect(() => {
    if (!isDirty || hasEntry.current) return
    window.history.pushState(window.history.state, '', window.location.href)
    hasEntry.current = true
  }, [isDirty])

  useEffect(() => {
    const isGuarding = () => dirty.current && !left.current

    function onBeforeUnload(event: BeforeUnloadEvent) {
      if (isGuarding()) event.preventDefault()
    }

    function onClick(event: MouseEvent) {
      const link = isGuarding() && isPlainClick(event) ? linkOf(event.target) : null
      if (!link || !leavesThisPage(link)) return
      event.preventDefault()
      event.stopPropagation()
      setLeaving({ how: 'link', href: link.href })
    }

    function onPopState(event: PopStateEvent) {
      if (!hasEntry.current || left.current) return
      event.stopImmediatePropagation()
      hasEntry.current = false
      if (!dirty.current) {
        window.history.back()
        return
      }
      window.history.pushState(window.history.state, '', window.location.href)
      hasEntry.current = true
      setLeaving({ how: 'back' })
    }

    window.addEventListener('beforeunload', onBeforeUnload)
    // On the way down, before the router's own listeners hear of it.
    window.addEventListener('click', onClick, true)
    window.addEventListener('popstate', onPopState, true)
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload)
      window.removeEventListener('click', onClick, true)
      window.removeEventListener('popstate', onPopState, true)
    }
  }, [])

  if (!leaving) return null
  const stay = () => setLeaving(null)

  function leave(target: Leaving) {
    left.current = true
    setLeaving(null)
    if (target.how === 'back') window.history.go(-2)
    // The entry on top is used up, so that Back leads here once, not twice.
    else window.location.replace(target.href)
  }

  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <p className="text-muted">What you changed here has not been saved.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look="solid" onClick={stay}>
          Stay
        </Button>
        <Button look="danger" onClick={() => leave(leaving)}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}

function leavesThisPage(link: HTMLAnchorElement): boolean {
  if (link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return false
  // Other pages are loaded anew: there the browser asks.
  if (link.origin !== window.location.origin) return false
  return link.pathname !== window.location.pathname || link.search !== window.location.search
}
