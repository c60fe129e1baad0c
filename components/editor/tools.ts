import type { Editor } from '@tiptap/core'
import type { IconName } from './icons'
import type { Shortcut } from './shortcut'
import { align, type ToolbarState } from './toolbar-state'

/** A toolbar button with one action. */
export type Tool = {
  name: string
  /** An icon, or a letter with the tool's own formatting. */
  icon: IconName | { letter: string; tag: 'b' | 'i' | 'u' | 's' | 'sub' | 'sup' }
  shortcut?: Shortcut
  /** Missing for tools without an on/off state. */
  isOn?: (state: ToolbarState) => boolean
  isOff?: (state: ToolbarState) => boolean
  run: (editor: Editor, state: ToolbarState) => void
}

/** Code cannot have marks. */
const inCode = (state: ToolbarState) => state.codeBlock

export const HISTORY: Tool[] = [
  {
    name: 'Undo',
    icon: 'undo',
    shortcut: 'Mod+Z',
    isOff: (state) => !state.canUndo,
    run: (editor) => editor.commands.undo(),
  },
  {
    name: 'Redo',
    icon: 'redo',
    shortcut: 'Mod+Shift+Z',
    isOff: (state) => !state.canRedo,
    run: (editor) => editor.commands.redo(),
  },
]

export const BOLD: Tool = {
  name: 'Bold',
  icon: { letter: 'B', tag: 'b' },
  shortcut: 'Mod+B',
  isOn: (state) => state.bold,
  isOff: inCode,
  run: (editor) => editor.commands.toggleBold(),
}
export const ITALIC: Tool = {
  name: 'Italic',
  icon: { letter: 'I', tag: 'i' },
  shortcut: 'Mod+I',
  isOn: (state) => state.italic,
  isOff: inCode,
  run: (editor) => editor.commands.toggleItalic(),
}
export const UNDERLINE: Tool = {
  name: 'Underline',
  icon: { letter: 'U', tag: 'u' },
  shortcut: 'Mod+U',
  isOn: (state) => state.underline,
  isOff: inCode,
  run: (editor) => editor.commands.toggleUnderline(),
}
const STRIKE: Tool = {
  name: 'Strike',
  icon: { letter: 'S', tag: 's' },
  shortcut: 'Mod+Shift+S',
  isOn: (state) => state.strike,
  isOff: inCode,
  run: (editor) => editor.commands.toggleStrike(),
}
export const INLINE_CODE: Tool = {
  name: 'Code',
  icon: 'inlineCode',
  shortcut: 'Mod+E',
  isOn: (state) => state.code,
  isOff: inCode,
  run: (editor) => editor.commands.toggleCode(),
}

export const MARKS: Tool[] = [BOLD, ITALIC, UNDERLINE, STRIKE, INLINE_CODE]

export const SCRIPTS: Tool[] = [
  {
    name: 'Subscript',
    icon: { letter: '2', tag: 'sub' },
    shortcut: 'Mod+,',
    isOn: (state) => state.subscript,
    isOff: inCode,
    run: (editor) => editor.chain().unsetSuperscript().toggleSubscript().run(),
  },
  {
    name: 'Superscript',
    icon: { letter: '2', tag: 'sup' },
    shortcut: 'Mod+.',
    isOn: (state) => state.superscript,
    isOff: inCode,
    run: (editor) => editor.chain().unsetSubscript().toggleSuperscript().run(),
  },
]

export const QUOTE: Tool = {
  name: 'Blockquote',
  icon: 'quote',
  shortcut: 'Mod+Shift+B',
  isOn: (state) => state.blockquote,
  run: (editor) => editor.commands.toggleBlockquote(),
}

export const LISTS: Tool[] = [
  {
    name: 'Ordered list',
    icon: 'orderedList',
    shortcut: 'Mod+Shift+7',
    isOn: (state) => state.orderedList,
    run: (editor) => editor.commands.toggleOrderedList(),
  },
  {
    name: 'Bullet list',
    icon: 'bulletList',
    shortcut: 'Mod+Shift+8',
    isOn: (state) => state.bulletList,
    run: (editor) => editor.commands.toggleBulletList(),
  },
  {
    name: 'Task list',
    icon: 'taskList',
    shortcut: 'Mod+Shift+9',
    isOn: (state) => state.taskList,
    run: (editor) => editor.commands.toggleTaskList(),
  },
]

export const INDENTS: Tool[] = [
  {
    name: 'Outdent',
    icon: 'outdent',
    shortcut: 'Mod+[',
    isOff: (state) => !state.canOutdent,
    run: (editor) => editor.commands.outdent(),
  },
  {
    name: 'Indent',
    icon: 'indent',
    shortcut: 'Mod+]',
    isOff: (state) => !state.canIndent,
    run: (editor) => editor.commands.indent(),
  },
]

export const DIRECTION: Tool = {
  name: 'Direction: right to left',
  icon: 'direction',
  isOn: (state) => state.direction === 'rtl',
  run: (editor, state) => editor.commands.setDirection(state.direction === 'rtl' ? 'ltr' : 'rtl'),
}

export const ALIGNMENTS: Tool[] = [
  {
    name: 'Align left',
    icon: 'alignLeft',
    shortcut: 'Mod+Shift+L',
    isOn: (state) => state.align === 'left',
    isOff: inCode,
    run: (editor) => align(editor, 'left'),
  },
  {
    name: 'Align centre',
    icon: 'alignCentre',
    shortcut: 'Mod+Shift+E',
    isOn: (state) => state.align === 'center',
    isOff: inCode,
    run: (editor) => align(editor, 'center'),
  },
  {
    name: 'Align right',
    icon: 'alignRight',
    shortcut: 'Mod+Shift+R',
    isOn: (state) => state.align === 'right',
    isOff: inCode,
    run: (editor) => align(editor, 'right'),
  },
  {
    name: 'Justify',
    icon: 'justify',
    shortcut: 'Mod+Shift+J',
    isOn: (state) => state.align === 'justify',
    isOff: inCode,
    run: (editor) => align(editor, 'justify'),
  },
]

export const CODE_BLOCK: Tool = {
  name: 'Code block',
  icon: 'codeBlock',
  shortcut: 'Mod+Alt+C',
  isOn: (state) => state.codeBlock,
  run: (editor) => editor.commands.toggleCodeBlock(),
}

export const TABLE: Tool = {
  name: 'Table',
  icon: 'table',
  run: (editor) => editor.commands.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
}

export const RULE: Tool = {
  name: 'Horizontal rule',
  icon: 'rule',
  run: (editor) => editor.commands.setHorizontalRule(),
}

export const CLEAN: Tool = {
  name: 'Clean formatting',
  icon: 'clean',
  shortcut: 'Mod+\\',
  run: (editor) => editor.commands.clean(),
}
