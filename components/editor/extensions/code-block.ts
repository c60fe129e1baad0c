import { textblockTypeInputRule } from '@tiptap/core'
import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight'
import { lowlight } from '@/lib/rich-text/code-colours'
import { codeFileName, markedLines, writeMarkedLines } from '@/lib/rich-text/code-lines'

const ALIASES: Record<string, string> = {
  'c#': 'csharp',
  'c++': 'cpp',
  cc: 'cpp',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  h: 'c',
  html: 'xml',
  js: 'javascript',
  jsonc: 'json',
  jsx: 'javascript',
  md: 'markdown',
  mjs: 'javascript',
  patch: 'diff',
  plain: 'plaintext',
  postgresql: 'sql',
  py: 'python',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  shellscript: 'bash',
  svg: 'xml',
  text: 'plaintext',
  ts: 'typescript',
  tsx: 'typescript',
  txt: 'plaintext',
  typescriptreact: 'typescript',
  javascriptreact: 'javascript',
  yml: 'yaml',
  zsh: 'bash',
}
const STORABLE = /^[\w+#.-]{1,30}$/

/** The id a language is stored under, from any of its common names; null for none. */
export function languageId(name: string | null | undefined): string | null {
  const lower = (name ?? '').trim().toLowerCase()
  const id = Object.hasOwn(ALIASES, lower) ? ALIASES[lower] : lower
  return id && STORABLE.test(id) ? id : null
}

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
