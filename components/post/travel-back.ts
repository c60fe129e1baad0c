const NAME = 'picture'

/** Rendering is paused until the page has changed: at most for this long. */
const ARRIVED_WITHIN_MS = 500

let isTravelling = false

/**
 * Back in the browser's history. A project's picture travels to its card there, when the page before is at hand. Behind
 * the browser's own button it does not: React renders that page at once, so that the scroll position is restored
 * (decision 028).
 */
export function travelBack() {
  // The page can still be pressed before the browser begins, and going back twice would leave the list as well.
  if (isTravelling) return
  const { navigation } = window
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  const picture = find('[data-picture]')
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isStill || !before?.sameDocument || !picture || !document.startViewTransition) {
    window.history.back()
    return
  }
  isTravelling = true
  const { style } = document.documentElement
  // The page itself changes at once, as it does on the way there.
  style.viewTransitionName = 'none'
  picture.style.viewTransitionName = NAME
  let card: HTMLElement | undefined
  const { ready, finished } = document.startViewTransition(async () => {
    await arrival(() => window.history.back())
    card = find(`[data-picture="${picture.dataset.picture}"]`)
    card?.style.setProperty('view-transition-name', NAME)
  })
  ready.catch(() => {})
  const end = () => {
    isTravelling = false
    style.viewTransitionName = ''
    picture.style.removeProperty('view-transition-name')
    card?.style.removeProperty('view-transition-name')
  }
  finished.then(end, end)
}

/** Resolves when React has rendered the page that `go` leads to in the history. */
function arrival(go: () => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('popstate', onPopState)
      resolve()
    }
    const onPopState = () => setTimeout(done)
    const timer = setTimeout(done, ARRIVED_WITHIN_MS)
    window.addEventListener('popstate', onPopState)
    go()
  })
}

/** The first one that is seen: neither scrolled away nor beyond the edge of the carousel. */
function find(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const list = element.closest('ul')?.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    return y > 0 && y < window.innerHeight && (!list || (x > list.left && x < list.right))
  })
}
