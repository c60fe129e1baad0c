import { InputRule } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { webAddress } from '@/lib/rich-text/address'

const WIDTH = /^(?:[1-9]\d?|100)%$/
const TYPED = /!\[([^\]]*)\]\((\S+)\)$/

/**
 * An inline image, so that a link can contain it. `width` and `height` are its size in pixels; `shownWidth` is the
 * share of the column it takes.
 */
export const Picture = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      shownWidth: {
        default: null,
        parseHTML: (element) => (WIDTH.test(element.style.width) ? element.style.width : null),
        renderHTML: ({ shownWidth }) => (shownWidth ? { style: `width: ${shownWidth}` } : {}),
      },
    }
  },

  addInputRules() {
    return [
      new InputRule({
        find: TYPED,
        handler: ({ state, range, match }) => {
          const src = webAddress(match[2] ?? '')
          if (!src) return null
          state.tr.replaceWith(range.from, range.to, this.type.create({ src, alt: match[1] }))
        },
      }),
    ]
  },
}).configure({
  inline: true,
  // Old texts contain data URLs, which must survive being opened. New ones are uploaded instead (`uploads.ts`).
  allowBase64: true,
})
