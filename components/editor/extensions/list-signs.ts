import { type ChainedCommands, Extension, InputRule } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'

/** The sign that begins an item, by the kind of list the item is in already. */
const SIGNS: [find: RegExp, list: string][] = [
  [/^\s*[-+*]\s$/, 'bulletList'],
  [/^\s*\d{1,9}[.)]\s$/, 'orderedList'],
]
const TASK = /^\s*(?:- )?\[([ x]?)\]\s$/

/** Who writes Markdown types the sign before every item; in an item of such a list it is there already. */
export const ListSigns = Extension.create({
  name: 'listSigns',
  // Runs before the rules that make lists.
  priority: 1000,

  addInputRules() {
    const signs = SIGNS.map(
      ([find, list]) =>
        new InputRule({
          find,
          handler: ({ state, range }) => {
            if (listAt(state) !== list) return null
            state.tr.delete(range.from, range.to)
          },
        }),
    )
    const task = new InputRule({
      find: TASK,
      handler: ({ state, range, match, chain }) => {
        const list = listAt(state)
        // The first sign of "- [ ] " has made an item of a bulleted list.
        if (list !== 'taskList' && list !== 'bulletList') return null
        const without = chain().deleteRange(range)
        const inList: ChainedCommands = list === 'taskList' ? without : without.toggleTaskList()
        ;(match[1] === 'x' ? inList.updateAttributes('taskItem', { checked: true }) : inList).run()
      },
    })
    return [...signs, task]
  },
})

/** The list that the caret is in the first block of an item of. */
function listAt({ selection: { $from } }: EditorState): string | null {
  return $from.depth > 2 && $from.index(-1) === 0 ? $from.node(-2).type.name : null
}
