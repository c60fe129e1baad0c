import { TaskItem } from '@tiptap/extension-list'

/**
 * Renders tasks with the stored attribute, which the default node view lacks and the style sheet selects by, and with one
 * name for the box, which it has twice.
 */
export const Task = TaskItem.extend({
  // Runs before the hard break, which is bound to the same key.
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
      if (view.dom instanceof HTMLElement) {
        view.dom.dataset.type = 'taskItem'
        view.dom.querySelector('label > span')?.setAttribute('aria-hidden', 'true')
      }
      return view
    }
  },
}).configure({
  nested: true,
  a11y: { checkboxLabel: ({ firstChild }) => firstChild?.textContent || 'Empty task' },
})
