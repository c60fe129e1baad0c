import { Extension } from '@tiptap/core'
import { chainCommands } from '@tiptap/pm/commands'
import type { NodeType } from '@tiptap/pm/model'
import { liftListItem, sinkListItem } from '@tiptap/pm/schema-list'
import type { Command, EditorState } from '@tiptap/pm/state'
import { ownValue } from '@/lib/platform/own-value'
import { ITEM_TYPES, outermostList, selectedTextblocks } from './selected-blocks'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    indent: {
      /** Indents one level, at most 8; a list item becomes a child of the item before it. */
      indent: () => ReturnType
      outdent: () => ReturnType
    }
  }
}

const INDENT_MAX = 8
const TYPES = ['paragraph', 'heading', 'blockquote', 'codeBlock']

/** Without `dispatch`, whether it would change anything. */
export const indent: Command = (state, dispatch) =>
  chainCommands(...onItems(state, sinkListItem), shift(1))(state, dispatch)
export const outdent: Command = (state, dispatch) =>
  chainCommands(...onItems(state, liftListItem), shift(-1))(state, dispatch)

function onItems({ schema }: EditorState, command: (type: NodeType) => Command): Command[] {
  return ITEM_TYPES.flatMap((name) => {
    const type = ownValue(schema.nodes, name)
    return type ? [command(type)] : []
  })
}

function shift(by: 1 | -1): Command {
  return (state, dispatch) => {
    const { tr } = state
    let changed = false
    for (const { node, pos } of selectedTextblocks(state)) {
      const { indent } = node.attrs
      if (typeof indent !== 'number' || outermostList(state.doc, pos)) continue
      const next = Math.min(Math.max(indent + by, 0), INDENT_MAX)
      if (next === indent) continue
      if (dispatch) tr.setNodeAttribute(pos, 'indent', next)
      changed = true
    }
    if (!changed) return false
    dispatch?.(tr)
    return true
  }
}

/** Indent levels 1 to 8 as specified, stored as `data-indent`. */
export const Indent = Extension.create({
  name: 'indent',

  addGlobalAttributes() {
    return [
      {
        types: TYPES,
        attributes: {
          indent: {
            default: 0,
            parseHTML: (element) => {
              const level = element.getAttribute('data-indent') ?? ''
              return /^[1-8]$/.test(level) ? Number(level) : 0
            },
            renderHTML: ({ indent }) => (indent > 0 ? { 'data-indent': indent } : {}),
          },
        },
      },
    ]
  },

  addCommands() {
    return {
      indent:
        () =>
        ({ state, dispatch }) =>
          indent(state, dispatch),
      outdent:
        () =>
        ({ state, dispatch }) =>
          outdent(state, dispatch),
    }
  },

  addKeyboardShortcuts() {
    return {
      'Mod-]': () => this.editor.commands.indent(),
      'Mod-[': () => this.editor.commands.outdent(),
    }
  },
})
