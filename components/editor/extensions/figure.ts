import { type Editor, Node } from '@tiptap/core'
import { DOMSerializer, Fragment, type Node as ProseMirrorNode } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Selection, TextSelection } from '@tiptap/pm/state'
import type { NodeView } from '@tiptap/pm/view'
import { ownValue } from '@/lib/platform/own-value'
import { linkAddress } from '@/lib/rich-text/address'
import { FIGURE_ALIGNMENTS, FIGURE_WIDTHS } from '@/lib/rich-text/figure'
import type { PositionedNode } from './selected-blocks'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    figure: {
      /** Converts the selected inline picture to a figure. */
      setFigure: (attributes?: { align?: string | null }) => ReturnType
      /** Converts the selected figure to an inline picture and a paragraph with its caption. */
      unsetFigure: () => ReturnType
    }
  }
}

const IMAGE_ATTRIBUTES = ['src', 'alt', 'title', 'width', 'height'] as const
/** Maps widths of inline pictures to the closest width of a figure. */
const WIDTH_OF_PERCENT: Record<string, string> = { '33%': 'small', '50%': 'medium', '67%': 'medium', '100%': 'full' }

function oneOf(values: readonly string[], value: string | null): string | null {
  return value !== null && values.includes(value) ? value : null
}

/** A picture as a block, with a caption, a width and an alignment. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'figcaption',
  isolating: true,
  draggable: true,

  addAttributes() {
    const ofImage = IMAGE_ATTRIBUTES.map((name) => [name, { default: null, rendered: false }])
    return {
      ...Object.fromEntries(ofImage),
      /** The link around the picture. */
      href: { default: null, rendered: false },
      size: {
        default: null,
        parseHTML: (element: HTMLElement) => oneOf(FIGURE_WIDTHS, element.getAttribute('data-width')),
        renderHTML: ({ size }) => (size ? { 'data-width': size } : {}),
      },
      align: {
        default: null,
        parseHTML: (element: HTMLElement) => oneOf(FIGURE_ALIGNMENTS, element.getAttribute('data-align')),
        renderHTML: ({ align }) => (align ? { 'data-align': align } : {}),
      },
    }
  },

  parseHTML() {
    return [
      {
        tag: 'figure',
        getAttrs: (element) => {
          const image = loneImage(element)
          if (!image) return false
          const href = linkAddress(image.closest('a')?.getAttribute('href') ?? '')
          return { ...Object.fromEntries(IMAGE_ATTRIBUTES.map((name) => [name, image.getAttribute(name)])), href }
        },
        contentElement: (element) => {
          const holder = document.createElement('div')
          const caption = element instanceof Element ? element.querySelector('figcaption') : null
          holder.append(caption?.cloneNode(true) ?? document.createElement('figcaption'))
          // Captions from elsewhere can contain paragraphs; here each becomes a line.
          holder.querySelectorAll('p, div').forEach((block, index) => {
            block.replaceWith(...(index > 0 ? [document.createElement('br')] : []), ...block.childNodes)
          })
          return holder
        },
      },
    ]
  },

  // Written out in full: the serialiser supports no content hole with siblings.
  renderHTML({ node, HTMLAttributes }) {
    const dom = document.createElement('figure')
    for (const [name, value] of Object.entries(HTMLAttributes)) dom.setAttribute(name, String(value))
    dom.append(drawnImage(node))
    const [caption] = node.children
    if (caption && caption.content.size > 0) {
      dom.append(DOMSerializer.fromSchema(node.type.schema).serializeNode(caption))
    }
    return { dom }
  },

  addNodeView() {
    return ({ node, getPos, editor, HTMLAttributes }) => figureView(node, getPos, editor, HTMLAttributes)
  },

  addCommands() {
    return {
      setFigure:
        ({ align = null } = {}) =>
        ({ state, tr, dispatch }) => {
          const { selection } = state
          if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return false
          const { $from, node } = selection
          const figure = this.type.create(
            {
              ...node.attrs,
              size: ownValue(WIDTH_OF_PERCENT, node.attrs.shownWidth ?? '') ?? null,
              href: node.marks.find(({ type }) => type.name === 'link')?.attrs.href ?? null,
              align,
            },
            state.schema.nodes.figcaption?.create(),
          )
          const { parent, parentOffset } = $from
          const before = parent.copy(parent.content.cut(0, parentOffset))
          const after = parent.copy(parent.content.cut(parentOffset + node.nodeSize))
          const outer = $from.node(-1)
          const index = $from.index(-1)
          const made = [before, figure, after].filter((one) => one === figure || !isBlank(one))
          // A list item must start with a paragraph, even an empty one.
          if (!outer.canReplace(index, index + 1, Fragment.from(made))) made.unshift(before)
          if (!outer.canReplace(index, index + 1, Fragment.from(made))) return false
          if (!dispatch) return true
          tr.replaceWith($from.before(), $from.after(), made)
          const pos = $from.before() + (made[0] === figure ? 0 : before.nodeSize)
          tr.setSelection(NodeSelection.create(tr.doc, pos))
          return true
        },

      unsetFigure:
        () =>
        ({ state, tr, dispatch }) => {
          const figure = selectedFigure(state)
          const { image, paragraph } = state.schema.nodes
          if (!figure || !image || !paragraph) return false
          if (!dispatch) return true
          const { node, pos } = figure
          const { href } = node.attrs
          const link = href ? state.schema.marks.link?.create({ href }) : null
          const shownWidth = Object.entries(WIDTH_OF_PERCENT).find(([, size]) => size === node.attrs.size)?.[0] ?? null
          const line = paragraph.create(null, image.create({ ...node.attrs, shownWidth }, null, link ? [link] : []))
          const caption = paragraph.create(null, node.firstChild?.content)
          tr.replaceWith(pos, pos + node.nodeSize, caption.content.size > 0 ? [line, caption] : [line])
          tr.setSelection(NodeSelection.create(tr.doc, pos + 1))
          return true
        },
    }
  },
})

