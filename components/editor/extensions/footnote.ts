import { type Editor, Node } from '@tiptap/core'
import { NodeSelection, Plugin, PluginKey } from '@tiptap/pm/state'
import { AddMarkStep, RemoveMarkStep } from '@tiptap/pm/transform'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    footnote: {
      /** Inserts a footnote after the selection and focuses its text. */
      insertFootnote: () => ReturnType
    }
  }
  interface Storage {
    footnote: { focusNext: boolean }
  }
}

/**
 * A footnote, stored inline at its reference, so that it is moved, copied and deleted with the surrounding text. Pages
 * show it at the end. The editor shows its number inline and its text in the context bar.
 */
export const Footnote = Node.create<unknown, { focusNext: boolean }>({
  name: 'footnote',
  group: 'inline',
  inline: true,
  content: '(text | formula)*',
  atom: true,

  addStorage() {
    return { focusNext: false }
  },

  parseHTML() {
    // A higher priority than the text style mark, which matches every span.
    return [{ tag: 'span[data-footnote]', priority: 60 }]
  },

  renderHTML() {
    return ['span', { 'data-footnote': '' }, 0]
  },

  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('sup')
      dom.className = 'editor-footnote'
      dom.setAttribute('role', 'note')
      const name = ({ textContent }: typeof node) => dom.setAttribute('aria-label', `Footnote: ${textContent}`)
      name(node)
      return {
        dom,
        ignoreMutation: () => true,
        update: (next) => {
          if (next.type !== node.type) return false
          name(next)
          return true
        },
      }
    }
  },

  addCommands() {
    return {
      insertFootnote:
        () =>
        ({ state, tr, dispatch }) => {
          const { $to } = state.selection
          const index = $to.index()
          if (!$to.parent.inlineContent || !$to.parent.canReplaceWith(index, index, this.type)) return false
          if (!dispatch) return true
          this.storage.focusNext = true
          tr.insert($to.pos, this.type.create()).setSelection(NodeSelection.create(tr.doc, $to.pos))
          return true
        },
    }
  },

  addKeyboardShortcuts() {
    return { 'Mod-Alt-f': () => this.editor.commands.insertFootnote() }
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('footnote'),
        // Marks set on the surrounding text, links above all, must not change the footnote.
        appendTransaction: (transactions, before, after) => {
          const steps = transactions.flatMap((transaction) => transaction.steps)
          if (!steps.some((step) => step instanceof AddMarkStep || step instanceof RemoveMarkStep)) return null
          const { tr } = after
          for (const step of steps) {
            if (!(step instanceof AddMarkStep || step instanceof RemoveMarkStep)) return null
            before.doc.nodesBetween(step.from, step.to, (node, pos) => {
              if (node.type !== this.type) return true
              const end = pos + node.nodeSize
              if (step.from <= pos && step.to >= end && !tr.doc.nodeAt(pos)?.eq(node)) tr.replaceWith(pos, end, node)
              return false
            })
          }
          return tr.docChanged ? tr.setSelection(after.selection.map(tr.doc, tr.mapping)) : null
        },
      }),
    ]
  },
})

export function selectedFootnote({ state: { selection } }: Editor): NodeSelection | null {
  return selection instanceof NodeSelection && selection.node.type.name === 'footnote' ? selection : null
}
