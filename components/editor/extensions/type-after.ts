import { Extension } from '@tiptap/core'
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'

/**
 * What is typed while a footnote or a formula is selected stands after it. By itself it replaces what is selected, and a
 * footnote's text is seen only while it is.
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
            if (!['footnote', 'formula'].includes(selection.node.type.name)) return false
            tr.setSelection(TextSelection.create(tr.doc, selection.to))
            view.dispatch(tr.insertText(text).scrollIntoView())
            return true
          },
        },
      }),
    ]
  },
})
