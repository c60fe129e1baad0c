import type { Editor } from '@tiptap/core'
import type { IconName } from '@/components/ui/icon-names'
import type { Shortcut } from './shortcut'
import { type Alignment, align, type ToolbarState } from './toolbar-state'

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

type Mark = 'bold' | 'italic' | 'underline' | 'strike' | 'code'

const mark = (type: Mark, name: string, icon: Tool['icon'], shortcut: Shortcut): Tool => ({
  name,
  icon,
  shortcut,
  isOn: (state) => state[type],
  isOff: inCode,
  run: (editor) => editor.commands.toggleMark(type),
})

const BOLD = mark('bold', 'Bold', { letter: 'B', tag: 'b' }, 'Mod+B')
const ITALIC = mark('italic', 'Italic', { letter: 'I', tag: 'i' }, 'Mod+I')
const UNDERLINE = mark('underline', 'Underline', { letter: 'U', tag: 'u' }, 'Mod+U')
const STRIKE = mark('strike', 'Strike', { letter: 'S', tag: 's' }, 'Mod+Shift+S')
const INLINE_CODE = mark('code', 'Code', 'inlineCode', 'Mod+E')

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

type BlockType = 'blockquote' | 'orderedList' | 'bulletList' | 'codeBlock'

const block = (type: BlockType, name: string, icon: IconName, shortcut: Shortcut, run: Tool['run']): Tool => ({
  name,
  icon,
  shortcut,
  isOn: (state) => state[type],
  run,
})

export const QUOTE = block('blockquote', 'Blockquote', 'quote', 'Mod+Shift+B', ({ commands }) =>
  commands.toggleBlockquote(),
)

export const LISTS: Tool[] = [
  block('orderedList', 'Ordered list', 'orderedList', 'Mod+Shift+7', ({ commands }) => commands.toggleOrderedList()),
  block('bulletList', 'Bullet list', 'bulletList', 'Mod+Shift+8', ({ commands }) => commands.toggleBulletList()),
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

const alignment = (to: Alignment, name: string, icon: IconName, shortcut: Shortcut): Tool => ({
  name,
  icon,
  shortcut,
  isOn: (state) => state.align === to,
  isOff: inCode,
  run: (editor) => align(editor, to),
})

export const ALIGNMENTS = [
  alignment('left', 'Align left', 'alignLeft', 'Mod+Shift+L'),
  alignment('center', 'Align centre', 'alignCentre', 'Mod+Shift+E'),
  alignment('right', 'Align right', 'alignRight', 'Mod+Shift+R'),
  alignment('justify', 'Justify', 'justify', 'Mod+Shift+J'),
]

export const CODE_BLOCK = block('codeBlock', 'Code block', 'codeBlock', 'Mod+Alt+C', ({ commands }) =>
  commands.toggleCodeBlock(),
)

export const CLEAN: Tool = {
  name: 'Clean formatting',
  icon: 'clean',
  shortcut: 'Mod+\\',
  run: (editor) => editor.commands.clean(),
}
