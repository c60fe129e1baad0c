import type { Node } from '@tiptap/pm/model'
import { picturesIn } from './extensions/pictures'

/** Where the pictures are that say nothing to people who cannot see them. */
export function undescribedPictures(doc: Node): number[] {
  return picturesIn(doc)
    .filter(({ node }) => String(node.attrs.alt ?? '').trim() === '')
    .map(({ pos }) => pos)
}
