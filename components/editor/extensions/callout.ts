import { InputRule, Node } from '@tiptap/core'
import { NodeRange } from '@tiptap/pm/model'
import { liftTarget } from '@tiptap/pm/transform'
import { CALLOUTS, type CalloutKind, calloutKind } from '@/lib/rich-text/callout'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    callout: {
      /** Wraps the selected blocks in a callout, or changes the kind of the callout around them. */
      setCallout: (kind: CalloutKind) => ReturnType
      /** Removes the callout around the selection and keeps its content. */
      unsetCallout: () => ReturnType
    }
  }
}

/** A box with a note, a tip or a warning. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,

  addAttributes() {
    return {
      kind: {
        default: 'note',
        parseHTML: (element) => calloutKind(element.getAttribute('data-callout')) ?? 'note',
        renderHTML: ({ kind }) => ({ 'data-callout': kind }),
      },
    }
  },

  parseHTML() {
    return [{ tag: 'aside[data-callout]' }]
  },

  renderHTML({ HTMLAttributes }) {
    return ['aside', HTMLAttributes, 0]
  },

  // As on the page: with an accessible name and a visible label.
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('aside')
      const label = document.createElement('p')
      const contentDOM = document.createElement('div')
      dom.setAttribute('role', 'note')
      label.className = 'callout-label'
      label.contentEditable = 'false'
      label.setAttribute('aria-hidden', 'true')
      const draw = ({ attrs }: typeof node) => {
        const kind = calloutKind(attrs.kind) ?? 'note'
        dom.dataset.callout = kind
        dom.setAttribute('aria-label', CALLOUTS[kind])
        label.textContent = CALLOUTS[kind]
      }
      draw(node)
      dom.append(label, contentDOM)
      return {
        dom,
        contentDOM,
        ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
        update: (next) => {
          if (next.type !== node.type) return false
          draw(next)
          return true
        },
      }
    }
  },

  addCommands() {
    return {
      setCallout:
        (kind) =>
        ({ editor, commands }) =>
          editor.isActive(this.name)
            ? commands.updateAttributes(this.name, { kind })
            : commands.wrapIn(this.name, { kind }),
      unsetCallout:
        () =>
        ({ state: { selection }, tr, dispatch }) => {
          const { $from } = selection
          const depth = [...Array($from.depth + 1).keys()].findLast((at) => $from.node(at).type === this.type)
          if (depth === undefined) return false
          const range = new NodeRange(tr.doc.resolve($from.start(depth)), tr.doc.resolve($from.end(depth)), depth)
          const target = liftTarget(range)
          if (target === null) return false
          if (dispatch) tr.lift(range, target)
          return true
        },
    }
  },

  addInputRules() {
    // GitHub's Markdown syntax, with or without the quotation mark before it.
    return [
      new InputRule({
        find: /^\[!(note|tip|warning)\]\s$/i,
        handler: ({ state, range, match, chain }) => {
          const kind = calloutKind(match[1]?.toLowerCase())
          const $from = state.doc.resolve(range.from)
          if (!kind) return null
          const isQuote = $from.depth > 1 && $from.node(-1).type.name === 'blockquote' && $from.index(-1) === 0
          chain()
            .deleteRange(range)
            .command(({ tr, commands }) => {
              if (!isQuote) return commands.wrapIn(this.type, { kind })
              tr.setNodeMarkup($from.before(-1), this.type, { kind })
              return true
            })
            .run()
        },
      }),
    ]
  },
})
