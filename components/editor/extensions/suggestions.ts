import { type Editor, Extension, type Range } from '@tiptap/core'
import { type Plugin, PluginKey } from '@tiptap/pm/state'
import { Suggestion } from '@tiptap/suggestion'

/** What a menu offers: blocks after a slash. */
export type SuggestionKind = 'blocks'

/** What was typed after the sign that opens a menu, and where. */
export type SuggestionQuery = { kind: SuggestionKind; query: string; range: Range; rect: () => DOMRect | null }

type Options = {
  onQuery: (query: SuggestionQuery | null) => void
  /** True when the menu took the key. */
  onKey: (event: KeyboardEvent) => boolean
}

/** A slash at the beginning of a block opens the menu of blocks. */
export const Suggestions = Extension.create<Options>({
  name: 'suggestions',

  addOptions() {
    return { onQuery: () => undefined, onKey: () => false }
  },

  addProseMirrorPlugins() {
    return [
      menu(this.editor, this.options, 'blocks', {
        char: '/',
        decorationClass: 'editor-slash',
        allow: ({ state, range }) => {
          const $from = state.doc.resolve(range.from)
          return $from.parentOffset === 0 && !$from.parent.type.spec.code
        },
      }),
    ]
  },
})

type Trigger = Partial<Omit<Parameters<typeof Suggestion>[0], 'editor' | 'pluginKey' | 'render'>>

function menu(editor: Editor, { onQuery, onKey }: Options, kind: SuggestionKind, trigger: Trigger): Plugin {
  const show = ({
    query,
    range,
    clientRect,
  }: {
    query: string
    range: Range
    clientRect?: (() => DOMRect | null) | null
  }) => onQuery({ kind, query, range, rect: () => clientRect?.() ?? null })
  return Suggestion({
    editor,
    pluginKey: new PluginKey(kind),
    ...trigger,
    render: () => ({
      onStart: show,
      onUpdate: show,
      onExit: () => onQuery(null),
      onKeyDown: ({ event }) => onKey(event),
    }),
  })
}
