import {
  attribute,
  type ChildNode,
  type Element,
  element,
  elementsOf,
  type Fragment,
  replaceNode,
  setChildren,
  textNode,
  textOf,
} from '@/packages/convert/tree'
import { linkAround } from './tree'

/** A footnote, numbered from 1 in document order. */
export type Footnote = { number: number; content: ChildNode[] }

/**
 * Removes the inline footnotes from the tree, in place, and inserts a reference for each. Empty footnotes are dropped.
 */
export function takeFootnotes(tree: Fragment, makeReference: (number: number) => Element): Footnote[] {
  const notes: Footnote[] = []
  for (const node of [...elementsOf(tree)]) {
    if (attribute(node, 'data-footnote') === undefined) continue
    const content = node.childNodes
    if (textOf(node).trim() === '') {
      replaceNode(node, [])
      continue
    }
    const number = notes.length + 1
    notes.push({ number, content })
    const reference = makeReference(number)
    const link = linkAround(node)
    if (link) {
      // The reference is a link, and links cannot be nested.
      replaceNode(node, [])
      replaceNode(link, [link, reference])
    } else replaceNode(node, [reference])
  }
  return notes
}

/** Renders the footnotes as a list at the end, with links between each and its reference. */
export function showFootnotes(tree: Fragment): void {
  const notes = takeFootnotes(tree, (number) =>
    element('sup', { class: 'footnote-ref' }, [
      element(
        'a',
        { href: `#fn-${number}`, id: `fnref-${number}`, role: 'doc-noteref', 'aria-label': `Footnote ${number}` },
        [textNode(String(number))],
      ),
    ]),
  )
  if (notes.length === 0) return
  const items = notes.map(({ number, content }) => {
    const back = { href: `#fnref-${number}`, role: 'doc-backlink', 'aria-label': `Back to reference ${number}` }
    return element('li', { id: `fn-${number}`, dir: 'auto' }, [
      ...content,
      textNode(' '),
      // The variation selector asks for a text arrow instead of an emoji.
      element('a', back, [textNode('↩\ufe0e')]),
    ])
  })
  const section = element('section', { class: 'footnotes', role: 'doc-endnotes', 'aria-label': 'Footnotes' }, [
    element('ol', {}, items),
  ])
  setChildren(tree, [...tree.childNodes, section])
}
