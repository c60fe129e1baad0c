'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

type Leaving = { how: 'link'; href: string } | { how: 'back' }

type LeaveGuardProps = {
  isDirty: boolean
  /** Set once leaving loses nothing; a ref, because the form leaves before the next render. */
  isLeaving: RefObject<boolean>
  /** Something was saved on this screen, so the router's cached pages are stale. */
  isRouterStale: boolean
}

/**
 * Confirms leaving with unsaved changes: by an internal link, Back, closing the tab or reloading. For the last two only
 * the browser's own prompt is possible.
 */
export function LeaveGuard({ isDirty, isLeaving, isRouterStale }: LeaveGuardProps) {
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const left = useRef(false)
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const stale = useRef(isRouterStale)
  stale.current = isRouterStale
  // Back within the site does not unload the page, so the browser does not ask: an extra history entry absorbs that
  // step.
  const hasEntry = useRef(false)

  useEffect(() => {
    if (!isDirty || hasEntry.current) return
    window.history.pushState(window.history.state, '', window.location.href)
    hasEntry.current = true
  }, [isDirty])

  useEffect(() => {
    const isLeft = () => left.current || isLeaving.current
    const isGuarding = () => dirty.current && !isLeft()

    function onBeforeUnload(event: BeforeUnloadEvent) {
      if (isGuarding()) event.preventDefault()
    }

    function onClick(event: MouseEvent) {
      if (!isGuarding() && !stale.current) return
      const link = isPlainClick(event) ? linkOf(event.target) : null
      if (!link || !leavesThisPage(link)) return
      event.preventDefault()
      event.stopPropagation()
      if (isGuarding()) setLeaving({ how: 'link', href: link.href })
      else leaveFor(link.href, hasEntry.current)
    }

    function onPopState(event: PopStateEvent) {
      if (!hasEntry.current || isLeft()) return
      event.stopImmediatePropagation()
      hasEntry.current = false
      if (!dirty.current) {
        if (stale.current) reloadOnArrival()
        window.history.back()
        return
      }
      window.history.pushState(window.history.state, '', window.location.href)
      hasEntry.current = true
      setLeaving({ how: 'back' })
    }

    window.addEventListener('beforeunload', onBeforeUnload)
    // In the capture phase, before the router's listeners.
    window.addEventListener('click', onClick, true)
    window.addEventListener('popstate', onPopState, true)
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload)
      window.removeEventListener('click', onClick, true)
      window.removeEventListener('popstate', onPopState, true)
    }
  }, [isLeaving])

  if (!leaving) return null
  const stay = () => setLeaving(null)

  function leave(target: Leaving) {
    left.current = true
    setLeaving(null)
    if (target.how === 'link') return leaveFor(target.href, true)
    if (stale.current) reloadOnArrival()
    window.history.go(-2)
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

/** A full page load. It replaces the extra history entry, so that Back leads to the form once, not twice. */
function leaveFor(href: string, hasEntry: boolean): void {
  if (hasEntry) window.location.replace(href)
  else window.location.assign(href)
}

/** Reloads the page that Back leads to instead of restoring it from the router's cache. */
function reloadOnArrival(): void {
  const onPopState = (event: PopStateEvent) => {
    event.stopImmediatePropagation()
    window.location.reload()
  }
  window.addEventListener('popstate', onPopState, { capture: true, once: true })
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}

function leavesThisPage(link: HTMLAnchorElement): boolean {
  if (link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return false
  // A full page load, for which the browser asks.
  if (link.origin !== window.location.origin) return false
  return link.pathname !== window.location.pathname || link.search !== window.location.search
}
