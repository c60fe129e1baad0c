'use client'

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { isPlainClick } from '@/components/ui/plain-click'

type Leaving = { how: 'link'; href: string } | { how: 'back' }

type LeaveGuardProps = {
  /** Something could be lost: Back is held up, so that it can be confirmed. */
  isAtRisk: boolean
  /** Called on leaving: whether nothing is lost by it. */
  isSafe: () => boolean
  /** Set once leaving loses nothing; a ref, because the form leaves before the next render. */
  isLeaving: RefObject<boolean>
  /** Something was saved on this screen, so the router's cached pages are stale. */
  isRouterStale: boolean
}

/**
 * Confirms leaving when something is stored nowhere: by an internal link, Back, closing the tab or reloading. For the
 * last two only the browser's own prompt is possible.
 */
export function LeaveGuard({ isAtRisk, isSafe, isLeaving, isRouterStale }: LeaveGuardProps) {
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const left = useRef(false)
  // Back within the site does not unload the page, so the browser does not ask: an extra history entry absorbs that
  // step.
  const hasEntry = useRef(false)

  useEffect(() => {
    if ((!isAtRisk && !isRouterStale) || hasEntry.current) return
    pushEntry()
    hasEntry.current = true
  }, [isAtRisk, isRouterStale])

  const isLeft = () => left.current || isLeaving.current
  const isGuarding = () => !isLeft() && !isSafe()

  const onBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isGuarding()) event.preventDefault()
  })

  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = isPlainClick(event) ? linkOf(event.target) : null
    if (!link || !leavesThisPage(link)) return
    const isAsking = isGuarding()
    if (!isAsking && !isRouterStale) return
    event.preventDefault()
    event.stopPropagation()
    if (isAsking) setLeaving({ how: 'link', href: link.href })
    else loadPage(link.href)
  })

  const onPopState = useEffectEvent((event: PopStateEvent) => {
    if (!hasEntry.current || isLeft()) return
    event.stopImmediatePropagation()
    hasEntry.current = false
    if (isSafe()) {
      if (isRouterStale) reloadOnArrival()
      window.history.back()
      return
    }
    pushEntry()
    hasEntry.current = true
    setLeaving({ how: 'back' })
  })

  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    window.addEventListener('beforeunload', onBeforeUnload, { signal })
    // In the capture phase, before the router's listeners.
    window.addEventListener('click', onClick, { capture: true, signal })
    window.addEventListener('popstate', onPopState, { capture: true, signal })
    return () => ended.abort()
  }, [])

  if (!leaving) return null
  const stay = () => setLeaving(null)

  function leave(target: Leaving) {
    left.current = true
    setLeaving(null)
    if (target.how === 'link') return loadPage(target.href)
    if (isRouterStale) reloadOnArrival()
    window.history.go(-2)
  }

  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <p className="text-muted">Your changes have not been saved.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="solid" onClick={stay}>
          Stay
        </Button>
        <Button variant="danger" onClick={() => leave(leaving)}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}

/** Marks the extra history entry of a form. */
const EXTRA_ENTRY = 'leaveGuard'

function pushEntry(): void {
  window.history.pushState({ ...window.history.state, [EXTRA_ENTRY]: true }, '', window.location.href)
}

/** Leaves a form by a full page load, after which Back leads to the form once, also where it has an extra entry. */
export function loadPage(href: string): void {
  if (window.history.state?.[EXTRA_ENTRY]) window.location.replace(href)
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

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}

function leavesThisPage(link: HTMLAnchorElement): boolean {
  if (link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return false
  // A full page load, for which the browser asks.
  if (link.origin !== window.location.origin) return false
  return link.pathname !== window.location.pathname || link.search !== window.location.search
}
