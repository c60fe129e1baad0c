import { Extension } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { languageTag } from '@/lib/rich-text/language'
import { LIST_TYPES, outermostList, selectedTextblocks } from './selected-blocks'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    direction: {
      /**
       * Sets the direction of the selected blocks, of a list as a whole. Left to right is the default and not stored.
       */
      setDirection: (direction: 'ltr' | 'rtl') => ReturnType
    }
  }
}

const TYPES = [
  'paragraph',
  'heading',
  'blockquote',
  'codeBlock',
  'figure',
  'callout',
  ...LIST_TYPES,
  'listItem',
  'taskItem',
  'table',
  'tableCell',
  'tableHeader',
]

/** The text direction of a block, stored as `dir`, and its language, stored as `lang`, which language.ts sets. */
export const Direction = Extension.create({
  name: 'direction',

  addGlobalAttributes() {
    return [
      {
        types: TYPES,
        attributes: {
          dir: {
            default: null,
            parseHTML: (element) => {
              const dir = element.getAttribute('dir')
              return dir === 'ltr' || dir === 'rtl' || dir === 'auto' ? dir : null
            },
            renderHTML: ({ dir }) => (dir ? { dir } : {}),
          },
          lang: {
            default: null,
            parseHTML: (element) => languageTag(element.getAttribute('lang')),
            renderHTML: ({ lang }) => (lang ? { lang } : {}),
          },
        },
      },
    ]
  },

  addCommands() {
    return {
      setDirection:
        (direction) =>
        ({ state, tr, dispatch }) => {
          const blocks = selectedTextblocks(state)
          if (!dispatch) return blocks.length > 0
          for (const block of blocks) {
            const target = outermostList(state.doc, block.pos)
            if (target) tr.setNodeAttribute(block.pos, 'dir', null)
            const { pos } = target ?? block
            tr.setNodeAttribute(pos, 'dir', null)
            const inherited = directionAt(tr.doc.resolve(pos))
            if (inherited !== direction) tr.setNodeAttribute(pos, 'dir', direction)
          }
          return blocks.length > 0
        },
    }
  },
})

export function selectedDirection(state: EditorState): 'ltr' | 'rtl' {
  const [first] = selectedTextblocks(state)
  return first ? directionAt(state.doc.resolve(first.pos + 1)) : 'ltr'
}

function directionAt($pos: EditorState['selection']['$from']): 'ltr' | 'rtl' {
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const { dir } = $pos.node(depth).attrs
    if (dir === 'ltr' || dir === 'rtl') return dir
  }
  return 'ltr'
}
