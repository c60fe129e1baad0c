import { TaskItem } from '@tiptap/extension-list'

/** As it is stored, so in the editor: what the reader's style sheet knows a task by is missing from its own view. */
export const Task = TaskItem.extend({
  // Before the line break, which would take the key.
  priority: 110,

  addKeyboardShortcuts() {
    return {
      ...this.parent?.(),
      'Mod-Enter': () => {
        const { checked } = this.editor.getAttributes(this.name)
        return typeof checked === 'boolean' && this.editor.commands.updateAttributes(this.name, { checked: !checked })
      },
    }
  },

  addNodeView() {
    const createView = this.parent?.()
    if (!createView) return null
    return (props) => {
      const view = createView(props)
      if (view.dom instanceof HTMLElement) view.dom.dataset.type = 'taskItem'
      return view
    }
  },
}).configure({ nested: true })
