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

// jsdom has no clipboard.
const PASTE = new Event('paste') as ClipboardEvent
const [A, B] = ['<img src="https://x.com/a" alt="A">', '<img src="https://x.com/b" alt="B">']

it.each([
  ['one in the middle of a text', '<p>onetwo</p>', 4, A, `<p>one</p><p>${A}</p><p>two</p>`],
  ['one in an empty paragraph', '<p></p>', 1, A, `<p>${A}</p>`],
  ['two in one paragraph', '<p></p>', 1, `<p>${A}${B}</p>`, `<p>${A}</p><p>${B}</p>`],
  ['two beside each other', '<p>one</p>', 4, `${A} ${B}`, `<p>one</p><p>${A}</p><p>${B}</p>`],
  [
    'two in lines of their own',
    '<p></p>',
    1,
    `<p>a</p><p>${A}<br>${B}</p><p>b</p>`,
    `<p>a</p><p>${A}</p><p>${B}</p><p>b</p>`,
  ],
  [
    'two in a quotation',
    '<p></p>',
    1,
    `<blockquote><p>${A}${B}</p></blockquote>`,
    `<blockquote><p>${A}</p><p>${B}</p></blockquote>`,
  ],
  ['with their links', '<p></p>', 1, `<p><a href="/x">${A}</a>${B}</p>`, `<p><a href="/x">${A}</a></p><p>${B}</p>`],
  ['one in a line of text, which stays there', '<p>one</p>', 4, `a ${A} b`, `<p>onea ${A} b</p>`],
])('pasted pictures are blocks of their own: %s', (_what, stored, at, pasted, html) => {
  const editor = new Editor({
    extensions: [...SCHEMA_EXTENSIONS, Paste],
    content: readStoredHtml(stored),
    injectCSS: false,
  })
  editor.commands.setTextSelection(at)
  editor.view.pasteHTML(pasted, PASTE)
  expect(writeStoredHtml(editor)).toBe(html)
  // The next one does not join it.
  editor.view.pasteHTML(A, PASTE)
  expect(writeStoredHtml(editor).match(/<p>(?:<a[^>]*>)?<img[^>]*>(?:<\/a>)?<img/g)).toBeNull()
  editor.destroy()
})
