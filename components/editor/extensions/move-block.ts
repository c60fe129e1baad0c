import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state'
import type { PositionedNode } from './selected-blocks'
import { ITEM_TYPES } from './selected-blocks'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    moveBlock: {
      /** Swaps the caret's block, in a list its item, with the one above or below. */
      moveBlock: (direction: 'up' | 'down') => ReturnType
    }
  }
}

type Options = { announce: (message: string) => void }

/** Moves blocks with Alt+Shift+Up and Alt+Shift+Down, as word processors do. */
export const MoveBlock = Extension.create<Options>({
  name: 'moveBlock',

  addOptions() {
    return { announce: () => undefined }
  },

  addCommands() {
    return {
      moveBlock:
        (direction) =>
        ({ state, tr, dispatch }) => {
          const block = movableBlock(state)
          if (!block) return false
          const $pos = state.doc.resolve(block.pos)
          const { parent } = $pos
          const other = $pos.index() + (direction === 'up' ? -1 : 1)
          const neighbour = other < 0 ? null : parent.maybeChild(other)
          if (!neighbour || isRetainedEnd(state.doc, parent, other)) return false
          if (dispatch) moveOthers(tr, block, direction === 'up' ? -neighbour.nodeSize : neighbour.nodeSize)
          return true
        },
    }
  },

  addKeyboardShortcuts() {
    const move = (direction: 'up' | 'down') => () => {
      const isMoved = this.editor.commands.moveBlock(direction)
      this.options.announce(
        isMoved ? `Moved ${direction}.` : `Nothing ${direction === 'up' ? 'above' : 'below'} it here.`,
      )
      // Handled even when nothing moves: the browser would extend the selection.
      return true
    }
    return { 'Alt-Shift-ArrowUp': move('up'), 'Alt-Shift-ArrowDown': move('down') }
  },
})

/** The list item or block that contains the selection; inside a table, the table; of a frame with nothing else, the frame. */
function movableBlock({ selection, doc }: EditorState): PositionedNode | null {
  const { $from } = selection
  if (selection instanceof NodeSelection && isOpenFrame($from.parent, doc)) {
    return { node: selection.node, pos: selection.from }
  }
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    const isInPlace = ITEM_TYPES.includes(node.type.name) || isOpenFrame($from.node(depth - 1), doc)
    const isTabular = hasTableAbove($from, depth)
    const isAlone = depth > 1 && $from.node(depth - 1).childCount === 1
    if (isInPlace && !isTabular && !isAlone) return { node, pos: $from.before(depth) }
  }
  return null
}

/** Moves a top-level block to the gap before the child `gap` of the document. */
export function moveBlockTo({ state, view }: Editor, block: PositionedNode, gap: number): void {
  const { doc, tr } = state
  const index = doc.resolve(block.pos).index()
  const passed = gap < index ? doc.children.slice(gap, index) : doc.children.slice(index + 1, gap)
  const size = passed.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  if (size > 0) view.dispatch(moveOthers(tr, block, gap < index ? -size : size))
}

/**
 * Moves a block by `by` positions, the size of the blocks it passes. Those blocks are deleted and inserted again rather
 * than the moved one, so that the selection stays in it.
 */
function moveOthers(tr: Transaction, { node, pos }: PositionedNode, by: number): Transaction {
  const end = pos + node.nodeSize
  const [from, to] = by < 0 ? [pos + by, pos] : [end, end + by]
  const { content } = tr.doc.slice(from, to)
  tr.delete(from, to)
  return tr.insert(by < 0 ? end + by : pos, content).scrollIntoView()
}

/** Whether a parent's children can be reordered freely. */
function isOpenFrame(parent: Node, doc: Node): boolean {
  return parent === doc || ['blockquote', 'callout'].includes(parent.type.name)
}

function hasTableAbove($from: EditorState['selection']['$from'], depth: number): boolean {
  for (let above = depth - 1; above > 0; above -= 1) if ($from.node(above).type.name === 'table') return true
  return false
}

/** Whether a child is the trailing empty paragraph, which blocks must not pass. */
function isRetainedEnd(doc: Node, parent: Node, index: number): boolean {
  const child = parent.maybeChild(index)
  return parent === doc && index === doc.childCount - 1 && child?.type.name === 'paragraph' && child.content.size === 0
}
