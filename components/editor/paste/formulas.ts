import { makeFormula, normaliseTex } from '@/lib/rich-text/formula'

/** What programs show instead of the MathML that stands beside it, or in it. */
const FALLBACKS = '.katex-html, .mwe-math-fallback-image-inline, .mwe-math-fallback-image-display'
/** Wikipedia writes how a formula is set into the TeX of each. */
const WRAPPED = /^\{\\(display|text)style\s?(.*)\}$/s

/**
 * Formulas with their TeX and nothing else: it is what this editor keeps, and makes its MathML of. KaTeX, Temml and
 * Wikipedia write it as an annotation; a formula without it comes as the text it is.
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
    // Out of the frame, which hides it from eyes.
    holder?.replaceWith(math)
  }
}
