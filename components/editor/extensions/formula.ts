import { type Editor, Extension, InputRule, Node, type NodeViewRenderer } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { trimEnd } from '@/lib/platform/trim-end'
import { type MathElement, makeFormula } from '@/lib/rich-text/formula'
import { normaliseTex } from '@/packages/convert/tex'
import { insertBlock } from './insert-block'

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

const texOf = (element: HTMLElement) => normaliseTex(element.getAttribute('data-tex') ?? '')

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

/** A formula as MathML, created from its TeX; invalid TeX as code. */
export function drawnFormula(tex: string, isBlock: boolean): Element {
  const draw = ({ tag, attributes, children }: MathElement): Element => {
    const element = document.createElementNS(NAMESPACE, tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.append(...children.map((child) => (typeof child === 'string' ? child : draw(child))))
    return element
  }
  const made = makeFormula(tex, isBlock)
  if ('math' in made) return draw(made.math)
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
        find: TYPED,
        handler: ({ state, range, match }) => {
          const tex = normaliseTex(match[1] ?? '')
          if (!('math' in makeFormula(tex, false))) return null
          state.tr.replaceWith(range.from, range.to, this.type.create({ tex }))
        },
      }),
    ]
  },
})

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
          if ('problem' in made && tex.includes('\\')) {
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
