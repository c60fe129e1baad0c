// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { readStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { SCHEMA_EXTENSIONS } from './schema'
import { TypeAfter } from './type-after'

it.each([
  ['footnote', '<span data-footnote="">b</span>'],
  ['formula', '<math data-tex="b"><mi>b</mi></math>'],
])('what is typed while a %s is selected goes on after it', (_what, html) => {
  const content = readStoredHtml(`<p>a${html}c</p>`)
  const editor = new Editor({ extensions: [...SCHEMA_EXTENSIONS, TypeAfter], content, injectCSS: false })
  const { view } = editor
  editor.commands.setNodeSelection(2)
  for (const letter of 'xy') {
    const { from, to } = editor.state.selection
    const byDefault = () => editor.state.tr.insertText(letter, from, to)
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, byDefault))) {
      view.dispatch(byDefault())
    }
  }
  expect(writeStoredHtml(editor)).toBe(`<p>a${html}xyc</p>`)
  editor.destroy()
})

it.each([
  ['picture', '<p>a<img src="/a.png" alt="A">c</p>', 2, '<p>a<img src="/a.png" alt="A">xc</p>'],
  [
    'picture with a caption',
    '<figure><img src="/a.png"><figcaption>A</figcaption></figure><p>c</p>',
    0,
    '<figure><img src="/a.png"><figcaption>A</figcaption></figure><p>x</p><p>c</p>',
  ],
])('a letter does not replace a selected %s', (_what, html, at, after) => {
  const extensions = [...SCHEMA_EXTENSIONS, TypeAfter]
  const editor = new Editor({ extensions, content: readStoredHtml(html), injectCSS: false })
  editor.commands.setNodeSelection(at)
  const { from, to } = editor.state.selection
  const byDefault = () => editor.state.tr.insertText('x', from, to)
  if (!editor.view.someProp('handleTextInput', (handle) => handle(editor.view, from, to, 'x', byDefault)))
    editor.view.dispatch(byDefault())
  expect(writeStoredHtml(editor)).toBe(after)
  editor.destroy()
})
