import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { pressedKey } from '@/components/ui/pressed-key'
import { selectedFootnote } from './footnote'
import { selectedFormula } from './formula'

type Options = {
  /** Alt+F10, as other editors have it. */
  onTools: () => void
  onLink: () => void
  /** Enter on a selected node whose content is written beside it. */
  onOpen: () => void
  announce: (message: string) => void
}

/** Tab leaves the text, except in lists, tables and code, which use it; there, Escape makes the next Tab leave. */
export const Keyboard = Extension.create<Options>({
  name: 'editorKeyboard',
  // Runs after lists, tables and code.
  priority: 1,

  addOptions() {
    return {
      onTools: () => undefined,
      onLink: () => undefined,
      onOpen: () => undefined,
      announce: () => undefined,
    }
  },

  addKeyboardShortcuts() {
    const inList = () => this.editor.isActive('listItem') || this.editor.isActive('taskItem')
    return {
      // The first item cannot be indented, but the key must be consumed: otherwise some presses would leave the text.
      Tab: inList,
      'Shift-Tab': inList,
      'Mod-k': () => {
        this.options.onLink()
        return true
      },
      Enter: () => {
        if (!selectedFootnote(this.editor) && !selectedFormula(this.editor)) return false
        this.options.onOpen()
        return true
      },
      'Alt-F10': () => {
        this.options.onTools()
        return true
      },
    }
  },

  addProseMirrorPlugins() {
    const { editor, options } = this
    let isFree = false
    return [
      new Plugin({
        key: new PluginKey('editorKeyboard'),
        view: ({ dom }) => {
          const onKeyDown = (event: KeyboardEvent) => {
            if (pressedKey(event) !== 'Tab') return
            const isEntering = document.activeElement !== dom
            const top = scrollY
            // Chromium makes a tab stop of what scrolls sideways: while Tab is handled, nothing in the text does.
            dom.parentElement?.setAttribute('data-tab', '')
            setTimeout(() => {
              dom.parentElement?.removeAttribute('data-tab')
              if (!isEntering || document.activeElement !== dom) return
              // It also scrolls to the start of a text in which words are selected, away from them.
              scrollTo({ top, behavior: 'instant' })
              editor.commands.scrollIntoView()
            })
          }
          document.addEventListener('keydown', onKeyDown, true)
          return { destroy: () => document.removeEventListener('keydown', onKeyDown, true) }
        },
        props: {
          handleDOMEvents: {
            keydown: (_view, event) => {
              if (pressedKey(event) === 'Tab' && isFree) return true
              if (pressedKey(event) !== 'Escape' && pressedKey(event) !== 'Shift') isFree = false
              return false
            },
            blur: () => {
              isFree = false
              return false
            },
          },
          handleKeyDown: (_view, event) => {
            if (pressedKey(event) !== 'Escape') return false
            isFree = true
            if (['listItem', 'taskItem', 'table', 'codeBlock'].some((name) => editor.isActive(name))) {
              options.announce('Tab now leaves the text.')
            }
            return true
          },
        },
      }),
    ]
  },
})
