import { textblockTypeInputRule } from '@tiptap/core'
import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight'
import { languageId, lowlight } from '@/lib/rich-text/code-colours'
import { codeFileName, markedLines, writeMarkedLines } from '@/lib/rich-text/code-lines'

/** Code blocks, highlighted as on the public page. */
export const CodeBlock = CodeBlockLowlight.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      /** The name of the file it is from. */
      file: {
        default: null,
        parseHTML: (element: HTMLElement) => codeFileName(element.getAttribute('data-file')),
        renderHTML: ({ file }) => {
          const name = codeFileName(file)
          return name ? { 'data-file': name } : {}
        },
      },
      lines: {
        default: null,
        parseHTML: (element: HTMLElement) => writeMarkedLines(markedLines(element.getAttribute('data-lines'))),
        renderHTML: ({ lines }) => (lines ? { 'data-lines': lines } : {}),
      },
    }
  },

  addInputRules() {
    const rule = (find: RegExp) =>
      textblockTypeInputRule({ find, type: this.type, getAttributes: (match) => ({ language: languageId(match[1]) }) })
    return [rule(/^```([\w+#.-]*)[\s\n]$/), rule(/^~~~([\w+#.-]*)[\s\n]$/)]
  },
}).configure({ lowlight, enableTabIndentation: true, tabSize: 2 })
