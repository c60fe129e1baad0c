import type { Node } from '@tiptap/pm/model'

/** Where the pictures are that say nothing to people who cannot see them. */
export function undescribedPictures(doc: Node): number[] {
  const found: number[] = []
  doc.descendants(({ type, attrs }, pos) => {
    if (['image', 'figure'].includes(type.name) && String(attrs.alt ?? '').trim() === '') found.push(pos)
  })
  return found
}
