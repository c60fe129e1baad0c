import type { Editor } from '@tiptap/core'
import { selectedDirection } from './extensions/direction'

export type Alignment = 'left' | 'center' | 'right' | 'justify'

/** What the toolbar shows of the place the caret is at. */
export type ToolbarState = {
  bold: boolean
  italic: boolean
  underline: boolean
  strike: boolean
  code: boolean
  subscript: boolean
  superscript: boolean
  link: boolean
  bulletList: boolean
  orderedList: boolean
  taskList: boolean
  blockquote: boolean
  codeBlock: boolean
  /** 0 for text that is no heading. */
  heading: number
  align: Alignment
  direction: 'ltr' | 'rtl'
  font: string | null
  size: string | null
  colour: string | null
  background: string | null
  canUndo: boolean
  canRedo: boolean
  canIndent: boolean
  canOutdent: boolean
}

export function toolbarState(editor: Editor): ToolbarState {
  const { color, backgroundColor, fontFamily, fontSize } = editor.getAttributes('textStyle')
  const direction = selectedDirection(editor.state)
  const { textAlign } = editor.state.selection.$from.parent.attrs
  const can = editor.can()
  return {
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    strike: editor.isActive('strike'),
    code: editor.isActive('code'),
    subscript: editor.isActive('subscript'),
    superscript: editor.isActive('superscript'),
    link: editor.isActive('link'),
    bulletList: editor.isActive('bulletList'),
    orderedList: editor.isActive('orderedList'),
    taskList: editor.isActive('taskList'),
    blockquote: editor.isActive('blockquote'),
    codeBlock: editor.isActive('codeBlock'),
    heading: editor.isActive('heading') ? Number(editor.getAttributes('heading').level) : 0,
    align: textAlign ?? (direction === 'rtl' ? 'right' : 'left'),
    direction,
    font: fontFamily ?? null,
    size: fontSize ?? null,
    colour: color ?? null,
    background: backgroundColor ?? null,
    canUndo: can.undo(),
    canRedo: can.redo(),
    canIndent: can.indent(),
    canOutdent: can.outdent(),
  }
}

/** Aligns the selected blocks; the side the text begins at anyway is not written. */
export function align(editor: Editor, alignment: Alignment): void {
  const natural = selectedDirection(editor.state) === 'rtl' ? 'right' : 'left'
  if (alignment === natural) editor.commands.unsetTextAlign()
  else editor.commands.setTextAlign(alignment)
}
