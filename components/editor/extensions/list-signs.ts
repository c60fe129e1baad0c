import { Extension, InputRule } from '@tiptap/core'

/** The sign that begins an item, by the kind of list the item is in already. */
const SIGNS: [find: RegExp, list: string][] = [
  [/^\s*[-+*]\s$/, 'bulletList'],
  [/^\s*\d{1,9}[.)]\s$/, 'orderedList'],
  [/^\s*(?:- )?\[[ x]?\]\s$/, 'taskList'],
]

/** Who writes Markdown types the sign before every item; in an item of such a list it is there already. */
export const ListSigns = Extension.create({
  name: 'listSigns',
  // Runs before the rules that make lists.
  priority: 1000,

  addInputRules() {
    return SIGNS.map(
      ([find, list]) =>
        new InputRule({
          find,
          handler: ({ state, range }) => {
            const { $from } = state.selection
            const isFirstBlock = $from.depth > 2 && $from.index(-1) === 0
            if (!isFirstBlock || $from.node(-2).type.name !== list) return null
            state.tr.delete(range.from, range.to)
          },
        }),
    )
  },
})