export const Caption = Node.create({
  name: 'figcaption',
  content: '(text | hardBreak | formula)*',
  defining: true,

  parseHTML() {
    return [{ tag: 'figcaption', context: 'figure/' }]
  },

  renderHTML({ HTMLAttributes }) {
    return ['figcaption', HTMLAttributes, 0]
  },

  addKeyboardShortcuts() {
    const inCaption = ({ $from }: Selection) => $from.parent.type === this.type
    return {
      Enter: ({ editor }) => {
        const { state, view } = editor
        const { $from } = state.selection
        const { paragraph } = state.schema.nodes
        if (!inCaption(state.selection) || !paragraph) return false
        const after = $from.after(-1)
        const tr = state.tr.insert(after, paragraph.create())
        view.dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView())
        return true
      },
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection
        if (!inCaption(editor.state.selection) || !empty || $from.parentOffset > 0) return false
        return editor.commands.setNodeSelection($from.before(-1))
      },
    }
  },
})

/** The selected figure, or the one whose caption contains the caret. */
export function selectedFigure({ selection }: EditorState): PositionedNode | null {
  if (selection instanceof NodeSelection) {
    return selection.node.type.name === 'figure' ? { node: selection.node, pos: selection.from } : null
  }
  const { $from } = selection
  const node = $from.depth > 0 ? $from.node(-1) : null
  return node?.type.name === 'figure' ? { node, pos: $from.before(-1) } : null
}

/** Moves the caret to the end of the selected figure's caption. */
export function focusCaption(editor: Editor): void {
  const figure = selectedFigure(editor.state)
  if (!figure) return
  const { doc, tr } = editor.state
  const end = figure.pos + figure.node.nodeSize - 2
  editor.view.dispatch(tr.setSelection(Selection.near(doc.resolve(end), -1)).scrollIntoView())
  editor.view.focus()
}

/** The picture of a figure that contains only a picture and a caption; null for other figures, which are unwrapped. */
function loneImage(figure: Element): HTMLImageElement | null {
  const images = [...figure.querySelectorAll('img')]
  const [image] = images
  if (!image?.getAttribute('src') || images.length > 1 || image.closest('figcaption')) return null
  const caption = figure.querySelector('figcaption')
  const isAlone = figure.querySelector('pre, table, iframe, video, ul, ol, dl, blockquote') === null
  const words = figure.textContent?.trim() === (caption?.textContent?.trim() ?? '')
  return isAlone && words ? image : null
}

function isBlank(node: ProseMirrorNode): boolean {
  return (
    node.textContent.trim() === '' && node.children.every((child) => child.isText || child.type.name === 'hardBreak')
  )
}

function drawnImage({ attrs }: ProseMirrorNode): HTMLElement {
  const image = document.createElement('img')
  for (const name of IMAGE_ATTRIBUTES) if (attrs[name] !== null) image.setAttribute(name, String(attrs[name]))
  if (!attrs.href) return image
  const link = document.createElement('a')
  link.setAttribute('href', attrs.href)
  link.append(image)
  return link
}

/** As `drawnImage`, with an alt text in any case: without one screen readers would read the file's name. */
function imageInEditor(node: ProseMirrorNode): HTMLElement {
  const drawn = drawnImage(node)
  const image = drawn instanceof HTMLImageElement ? drawn : drawn.querySelector('img')
  if (image) image.alt = node.attrs.alt ?? ''
  return drawn
}

/** Renders a figure for editing: clicking the picture selects it, and an empty caption is shown too. */
function figureView(
  first: ProseMirrorNode,
  getPos: () => number | undefined,
  editor: Editor,
  attributes: Record<string, unknown>,
): NodeView {
  let shown = first
  const dom = document.createElement('figure')
  for (const [name, value] of Object.entries(attributes)) dom.setAttribute(name, String(value))
  const frame = document.createElement('div')
  frame.contentEditable = 'false'
  frame.className = 'editor-figure-image'
  frame.append(imageInEditor(first))
  const contentDOM = document.createElement('div')
  contentDOM.className = 'editor-figure-caption'
  dom.append(frame, contentDOM)
  frame.addEventListener('click', (event) => {
    event.preventDefault()
    const pos = getPos()
    if (pos !== undefined && editor.isEditable) editor.chain().setNodeSelection(pos).focus().run()
  })
  return {
    dom,
    contentDOM,
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
    update: (node) => {
      if (node.type !== shown.type) return false
      // The alt text is edited while the figure is selected; the picture must not reload.
      if (
        IMAGE_ATTRIBUTES.some((name) => node.attrs[name] !== shown.attrs[name]) ||
        node.attrs.href !== shown.attrs.href
      ) {
        const image = frame.querySelector('img')
        if (node.attrs.src === shown.attrs.src && node.attrs.href === shown.attrs.href && image) {
          image.alt = node.attrs.alt ?? ''
        } else frame.replaceChildren(imageInEditor(node))
      }
      for (const [name, value] of [
        ['data-width', node.attrs.size],
        ['data-align', node.attrs.align],
        ['dir', node.attrs.dir],
      ] as const) {
        if (value) dom.setAttribute(name, String(value))
        else dom.removeAttribute(name)
      }
      shown = node
      return true
    },
  }
}
