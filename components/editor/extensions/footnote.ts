import { type Editor, Node } from '@tiptap/core'
import { NodeSelection, Plugin, PluginKey } from '@tiptap/pm/state'
import { AddMarkStep, RemoveMarkStep } from '@tiptap/pm/transform'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    footnote: {
      /** Puts a footnote after what is selected, and leads to its text. */
      insertFootnote: () => ReturnType
    }
  }
  interface Storage {
    footnote: { focusNext: boolean }
  }
}

/**
 * A footnote, kept in the text at the place it belongs to: it moves, is copied and deleted with the words round it.
 * Readers find it at the end. Here its number stands in the line, and its text is written in the bar beside it.
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
    // Before the mark that a span is otherwise.
    return [{ tag: 'span[data-footnote]', priority: 60 }]
  },

  renderHTML() {
    return ['span', { 'data-footnote': '' }, 0]
  },

  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('sup')
      dom.className = 'editor-footnote'
      dom.setAttribute('role', 'doc-noteref')
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
        // What is done to the words round a footnote, a link above all, is not done to the footnote.
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

/** The footnote that is selected; null for anything else. */
export function selectedFootnote({ state: { selection } }: Editor): NodeSelection | null {
  return selection instanceof NodeSelection && selection.node.type.name === 'footnote' ? selection : null
}
