'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { isPlainClick } from '@/components/ui/plain-click'
import { useNavigation } from '@/components/ui/use-navigation'

type Prefetch = NonNullable<Parameters<ReturnType<typeof useRouter>['prefetch']>[1]>

/** By page, the link that was last followed from it by the keyboard. */
const followed = new Map<string, string>()

/**
 * Opens every `AppLink` without loading a document anew. It prefetches on hover, touch or focus only: a list of 24 would
 * otherwise prefetch 24 pages. Visitors get the whole page; people who are signed in may change it before the click, and fetch
 * its data then. Back puts the focus on the link that was followed by the keyboard, as after loading a document.
 */
export function LinkNavigation() {
  const router = useRouter()
  const navigate = useNavigation()
  const pathname = usePathname()
  const isBack = useRef(false)

  const prepare = useEffectEvent((link: HTMLAnchorElement | null) => {
    if (link?.dataset.link !== 'prefetched') return
    const isSignedIn = document.documentElement.dataset.session === 'in'
    router.prefetch(hrefOf(link), { kind: (isSignedIn ? 'auto' : 'full') as Prefetch['kind'] })
  })

  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = linkAt(event.target)
    if (!link || event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    // The footer stays where it is: Tab would go on in it, below the new page.
    if (link.closest('footer')) document.getElementById('content')?.focus({ preventScroll: true })
    // The click count: 0 if a key was pressed.
    if (event.detail === 0) followed.set(window.location.href, hrefOf(link))
    else followed.delete(window.location.href)
    const { transition } = link.dataset
    navigate(hrefOf(link), { transitionTypes: transition === undefined ? [] : [transition] })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another page is shown
  useEffect(() => {
    if (!isBack.current) return
    isBack.current = false
    const href = followed.get(window.location.href)
    if (href === undefined) return
    document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true })
  }, [pathname])

  // Not useEffect: no click may come between hydration and it.
  useLayoutEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const link = linkAt(target)
      // Only by the keyboard: a pointer has prefetched it before it presses.
      if (link?.matches(':focus-visible')) prepare(link)
    }
    // Not pointerover, which a link gets too that a new page puts under a resting pointer.
    const onPointerOut = ({ target, relatedTarget }: PointerEvent) => {
      const link = linkAt(relatedTarget)
      if (link !== linkAt(target)) prepare(link)
    }
    // A finger, or a pointer from outside the window.
    const onPointerOver = ({ target, relatedTarget }: PointerEvent) => {
      if (!relatedTarget) prepare(linkAt(target))
    }
    const onPopState = () => {
      isBack.current = true
    }
    const ended = new AbortController()
    const { signal } = ended
    window.addEventListener('popstate', onPopState, { signal })
    document.addEventListener('focusin', onFocus, { signal })
    document.addEventListener('pointerout', onPointerOut, { signal })
    document.addEventListener('pointerover', onPointerOver, { signal })
    document.addEventListener('click', onClick, { signal })
    return () => ended.abort()
  }, [])

  return null
}

function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-link]') : null
}

/** As it is written: it may be a query alone. */
function hrefOf(link: HTMLAnchorElement): string {
  return link.getAttribute('href') ?? ''
}
