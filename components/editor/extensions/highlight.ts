import { Mark } from '@tiptap/core'

/** Words somebody has marked, as the API takes them. The toolbar's background colours are styles, not this. */
export const Highlight = Mark.create({
  name: 'highlight',

  parseHTML: () => [{ tag: 'mark' }],
  renderHTML: ({ HTMLAttributes }) => ['mark', HTMLAttributes, 0],
})
