import { unwrap } from './elements'

/** The containers of footnotes, which are removed with their headings and rules. */
const REST = '[role="doc-endnotes"], [data-footnotes], .footnotes, [style*="mso-element:footnote-list"]'

/**
 * Moves each footnote inline to its reference. In Word, Google Docs, GitHub and our own pages, the reference links to
 * the footnote and the footnote links back, which distinguishes them from other in-page links.
 */
export function joinFootnotes(body: HTMLElement): void {
  const positions = positionsIn(body)
  const joined: { reference: Element; note: Element }[] = []
  for (const link of body.querySelectorAll('a[href*="#"]')) {
    const target = targetOf(link, positions)
    const note = target?.closest('li, p, dd') ?? target
    const leadsBack = (back: Element) => {
      const position = targetOf(back, positions)
      return position !== null && (position === link || position.contains(link) || link.contains(position))
    }
    if (!note || note.contains(link) || ![...note.querySelectorAll('a[href*="#"]')].some(leadsBack)) continue
    // The first of two links to each other is the reference.
    if (joined.some((earlier) => earlier.reference === note || earlier.note.contains(link))) continue
    joined.push({ reference: link.closest('sup') ?? link, note })
  }
  const notes = new Map<Element, Element>()
  for (const { reference, note } of joined) {
    const text = notes.get(note) ?? footnote(note, positions)
    notes.set(note, text)
    reference.replaceWith(text.cloneNode(true))
  }
  for (const note of notes.keys()) {
    const list = note.parentElement
    note.remove()
    if (list && list !== body && list.textContent?.trim() === '') list.remove()
  }
  if (notes.size > 0) {
    for (const rest of body.querySelectorAll(REST)) rest.remove()
  }
}

function positionsIn(body: HTMLElement): Map<string, Element> {
  const positions = new Map<string, Element>()
  for (const position of body.querySelectorAll('[id], a[name]')) {
    for (const name of [position.id, position.getAttribute('name') ?? '']) if (name) positions.set(name, position)
  }
  return positions
}

/** Compares fragments only, because browsers copy links as absolute URLs. */
function targetOf(link: Element, positions: Map<string, Element>): Element | null {
  return positions.get((link.getAttribute('href') ?? '').replace(/^[^#]*#/, '')) ?? null
}

/** The content of a footnote as one line, without the backlink. */
function footnote(note: Element, positions: Map<string, Element>): Element {
  const text = note.ownerDocument.createElement('span')
  text.dataset.footnote = ''
  const copy = note.cloneNode(true) as Element
  for (const link of copy.querySelectorAll('a[href*="#"]')) if (targetOf(link, positions)) link.remove()
  for (const block of copy.querySelectorAll('p, div, ul, ol, li')) {
    block.append(' ')
    unwrap(block)
  }
  text.append(...copy.childNodes)
  trimEdge(text, 'firstChild')
  trimEdge(text, 'lastChild')
  return text
}

function trimEdge(text: Element, edge: 'firstChild' | 'lastChild'): void {
  for (let node: Node | null = text; node; node = node[edge]) {
    if (!(node instanceof Text)) continue
    node.data = edge === 'firstChild' ? node.data.trimStart() : node.data.trimEnd()
    if (node.data !== '' || node.parentNode !== text) return
    node.remove()
    node = text
  }
}
