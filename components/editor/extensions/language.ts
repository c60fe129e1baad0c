import { Mark } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { languageTag } from '@/lib/rich-text/language'
import { effectiveTextblocks } from './selected-blocks'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    language: {
      /**
       * Sets the language of the selected words, or of whole blocks: of the one at the caret, and of several when the
       * selection reaches beyond one. Null takes it away.
       */
      setLanguage: (tag: string | null) => ReturnType
    }
  }
}

const INLINE = ':is(a, abbr, b, cite, code, em, i, kbd, mark, q, s, small, span, strong, sub, sup, u)'

/** The language of words within a block, stored as `<span lang>`; blocks have an attribute of their own (direction.ts). */
export const Language = Mark.create({
  name: 'language',
  // Outside of the text style, whose parser copies styles into the spans it holds.
  priority: 102,
  // The next word is in the language of the text again.
  inclusive: false,

  addAttributes() {
    return {
      lang: {
        default: null,
        parseHTML: (element) => languageTag(element.getAttribute('lang')),
      },
    }
  },

  parseHTML() {
    const hasLanguage = (element: HTMLElement) => (languageTag(element.getAttribute('lang')) === null ? false : null)
    return [{ tag: `${INLINE}[lang]`, consuming: false, getAttrs: hasLanguage }]
  },

  renderHTML({ HTMLAttributes }) {
    return ['span', HTMLAttributes, 0]
  },

  addCommands() {
    return {
      setLanguage:
        (lang) =>
        ({ state, tr, dispatch }) => {
          const { from, to } = state.selection
          const blocks = effectiveTextblocks(state)
          if (!dispatch) return blocks.length > 0
          const [first] = blocks
          const isWords = areWords(state)
          for (const { node, pos } of blocks) {
            const [start, end] = isWords ? [from, to] : [pos + 1, pos + node.nodeSize - 1]
            tr.removeMark(start, end, this.type)
            const ofBlock = 'lang' in node.attrs
            if (!isWords && ofBlock) tr.setNodeAttribute(pos, 'lang', lang)
            // Words in the language of their block need none of their own.
            else if (lang !== null && lang !== first?.node.attrs.lang)
              tr.addMark(start, end, this.type.create({ lang }))
          }
          return blocks.length > 0
        },
    }
  },
})

/** The language of the selection's start; null for that of the text. */
export function selectedLanguage(state: EditorState): string | null {
  const { $from, to, empty } = state.selection
  const node = empty ? null : state.doc.nodeAt($from.pos)
  const marks = node?.isInline && $from.pos < to ? node.marks : $from.marks()
  const mark = marks.find(({ type }) => type.name === 'language')
  if (mark) return mark.attrs.lang
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { lang } = $from.node(depth).attrs
    if (lang) return lang
  }
  return null
}

/** Whether some of one block is selected, and not all of it. */
function areWords({ selection }: EditorState): boolean {
  const { $from, $to, empty } = selection
  const isAll = $from.parentOffset === 0 && $to.parentOffset === $to.parent.content.size
  return !empty && $from.sameParent($to) && $from.parent.inlineContent && !isAll && !$from.parent.type.spec.code
}
