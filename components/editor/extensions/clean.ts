import { Extension } from '@tiptap/core'
import { ownValue } from '@/lib/platform/own-value'
import { outermostList, selectedTextblocks } from './selected-blocks'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    clean: {
      /** Turns the selection, or the block at the caret, into plain paragraphs. */
      clean: () => ReturnType
    }
  }
}

const BLOCK_ATTRIBUTES = ['indent', 'dir', 'textAlign']

/** Removes all formatting and keeps the text. */
export const Clean = Extension.create({
  name: 'clean',

  addCommands() {
    return {
      clean:
        () =>
        ({ state, chain }) => {
          const { empty, $from } = state.selection
          return chain()
            .command(({ tr }) => {
              const ranges = empty
                ? [{ $from: state.doc.resolve($from.start()), $to: state.doc.resolve($from.end()) }]
                : state.selection.ranges
              for (const { $from: from, $to: to } of ranges) tr.removeMark(from.pos, to.pos)
              tr.setStoredMarks([])
              for (const block of selectedTextblocks(state)) {
                for (const { node, pos } of [block, outermostList(state.doc, block.pos) ?? block]) {
                  for (const name of BLOCK_ATTRIBUTES) {
                    const plain = ownValue(node.type.spec.attrs ?? {}, name)?.default
                    if (plain !== undefined && ownValue(node.attrs, name) !== plain)
                      tr.setNodeAttribute(pos, name, plain)
                  }
                }
              }
              return true
            })
            .clearNodes()
            .run()
        },
    }
  },

  addKeyboardShortcuts() {
    return { 'Mod-\\': () => this.editor.commands.clean() }
  },
})
