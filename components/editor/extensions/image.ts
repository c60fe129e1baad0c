import { InputRule } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { webAddress } from '@/lib/rich-text/address'

const WIDTH = /^(?:[1-9]\d?|100)%$/
const TYPED = /!\[([^\]]*)\]\((\S+)\)$/

/**
 * A picture in the line of text, so that a link can stand round it. `width` and `height` are its own in pixels;
 * `shownWidth` is how much of the column its author gives it.
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
  // Old texts carry pictures as data URLs: they must not vanish by being opened. New ones never get in (`uploads.ts`).
  allowBase64: true,
})
