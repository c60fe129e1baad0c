import { Extension, type Range } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion } from '@tiptap/suggestion'

/** The text after the slash, and its range. */
export type SlashQuery = { query: string; range: Range; rect: () => DOMRect | null }

type Options = {
  onQuery: (query: SlashQuery | null) => void
  /** Returns true when the menu has handled the key. */
  onKey: (event: KeyboardEvent) => boolean
}

/** Typing a slash at the start of a block opens the block menu. */
export const Slash = Extension.create<Options>({
  name: 'slash',

  addOptions() {
    return { onQuery: () => undefined, onKey: () => false }
  },

  addProseMirrorPlugins() {
    const { onQuery, onKey } = this.options
    const show = ({
      query,
      range,
      clientRect,
    }: {
      query: string
      range: Range
      clientRect?: (() => DOMRect | null) | null
    }) => onQuery({ query, range, rect: () => clientRect?.() ?? null })
    return [
      Suggestion({
        editor: this.editor,
        pluginKey: new PluginKey('slash'),
        char: '/',
        decorationClass: 'editor-slash',
        allow: ({ state, range }) => {
          const $from = state.doc.resolve(range.from)
          return $from.parentOffset === 0 && !$from.parent.type.spec.code
        },
        render: () => ({
          onStart: show,
          onUpdate: show,
          onExit: () => onQuery(null),
          onKeyDown: ({ event }) => onKey(event),
        }),
      }),
    ]
  },
})
