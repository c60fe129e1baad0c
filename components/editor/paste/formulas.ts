import { makeFormula } from '@/lib/rich-text/formula'
import { normaliseTex } from '@/packages/convert/tex'

/** Visual fallbacks that other sites show in place of the MathML. */
const FALLBACKS = '.katex-html, .mwe-math-fallback-image-inline, .mwe-math-fallback-image-display'
/** Wikipedia wraps the TeX of each formula in a display style. */
const WRAPPED = /^\{\\(display|text)style\s?(.*)\}$/s

/**
 * Reduces formulas to their TeX, of which the editor creates its own MathML. KaTeX, Temml and Wikipedia include it as an
 * annotation; a formula without TeX is pasted as plain text.
 */
export function joinFormulas(body: HTMLElement): void {
  for (const math of body.querySelectorAll('math')) {
    const annotation = math.querySelector('annotation[encoding="application/x-tex"]')
    const source = math.getAttribute('data-tex') ?? annotation?.textContent?.trim() ?? ''
    const [, style, inner] = WRAPPED.exec(source) ?? []
    const tex = normaliseTex(inner ?? source)
    const holder = math.closest('.katex, .mwe-math-element')
    const isBlock =
      math.getAttribute('display') === 'block' && style !== 'text' && !math.closest('.mwe-math-element-inline')
    if (tex === '' || !('math' in makeFormula(tex, isBlock))) continue
    holder?.querySelector(FALLBACKS)?.remove()
    math.replaceChildren()
    for (const name of math.getAttributeNames()) math.removeAttribute(name)
    math.setAttribute('data-tex', tex)
    if (isBlock) math.setAttribute('display', 'block')
    // The wrapper hides the MathML visually.
    holder?.replaceWith(math)
  }
}
