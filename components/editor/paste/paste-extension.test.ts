// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { expect, it } from 'vitest'
import { SCHEMA_EXTENSIONS } from '@/components/editor/extensions/schema'
import { readStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { Paste } from './paste-extension'

/** What is stored after pasting this at the end of the text, then typing a word, Enter, and another. */
function pastedThenTyped(stored: string, pasted: string): string {
  const editor = new Editor({
    extensions: [...SCHEMA_EXTENSIONS, Paste],
    content: readStoredHtml(stored),
    injectCSS: false,
  })
  editor.commands.setTextSelection(TextSelection.atEnd(editor.state.doc))
  const { content } = editor.schema.nodeFromJSON(readStoredHtml(pasted)).child(0)
  const { tr, selection } = editor.state
  editor.view.dispatch(tr.insert(selection.from, content).setMeta('uiEvent', 'paste').setMeta('paste', true))
  const type = (text: string) => editor.view.dispatch(editor.state.tr.insertText(text))
  type(' one')
  editor.view.dom.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  type('two')
  const html = writeStoredHtml(editor)
  editor.destroy()
  return html
}

it.each([
  ['plain text', '<p>a </p>', '<p>b <s>old</s></p>', '<p>a b <s>old</s> one</p><p>two</p>'],
  ['nothing', '<p></p>', '<p>x<sup>2</sup></p>', '<p>x<sup>2</sup> one</p><p>two</p>'],
  [
    'bold text',
    '<p><strong>a</strong></p>',
    '<p><em>b</em></p>',
    '<p><strong>a</strong><em>b</em><strong> one</strong></p><p><strong>two</strong></p>',
  ],
])('what is typed after a paste goes on as %s before it', (_what, stored, pasted, html) => {
  expect(pastedThenTyped(stored, pasted)).toBe(html)
})
