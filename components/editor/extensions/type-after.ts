import { Extension } from '@tiptap/core'
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'

const INLINE = ['footnote', 'formula', 'image']
const BLOCKS = ['figure', 'formulaBlock', 'embed', 'video']

/**
 * What is typed while a footnote, a formula, a picture or a video is selected stands after it. By itself it replaces what
 * is selected, with a picture's caption and words; and a footnote's text is seen only while it is.
 */
export const TypeAfter = Extension.create({
  name: 'typeAfter',

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleTextInput(view, _from, _to, text) {
            const { selection, tr } = view.state
            if (!(selection instanceof NodeSelection)) return false
            const { name } = selection.node.type
            if (!INLINE.includes(name) && !BLOCKS.includes(name)) return false
            const { paragraph } = view.state.schema.nodes
            if (BLOCKS.includes(name) && paragraph) tr.insert(selection.to, paragraph.create())
            tr.setSelection(TextSelection.near(tr.doc.resolve(selection.to), 1))
            view.dispatch(tr.insertText(text).scrollIntoView())
            return true
          },
        },
      }),
    ]
  },
})
