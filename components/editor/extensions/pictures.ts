import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state'
import { selectedFigure } from './figure'
import type { PositionedNode } from './selected-blocks'

export function picturesIn(doc: Node): PositionedNode[] {
  const found: PositionedNode[] = []
  doc.descendants((node, pos) => {
    if (node.type.name === 'image' || node.type.name === 'figure') found.push({ node, pos })
  })
  return found
}

/** The selected picture, or the one whose caption contains the caret. */
export function selectedPicture(state: EditorState): PositionedNode | null {
  const { selection } = state
  if (selection instanceof NodeSelection && selection.node.type.name === 'image') {
    return { node: selection.node, pos: selection.from }
  }
  return selectedFigure(state)
}

/** Shows another picture in the place of one, whose words, link, width and placement stay. */
export function replacePicture(
  transaction: Transaction,
  pos: number,
  { src, width, height }: { src: string; width: number | null; height: number | null },
): Transaction {
  return transaction
    .setNodeAttribute(pos, 'src', src)
    .setNodeAttribute(pos, 'width', width)
    .setNodeAttribute(pos, 'height', height)
}

/** Where the pictures are that say nothing to people who cannot see them. */
export function undescribedPictures(doc: Node): number[] {
  return picturesIn(doc)
    .filter(({ node }) => String(node.attrs.alt ?? '').trim() === '')
    .map(({ pos }) => pos)
}
