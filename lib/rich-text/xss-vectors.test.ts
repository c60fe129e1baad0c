import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { sanitiseRichText } from '@/lib/rich-text/server/clean'
import { renderTree } from '@/lib/rich-text/server/render'
import { sanitise } from '@/lib/rich-text/server/sanitise'
import { parseTree } from '@/packages/convert/tree'
import { ATTACKS, FORMULA_ATTACKS } from '@/tests/support/attacks'

const TAGS = new Set(
  `p h1 h2 h3 h4 h5 h6 blockquote aside section div pre ul ol li dl dt dd figure figcaption b strong i em u s del ins mark small sub sup
   kbd samp var cite q dfn caption tbody thead tfoot tr br hr label abbr span code input a img video table colgroup col td
   th iframe`.split(/\s+/),
)
const ATTRIBUTES = new Set(
  `dir lang style data-indent class data-type data-checked start type checked href title target rel src alt width height poster
   controls preload colspan rowspan colwidth span scope loading sandbox allow allowfullscreen referrerpolicy decoding id
   tabindex data-width data-align data-callout data-footnote data-file data-lines aria-hidden aria-label role disabled playsinline`.split(
    /\s+/,
  ),
)
const MATH_TAGS = new Set(
  `math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub
   msubsup msup mtable mtd mtext mtr munder munderover`.split(/\s+/),
)
/** Those of them that a parser leaves for HTML. */
const MATH_TEXT = new Set(['mi', 'mn', 'mo', 'ms', 'mtext'])
const MATH_ATTRIBUTES = new Set(
  `data-tex display class style accent accentunder depth displaystyle fence form height largeop linethickness lspace
   mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rspace scriptlevel separator
   stretchy symmetric voffset width`.split(/\s+/),
)
const MATHML = 'http://www.w3.org/1998/Math/MathML'
const ADDRESSES = new Set(['href', 'src', 'poster'])

/** What could act, found in the tree a browser would build: written without the policy's own code, to check it. */
function dangersIn(html: string): string[] {
  const dangers: string[] = []
  const walk = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if (defaultTreeAdapter.isCommentNode(node)) dangers.push('a comment')
    if (!defaultTreeAdapter.isElementNode(node)) return
    const isMath = node.namespaceURI === MATHML
    if (!isMath && node.namespaceURI !== 'http://www.w3.org/1999/xhtml')
      dangers.push(`<${node.tagName}> of another namespace`)
    if (!(isMath ? MATH_TAGS : TAGS).has(node.tagName)) dangers.push(`<${node.tagName}>`)
    if (isMath && node.childNodes.some((child) => !isSoundInMath(node.tagName, child))) dangers.push('HTML in MathML')
    for (const { name, value } of node.attrs) {
      if (!(isMath ? MATH_ATTRIBUTES : ATTRIBUTES).has(name)) dangers.push(`${node.tagName}.${name}`)
      if (ADDRESSES.has(name) && isActing(node.tagName, value)) dangers.push(`${node.tagName}.${name}=${value}`)
      if (name === 'style' && /url|expression|var\(|position|[\\{}<>@]|\/\*/i.test(value))
        dangers.push(`style=${value}`)
    }
    const type = node.attrs.find((attr) => attr.name === 'type')?.value
    if (node.tagName === 'input' && type !== 'checkbox') dangers.push('a form field')
    node.childNodes.forEach(walk)
  }
  parseFragment(html).childNodes.forEach(walk)
  return dangers
}

/** Where a formula holds text, it holds nothing else; everywhere else only more of a formula. */
function isSoundInMath(parent: string, child: DefaultTreeAdapterTypes.ChildNode): boolean {
  if (defaultTreeAdapter.isTextNode(child)) return MATH_TEXT.has(parent) || child.value.trim() === ''
  return !MATH_TEXT.has(parent) && defaultTreeAdapter.isElementNode(child) && child.namespaceURI === MATHML
}

function isActing(tag: string, address: string): boolean {
  // Resolved as a browser does it: it drops tabs, newlines and leading controls before it reads the protocol.
  const { protocol, href } = new URL(address, 'https://colophon.test/note/1')
  if (tag === 'iframe')
    return !/^https:\/\/(?:www\.youtube-nocookie\.com\/embed|player\.vimeo\.com\/video)\//.test(href)
  if (tag === 'img' && /^data:image\/(?:png|gif|jpeg|webp|bmp);base64,/.test(href)) return false
  return !['https:', 'http:', 'mailto:', 'tel:'].includes(protocol)
}

describe('attacks', () => {
  it('are dangers before they are sanitised, so that this test can see one', () => {
    const dangerous = ATTACKS.filter(({ payload }) => dangersIn(payload).length > 0)
    expect(dangerous.length).toBeGreaterThan(0.7 * ATTACKS.length)
  })

  it.each(ATTACKS)('$id is inert, as it is stored and as it is shown', async ({ payload }) => {
    const { html, rendered } = await sanitiseRichText(payload, 'description')
    expect(dangersIn(html)).toEqual([])
    expect(dangersIn(rendered)).toEqual([])
    expect(sanitise(html)).toBe(html)
    // It is rendered from the tree it was checked in, without being parsed once more.
    expect(renderTree(parseTree(html)).rendered).toBe(rendered)
    expect((await sanitiseRichText(html, 'description')).rendered).toBe(rendered)
  })
})

describe('attacks on formulas', () => {
  it('are dangers before they are sanitised', () => {
    // TeX is none before it is made into elements.
    const dangerous = FORMULA_ATTACKS.filter(({ payload }) => dangersIn(payload).length > 0)
    expect(dangerous.length).toBeGreaterThan(12)
  })

  it.each(FORMULA_ATTACKS)('$payload is inert, as it is stored and as it is shown', async ({ payload }) => {
    const { html, rendered } = await sanitiseRichText(payload, 'description')
    expect(dangersIn(html)).toEqual([])
    expect(dangersIn(rendered)).toEqual([])
    expect(sanitise(html)).toBe(html)
    // It is rendered from the tree it was checked in, without being parsed once more.
    expect(renderTree(parseTree(html)).rendered).toBe(rendered)
    expect((await sanitiseRichText(html, 'description')).rendered).toBe(rendered)
  })
})
