import { textblockTypeInputRule } from '@tiptap/core'
import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight'
import { lowlight } from '@/lib/rich-text/code-colours'

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

/** The name under which a language is stored, for whatever people and other programs call it; null for no name at all. */
export function languageId(name: string | null | undefined): string | null {
  const lower = (name ?? '').trim().toLowerCase()
  const id = Object.hasOwn(ALIASES, lower) ? ALIASES[lower] : lower
  return id && STORABLE.test(id) ? id : null
}

/** Code in the reader's colours. */
export const CodeBlock = CodeBlockLowlight.extend({
  addInputRules() {
    const rule = (find: RegExp) =>
      textblockTypeInputRule({ find, type: this.type, getAttributes: (match) => ({ language: languageId(match[1]) }) })
    return [rule(/^```([\w+#.-]*)[\s\n]$/), rule(/^~~~([\w+#.-]*)[\s\n]$/)]
  },
}).configure({ lowlight, enableTabIndentation: true, tabSize: 2 })
