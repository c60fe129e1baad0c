import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'

/** A node and the position before it. */
export type PositionedNode = { node: Node; pos: number }

export const LIST_TYPES = ['bulletList', 'orderedList', 'taskList']
export const ITEM_TYPES = ['listItem', 'taskItem']

/** Every text block the selection touches; for selected table cells, the blocks inside each. */
export function selectedTextblocks({ doc, selection }: EditorState): PositionedNode[] {
  const found = new Map<number, Node>()
  for (const { $from, $to } of selection.ranges) {
    doc.nodesBetween($from.pos, $to.pos, (node, pos) => {
      if (node.isTextblock) found.set(pos, node)
      return !node.isTextblock
    })
  }
  return [...found].map(([pos, node]) => ({ node, pos }))
}

/** The outermost list around a block within its table cell or quotation; null outside of lists. */
export function outermostList(doc: Node, pos: number): PositionedNode | null {
  const $pos = doc.resolve(pos)
  let found: PositionedNode | null = null
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const node = $pos.node(depth)
    if (LIST_TYPES.includes(node.type.name)) found = { node, pos: $pos.before(depth) }
    else if (!ITEM_TYPES.includes(node.type.name)) break
  }
  return found
}

/** The same without the empty trailing paragraph, which says nothing about the selection. */
export function effectiveTextblocks(state: EditorState): PositionedNode[] {
  const blocks = selectedTextblocks(state)
  const last = blocks.at(-1)
  const isTrailingParagraph =
    last && last.node.content.size === 0 && last.pos + last.node.nodeSize === state.doc.content.size
  return isTrailingParagraph && blocks.length > 1 ? blocks.slice(0, -1) : blocks
}
