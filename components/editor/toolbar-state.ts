import type { Editor } from '@tiptap/core'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { selectedDirection } from './extensions/direction'
import { indent, outdent } from './extensions/indent'
import { selectedLanguage } from './extensions/language'
import { effectiveTextblocks } from './extensions/selected-blocks'

export type Alignment = 'left' | 'center' | 'right' | 'justify'

/** The state of the toolbar at the caret. */
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
  /** 0 when not a heading. */
  heading: number
  align: Alignment
  direction: 'ltr' | 'rtl'
  /** Null for that of the text. */
  language: string | null
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
  const blocks = effectiveTextblocks(editor.state).map(({ node }) => node)
  const textAlign = blocks[0]?.attrs.textAlign
  const level = blocks[0]?.type.name === 'heading' ? Number(blocks[0].attrs.level) : 0
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
    codeBlock: isAllCode(blocks),
    heading: blocks.every(({ attrs }) => (attrs.level ?? 0) === level) ? level : 0,
    align: textAlign ?? (direction === 'rtl' ? 'right' : 'left'),
    direction,
    language: selectedLanguage(editor.state),
    font: fontFamily ?? null,
    size: fontSize ?? null,
    colour: color ?? null,
    background: backgroundColor ?? null,
    // Not `editor.can()`, which builds every command of the editor at each key.
    canUndo: undoDepth(editor.state) > 0,
    canRedo: redoDepth(editor.state) > 0,
    canIndent: indent(editor.state),
    canOutdent: outdent(editor.state),
  }
}

export function isAllCode(blocks: Node[]): boolean {
  return blocks.length > 0 && blocks.every(({ type }) => type.spec.code)
}

/** Aligns the selected blocks. The default alignment is not stored. */
export function align(editor: Editor, alignment: Alignment): void {
  const natural = selectedDirection(editor.state) === 'rtl' ? 'right' : 'left'
  if (alignment === natural) editor.commands.unsetTextAlign()
  else editor.commands.setTextAlign(alignment)
}
