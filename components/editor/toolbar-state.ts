import type { Editor } from '@tiptap/core'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { selectedDirection } from './extensions/direction'
import { indent, outdent } from './extensions/indent'
import { selectedLanguage } from './extensions/language'
import { effectiveTextblocks } from './extensions/selected-blocks'

export type Alignment = 'left' | 'center' | 'right' | 'justify'

export type ToolbarState = ReturnType<typeof toolbarState>

export function toolbarState(editor: Editor) {
  const styles: Record<string, string | null | undefined> = editor.getAttributes('textStyle')
  const direction = selectedDirection(editor.state)
  const natural: Alignment = direction === 'rtl' ? 'right' : 'left'
  const blocks = effectiveTextblocks(editor.state).map(({ node }) => node)
  const textAlign: Alignment | undefined = blocks[0]?.attrs.textAlign
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
    blockquote: editor.isActive('blockquote'),
    codeBlock: isAllCode(blocks),
    /** 0 when not a heading. */
    heading: blocks.every(({ attrs }) => (attrs.level ?? 0) === level) ? level : 0,
    align: textAlign ?? natural,
    direction,
    /** Null for that of the text. */
    language: selectedLanguage(editor.state),
    font: styles.fontFamily ?? null,
    size: styles.fontSize ?? null,
    colour: styles.color ?? null,
    background: styles.backgroundColor ?? null,
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
