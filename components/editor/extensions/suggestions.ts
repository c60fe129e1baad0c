import { type Editor, Extension, type Range } from '@tiptap/core'
import { type Plugin, PluginKey } from '@tiptap/pm/state'
import { Suggestion } from '@tiptap/suggestion'

/** What a menu offers: blocks after a slash, notes and projects after two brackets. */
export type SuggestionKind = 'blocks' | 'pages'

/** The text after the trigger of a menu, and its position. */
export type SuggestionQuery = { kind: SuggestionKind; query: string; range: Range; rect: () => DOMRect | null }

type Options = {
  onQuery: (query: SuggestionQuery | null) => void
  /** True when the menu took the key. */
  onKey: (event: KeyboardEvent) => boolean
}

/** A longer query is text in brackets rather than a title. */
const TITLE_MAX_CHARACTERS = 80

/** Opens the block menu for a slash at the start of a block, and the menu of pages to link for two brackets. */
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
      menu(this.editor, this.options, 'pages', {
        char: '[[',
        allowSpaces: true,
        allowedPrefixes: null,
        decorationClass: 'editor-slash',
        allow: ({ editor, state, range }) => {
          const typed = state.doc.textBetween(range.from, range.to)
          const isCode = state.doc.resolve(range.from).parent.type.spec.code || editor.isActive('code')
          return !isCode && !typed.includes(']') && typed.length <= TITLE_MAX_CHARACTERS
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
