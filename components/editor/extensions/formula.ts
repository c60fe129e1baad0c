import { type Editor, Extension, InputRule, Node, type NodeViewRenderer } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { loadFormulas } from '@/components/editor/on-demand'
import { trimEnd } from '@/lib/platform/trim-end'
import { hasTexConverter, type MathElement, makeFormula, mathOf } from '@/lib/rich-text/formula'
import { normaliseTex } from '@/packages/convert/tex'
import { insertBlock } from './insert-block'
import { afterLoading } from './transactions'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    formula: {
      /** Inserts a formula or changes the selected one; with `isBlock` as a block, else inline. */
      setFormula: (formula: { tex: string; isBlock: boolean }) => ReturnType
    }
  }
}

const NAMESPACE = 'http://www.w3.org/1998/Math/MathML'
/** TeX between dollar signs; the required characters exclude prices. */
const TYPED = /(?<=^|[\s(])\$(?! )([^$]*[\\^_{}=][^$]*|[a-zA-Z])(?<! )\$$/

/** The TeX of a stored formula. */
export const texOf = (element: Element) => normaliseTex(element.getAttribute('data-tex') ?? '')

/** A wrapper around the formula, because MathML elements have no `contenteditable`. */
function framed(tag: 'span' | 'div', isBlock: boolean): NodeViewRenderer {
  return ({ node }) => {
    const dom = document.createElement(tag)
    dom.className = 'editor-formula'
    dom.contentEditable = 'false'
    const draw = ({ attrs }: typeof node) => dom.replaceChildren(drawnFormula(attrs.tex, isBlock))
    draw(node)
    return {
      dom,
      ignoreMutation: () => true,
      update: (next) => {
        if (next.type !== node.type) return false
        draw(next)
        return true
      },
    }
  }
}

/** A formula as MathML, created from its TeX; invalid TeX as code, and TeX that nothing can convert as its own text. */
export function drawnFormula(tex: string, isBlock: boolean): Element {
  const draw = ({ tag, attributes, children }: MathElement): Element => {
    const element = document.createElementNS(NAMESPACE, tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.append(...children.map((child) => (typeof child === 'string' ? child : draw(child))))
    return element
  }
  const made = makeFormula(tex, isBlock)
  if ('math' in made) return draw(made.math)
  if (!hasTexConverter()) return draw(mathOf(tex, isBlock, [{ tag: 'mtext', attributes: {}, children: [tex] }]))
  const code = document.createElement('code')
  code.textContent = tex
  return code
}

export const Formula = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,

  addAttributes() {
    return { tex: { default: '', parseHTML: texOf, rendered: false } }
  },

  parseHTML() {
    return [{ tag: 'math[data-tex]' }]
  },

  renderHTML({ node }) {
    return { dom: drawnFormula(node.attrs.tex, false) }
  },

  addNodeView() {
    return framed('span', false)
  },

  addCommands() {
    return {
      setFormula:
        ({ tex, isBlock }) =>
        (props) => {
          const { state, commands } = props
          const content = { type: isBlock ? 'formulaBlock' : 'formula', attrs: { tex: normaliseTex(tex) } }
          const selected = selectedFormula({ state })
          if (selected?.node.type.name === content.type) {
            return commands.command(({ tr }) => {
              tr.setNodeAttribute(selected.from, 'tex', content.attrs.tex)
              return true
            })
          }
          return isBlock ? insertBlock(content)(props) : commands.insertContent(content)
        },
    }
  },

  addInputRules() {
    return [
      new InputRule({
        find: /\$$/,
        handler: () => {
          void loadFormulas()
        },
      }),
      new InputRule({
        find: TYPED,
        handler: ({ state, range, match }) => {
          const tex = normaliseTex(match[1] ?? '')
          if ('math' in makeFormula(tex, false)) state.tr.replaceWith(range.from, range.to, this.type.create({ tex }))
          else if (!hasTexConverter()) void convertLater(this.editor, range.from + match[0].length - 1)
        },
      }),
    ]
  },
})

/** Applies the input rules again once TeX can be converted, where the dollar sign typed at `position` is still there. */
function convertLater(editor: Editor, position: number): Promise<void> {
  return afterLoading(editor, loadFormulas, (map) => {
    if (!hasTexConverter()) return
    const { view, state } = editor
    const from = map(position)
    const to = Math.min(from + 1, state.doc.content.size)
    // At once: Tiptap's own way to apply them waits for a timer, by which the text may be shorter.
    if (state.doc.textBetween(from, to) === '$')
      view.someProp('handleTextInput', (handle) => handle(view, from, to, '$', () => state.tr))
  })
}

/** Tells why TeX typed between dollar signs did not become a formula; text without a backslash is not taken for TeX. */
export const FormulaProblems = Extension.create<{ report: (message: string) => void }>({
  name: 'formulaProblems',

  addOptions() {
    return { report: () => undefined }
  },

  addInputRules() {
    return [
      new InputRule({
        find: TYPED,
        handler: ({ match }) => {
          const tex = normaliseTex(match[1] ?? '')
          const made = makeFormula(tex, false)
          // After the typed character is inserted, which clears earlier messages.
          if ('problem' in made && hasTexConverter() && tex.includes('\\')) {
            // Its further lines quote the TeX.
            const [problem = ''] = made.problem.trim().split('\n')
            queueMicrotask(() =>
              this.options.report(
                `This formula cannot be shown. ${trimEnd(problem.trim(), (character) => character === ':').trim()}.`,
              ),
            )
          }
          return null
        },
      }),
    ]
  },
})

export const FormulaBlock = Node.create({
  name: 'formulaBlock',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes() {
    return { tex: { default: '', parseHTML: texOf, rendered: false } }
  },

  parseHTML() {
    return [{ tag: 'math[data-tex][display="block"]', priority: 60 }]
  },

  renderHTML({ node }) {
    return { dom: drawnFormula(node.attrs.tex, true) }
  },

  addNodeView() {
    return framed('div', true)
  },
})

export function selectedFormula({ state: { selection } }: Pick<Editor, 'state'>): NodeSelection | null {
  if (!(selection instanceof NodeSelection)) return null
  return ['formula', 'formulaBlock'].includes(selection.node.type.name) ? selection : null
}
