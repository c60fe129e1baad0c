import { Extension } from '@tiptap/core'
import { ITEM_TYPES, outermostList, selectedTextblocks } from './selected-blocks'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    indent: {
      /** Indents one level, at most 8; a list item becomes a child of the item before it. */
      indent: () => ReturnType
      /** Outdents one level. */
      outdent: () => ReturnType
    }
  }
}

const INDENT_MAX = 8
const TYPES = ['paragraph', 'heading', 'blockquote', 'codeBlock']

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
    const shift =
      (by: 1 | -1) =>
      ({
        state,
        tr,
        dispatch,
      }: {
        state: Parameters<typeof selectedTextblocks>[0]
        tr: typeof state.tr
        dispatch: unknown
      }) => {
        let changed = false
        for (const { node, pos } of selectedTextblocks(state)) {
          const { indent } = node.attrs
          if (typeof indent !== 'number' || outermostList(state.doc, pos)) continue
          const next = Math.min(Math.max(indent + by, 0), INDENT_MAX)
          if (next === indent) continue
          if (dispatch) tr.setNodeAttribute(pos, 'indent', next)
          changed = true
        }
        return changed
      }
    return {
      indent:
        () =>
        ({ commands }) =>
          commands.first([
            ...ITEM_TYPES.map((type) => () => commands.sinkListItem(type)),
            () => commands.command(shift(1)),
          ]),
      outdent:
        () =>
        ({ commands }) =>
          commands.first([
            ...ITEM_TYPES.map((type) => () => commands.liftListItem(type)),
            () => commands.command(shift(-1)),
          ]),
    }
  },

  addKeyboardShortcuts() {
    return {
      'Mod-]': () => this.editor.commands.indent(),
      'Mod-[': () => this.editor.commands.outdent(),
    }
  },
})
