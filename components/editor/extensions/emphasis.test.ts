// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { beforeEach, expect, it, vi } from 'vitest'
import { StrictStarterKit } from './emphasis'

// jsdom has neither; Tiptap makes the event for its paste rules, and reads nothing of it here.
beforeEach(() => {
  vi.stubGlobal('ClipboardEvent', Event)
  vi.stubGlobal('DataTransfer', Object)
})

function typed(text: string): string {
  const editor = new Editor({ extensions: [StrictStarterKit] })
  const { view } = editor
  for (const letter of text) {
    const { from, to } = view.state.selection
    const isHandled = view.someProp('handleTextInput', (handle) =>
      handle(view, from, to, letter, () => view.state.tr.insertText(letter, from, to)),
    )
    if (!isHandled) view.dispatch(view.state.tr.insertText(letter, from, to))
  }
  const html = editor.getHTML()
  editor.destroy()
  return html
}

function pasted(text: string): string {
  const editor = new Editor({ extensions: [StrictStarterKit] })
  editor.commands.insertContent(text, { applyPasteRules: true })
  const html = editor.getHTML()
  editor.destroy()
  return html
}

it.each([
  ['*it*', '<p><em>it</em></p>'],
  ['so _it is_', '<p>so <em>it is</em></p>'],
  ['**it is**', '<p><strong>it is</strong></p>'],
  ['area = 2 * 3 * 4', '<p>area = 2 * 3 * 4</p>'],
  ['2 ** 3 ** 4', '<p>2 ** 3 ** 4</p>'],
  ['a *b * c', '<p>a *b * c</p>'],
  ['__init__', '<p>__init__</p>'],
])('%s is %s, typed and pasted', (text, html) => {
  expect(typed(text)).toBe(html)
  expect(pasted(text)).toBe(html)
})

it('~~it~~ is struck out, typed', () => {
  expect(typed('~~it~~')).toBe('<p><s>it</s></p>')
  expect(typed('a ~~ b ~~')).toBe('<p>a ~~ b ~~</p>')
})

it('what is typed after a link is not of it', () => {
  const editor = new Editor({ extensions: [StrictStarterKit], content: '<p><a href="/x">link</a></p>' })
  editor.commands.setTextSelection('link'.length + 1)
  editor.view.dispatch(editor.state.tr.insertText(' after it'))
  expect(editor.getHTML()).toMatch(/^<p><a [^>]*>link<\/a> after it<\/p>$/)
  editor.destroy()
})
