import type { CommandProps, JSONContent } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'

/**
 * Inserts a block that holds no text, and puts the caret into the text after it, which it creates where there is none:
 * a block that stays selected is replaced by the next letter.
 */
export function insertBlock(block: JSONContent): (props: CommandProps) => boolean {
  return ({ chain }) =>
    chain()
      .insertContent(block)
      .command(({ tr }) => {
        // In the middle of a text the caret is already in its second half.
        if (!(tr.selection instanceof NodeSelection)) return true
        const { $to } = tr.selection
        if (!$to.nodeAfter?.isTextblock) {
          const paragraph = $to.parent.contentMatchAt($to.indexAfter()).defaultType?.create()
          if (!paragraph) return true
          tr.insert($to.pos, paragraph)
        }
        tr.setSelection(TextSelection.create(tr.doc, $to.pos + 1)).scrollIntoView()
        return true
      })
      .run()
}
