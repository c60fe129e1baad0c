/**
 * Back in the browser's history. A project's picture travels to its card there, when the page before is at hand. Behind
 * the browser's own button it does not: React renders that page at once, so that the scroll position is restored
 * (decision 028).
 */
export function travelBack() {
  const { navigation } = window
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  const picture = find('[data-picture]')
  if (!before?.sameDocument || !picture || !document.startViewTransition) {
    window.history.back()
    return
  }
  const { style } = document.documentElement
  // The page itself changes at once, as it does on the way there.
  style.viewTransitionName = 'none'
  picture.style.viewTransitionName = NAME
  let card: HTMLElement | undefined
  const { ready, finished } = document.startViewTransition(async () => {
    window.history.back()
    await new Promise((resolve) => window.addEventListener('popstate', () => setTimeout(resolve), { once: true }))
    card = find(`[data-picture="${picture.dataset.picture}"]`)
    card?.style.setProperty('view-transition-name', NAME)
  })
  ready.catch(() => {})
  finished.finally(() => {
    style.viewTransitionName = ''
    card?.style.removeProperty('view-transition-name')
  })
}

const NAME = 'picture'

/** The first one that is seen: neither scrolled away nor beyond the edge of the carousel. */
function find(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const list = element.closest('ul')?.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    return y > 0 && y < window.innerHeight && (!list || (x > list.left && x < list.right))
  })
}
