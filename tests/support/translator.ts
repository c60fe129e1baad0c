import type { Page } from '@playwright/test'

/** Translates the page as browsers do, from now on: each text is taken out and put into two elements of its own. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isLeft = (text: Text) =>
      text.data.trim() === '' ||
      text.parentElement?.closest('font, script, style, noscript, textarea, [contenteditable], [translate=no]') != null
    function wrap(text: Text) {
      if (!text.parentNode || isLeft(text)) return
      const inner = document.createElement('font')
      inner.textContent = text.data
      const outer = document.createElement('font')
      outer.append(inner)
      text.replaceWith(outer)
    }
    function wrapAll(root: Node) {
      if (root instanceof Text) return wrap(root)
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) wrap(text)
    }
    wrapAll(document.body)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text) wrap(target)
        for (const node of addedNodes) wrapAll(node)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}
