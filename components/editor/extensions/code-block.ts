import { textblockTypeInputRule } from '@tiptap/core'
import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { loadCodeColours, loaded } from '@/components/editor/on-demand'
import { languageId } from '@/lib/rich-text/code-languages'
import { codeFileName, markedLines, writeMarkedLines } from '@/lib/rich-text/code-lines'
import { linesOf } from './marked-lines'

/** One level of indentation. */
const LEVEL = '  '
const ONE_LEVEL = /^(?:\t| {1,2})/
/** Two blank lines at the end, with any indentation. */
const BLANK_END = /\n[ \t]*\n[ \t]*$/
const INDENTATION = /^[ \t]*/
/** Closing brackets with their opening ones. */
const BRACKETS = new Map([
  ['}', '{'],
  [']', '['],
  [')', '('],
])

/** Colours nothing until the grammars are loaded; a block without a language stays plain, as on its page. */
const lowlight = {
  highlight: (language: string, code: string) => loaded.colours?.highlight(language, code),
  highlightAuto: () => ({ children: [] }),
  listLanguages: () => loaded.colours?.listLanguages() ?? [],
  registered: (language: string) => loaded.colours?.registered(language) ?? false,
}

export const CodeBlock = CodeBlockLowlight.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      file: {
        default: null,
        parseHTML: (element: HTMLElement) => codeFileName(element.getAttribute('data-file')),
        renderHTML: ({ file }) => {
          const name = codeFileName(file)
          return name ? { 'data-file': name } : {}
        },
      },
      lines: {
        default: null,
        parseHTML: (element: HTMLElement) => writeMarkedLines(markedLines(element.getAttribute('data-lines'))),
        renderHTML: ({ lines }) => (lines ? { 'data-lines': lines } : {}),
      },
    }
  },

  addKeyboardShortcuts() {
    const inCode = (change: (state: EditorState, tr: Transaction) => void) => () => {
      const { $from, $to } = this.editor.state.selection
      if ($from.parent.type !== this.type || !$from.sameParent($to)) return false
      return this.editor.commands.command(({ state, tr }) => {
        change(state, tr)
        tr.scrollIntoView()
        return true
      })
    }
    const newLine = inCode(breakLine)
    return {
      ...this.parent?.(),
      Enter: () => {
        const { $from, empty } = this.editor.state.selection
        const isAtEnd = empty && $from.parent.type === this.type && $from.parentOffset === $from.parent.content.size
        const blank = isAtEnd ? BLANK_END.exec($from.parent.textContent)?.[0] : undefined
        if (blank === undefined) return newLine()
        return this.editor
          .chain()
          .command(({ tr }) => Boolean(tr.delete($from.pos - blank.length, $from.pos)))
          .exitCode()
          .run()
      },
      Tab: inCode((state, tr) => {
        if (state.selection.empty) tr.insertText(LEVEL)
        // `insertText` would put the caret where the selection ends.
        else
          for (const { from, text } of selectedLines(state).reverse())
            if (text !== '') tr.insert(from, state.schema.text(LEVEL))
      }),
      'Shift-Tab': inCode((state, tr) => {
        for (const { from, text } of selectedLines(state).reverse()) {
          tr.delete(from, from + (ONE_LEVEL.exec(text)?.[0].length ?? 0))
        }
      }),
    }
  },

  addProseMirrorPlugins() {
    const { type } = this
    return [
      ...(this.parent?.() ?? []).map((plugin) => (plugin.spec.state ? withLateColours(plugin) : plugin)),
      new Plugin({
        props: {
          handleTextInput({ state, dispatch }, from, to, text) {
            const $from = state.doc.resolve(from)
            if (!BRACKETS.has(text) || $from.parent.type !== type) return false
            const before = $from.parent.textContent.slice(0, $from.parentOffset)
            const typed = before.slice(before.lastIndexOf('\n') + 1)
            const indentation = typed.trim() === '' ? indentationToClose(before, text) : null
            if (indentation === null || indentation === typed) return false
            dispatch(state.tr.insertText(indentation + text, from - typed.length, to).scrollIntoView())
            return true
          },
        },
      }),
      new Plugin<DecorationSet>({
        key: AS_TYPED_KEY,
        view: (view) => {
          let isLoading = false
          const update = () => {
            if (isLoading || loaded.colours || AS_TYPED_KEY.getState(view.state) === DecorationSet.empty) return
            isLoading = true
            void loadCodeColours().then(
              () => view.isDestroyed || view.dispatch(view.state.tr.setMeta(COLOURS_LOADED, true)),
            )
          }
          update()
          return { update }
        },
        state: {
          init: (_config, { doc }) => asTyped(doc),
          apply: (transaction, blocks) => (transaction.docChanged ? asTyped(transaction.doc) : blocks),
        },
        props: {
          decorations(state) {
            return this.getState(state)
          },
          // Keyboards of phones ask the element that has the focus.
          attributes: ({ selection }): { [name: string]: string } =>
            selection.$from.parent.type === type ? AS_TYPED : {},
        },
      }),
    ]
  },

  addInputRules() {
    const rule = (find: RegExp) =>
      textblockTypeInputRule({ find, type: this.type, getAttributes: (match) => ({ language: languageId(match[1]) }) })
    return [rule(/^```([\w+#.-]*)[\s\n]$/), rule(/^~~~([\w+#.-]*)[\s\n]$/)]
  },
}).configure({ lowlight })

const AS_TYPED_KEY = new PluginKey<DecorationSet>('asTyped')
const COLOURS_LOADED = 'coloursLoaded'

/** The plugin of colours, which looks at a block when it changes, and here at all when they are loaded. */
function withLateColours({ spec }: Plugin): Plugin {
  const { state } = spec
  return new Plugin({
    ...spec,
    state: state && {
      ...state,
      apply: (tr, colours, before, after) =>
        tr.getMeta(COLOURS_LOADED) ? state.init({}, after) : state.apply(tr, colours, before, after),
    },
  })
}

/** Code is not corrected, nor begun with a capital. */
const AS_TYPED = { spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' }

/** Decorations, because attributes of the element would be stored. */
function asTyped(doc: Node): DecorationSet {
  const blocks: Decoration[] = []
  doc.descendants((node, pos) => {
    if (node.type.name === 'codeBlock') blocks.push(Decoration.node(pos, pos + node.nodeSize, AS_TYPED))
    return !node.inlineContent
  })
  return DecorationSet.create(doc, blocks)
}

/** A new line as far in as the one it leaves, or further behind an opening bracket; a blank one is left empty. */
function breakLine({ selection }: EditorState, tr: Transaction): void {
  const { $from, from, to } = selection
  const before = $from.parent.textContent.slice(0, $from.parentOffset).split('\n').at(-1) ?? ''
  const indentation = INDENTATION.exec(before)?.[0] ?? ''
  const level = [...BRACKETS.values()].some((bracket) => before.trimEnd().endsWith(bracket)) ? levelOf(indentation) : ''
  tr.insertText(`\n${indentation}${level}`, indentation === before ? from - before.length : from, to)
}

/**
 * The indentation of the line whose bracket `closing` closes after `code`; null where it closes none. Brackets in
 * strings and comments count as well.
 */
function indentationToClose(code: string, closing: string): string | null {
  const opening = BRACKETS.get(closing)
  if (!opening) return null
  let open = 1
  for (let at = code.length - 1; at >= 0; at -= 1) {
    if (code[at] === closing) open += 1
    if (code[at] === opening) open -= 1
    if (open === 0) return INDENTATION.exec(code.slice(code.lastIndexOf('\n', at) + 1))?.[0] ?? ''
  }
  return null
}

function levelOf(indentation: string): string {
  return indentation.startsWith('\t') ? '\t' : LEVEL
}

/** The selected lines of the code block, but not one that the selection only reaches the beginning of. */
function selectedLines({ selection }: EditorState) {
  const { $from, from, to } = selection
  return linesOf($from.parent, $from.before()).filter(
    (line) => line.to >= from && (line.from < to || from === to) && line.from <= to,
  )
}
