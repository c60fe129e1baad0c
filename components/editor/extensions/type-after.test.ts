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
