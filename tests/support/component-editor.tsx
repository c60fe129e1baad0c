import type { Editor } from '@tiptap/core'
import '@/components/rich-text/rich-text.css'
import '@/components/editor/editor.css'
import { createRef } from 'react'
import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'
import { WritingPage } from '@/components/content/writing-page'
import { RichTextEditor, type RichTextEditorHandle } from '@/components/editor/rich-text-editor'
import { byRole, render, resize } from './component'

export const text = (): Locator => byRole('textbox', { name: 'Description', exact: true })
export const toolbar = (): Locator => byRole('toolbar', { name: 'Formatting' })
export const tool = (name: string): Locator => toolbar().getByRole('button', { name, exact: true })
export const choose = (name: string, label: string): Promise<void> =>
  toolbar().getByRole('combobox', { name, exact: true }).selectOptions(label)
export const bar = (name: string): Locator => byRole('toolbar', { name, exact: true })
export const dialog = (name: string): Locator => byRole('dialog', { name, exact: true })
/** What screen readers are told. */
export const announced = (): Locator => byRole('status').first()

const handle = createRef<RichTextEditorHandle>()

/** What would be stored now. */
export const html = (): string => handle.current?.getHtml() ?? ''

/** Opens the editor with a field behind it, in a window of this size, and puts the caret into its text. */
export async function openEditor(initialHtml = '', { width = 1280, height = 860 } = {}): Promise<void> {
  await resize(width, height)
  render(
    <WritingPage title="A form">
      <RichTextEditor
        label="Description"
        initialHtml={initialHtml}
        copiesPictures
        onChange={() => {}}
        editorRef={handle}
      />
      <input aria-label="Next field" />
    </WritingPage>,
  )
  await expect.element(text()).toBeVisible()
  text().element().focus()
  await expect.element(text()).toHaveFocus()
}

const editorOf = (element: Element) => (element as unknown as { editor: Editor }).editor

/** What the editor holds as selected: it hears of the browser's selection a moment later. */
export function selectedText(): string {
  const { state } = editorOf(text().element())
  return state.doc.textBetween(state.selection.from, state.selection.to)
}

/** Selects the first occurrence of these words, which stand in one node. */
export function select(words: string): void {
  const editor = editorOf(text().element())
  let from = 0
  editor.state.doc.descendants((node, pos) => {
    const at = node.text?.indexOf(words) ?? -1
    if (from === 0 && at >= 0) from = pos + at
  })
  expect(from, `“${words}” is in the text`).toBeGreaterThan(0)
  editor
    .chain()
    .focus()
    .setTextSelection({ from, to: from + words.length })
    .run()
}

/** Pastes from a clipboard with these types. */
export function paste(data: Record<string, string>, files: File[] = []): void {
  const clipboardData = new DataTransfer()
  for (const [kind, value] of Object.entries(data)) clipboardData.setData(kind, value)
  for (const file of files) clipboardData.items.add(file)
  text()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
