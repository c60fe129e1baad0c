// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { afterEach, describe, expect, it } from 'vitest'
import { readStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { Keyboard } from './keyboard'
import { SCHEMA_EXTENSIONS } from './schema'

let editor: Editor
afterEach(() => editor.destroy())

/** Opens a code block; `|` is the caret, or two of them the ends of the selection. */
function open(code: string, attributes = ''): void {
  const [before = '', selected = '', rest] = code.split('|')
  editor = new Editor({
    extensions: [...SCHEMA_EXTENSIONS, Keyboard],
    content: readStoredHtml(`<pre${attributes}><code>${code.replaceAll('|', '')}</code></pre>`),
  })
  const from = 1 + before.length
  editor.commands.setTextSelection({ from, to: rest === undefined ? from : from + selected.length })
}

/** Whether the editor took the key. */
function press(key: string, modifiers: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
  editor.view.dom.dispatchEvent(event)
  return event.defaultPrevented
}

/** The code, with the caret or the selection in it. */
function shown(): string {
  const { $from, $to, empty } = editor.state.selection
  const text = $from.parent.textContent
  const [from, to] = [$from.parentOffset, $to.parentOffset]
  return `${text.slice(0, from)}|${text.slice(from, to)}${empty ? '' : '|'}${text.slice(to)}`
}

describe('code', () => {
  const CODE = ['spellcheck=false', 'autocapitalize=off', 'autocorrect=off']
  const message = (element: Element | null) =>
    ['spellcheck', 'autocapitalize', 'autocorrect'].map((name) => `${name}=${element?.getAttribute(name)}`)

  it('is left as it is typed by browsers and the keyboards of phones, wherever the block is, and stored without', () => {
    open('const a|')
    expect(message(editor.view.dom.querySelector('pre'))).toEqual(CODE)
    expect(message(editor.view.dom)).toEqual(CODE)
    editor.commands.insertContentAt(0, '<blockquote><pre><code>b</code></pre></blockquote><p>Words</p>')
    expect([...editor.view.dom.querySelectorAll('pre')].map(message)).toEqual([CODE, CODE])
    editor.commands.setTextSelection(7)
    expect(editor.state.selection.$from.parent.type.name).toBe('paragraph')
    expect(message(editor.view.dom)).not.toEqual(CODE)
    expect(writeStoredHtml(editor)).not.toMatch(/spellcheck|auto/)
  })
})

describe('Enter in a code block', () => {
  it.each([
    ['as far in as the line before it', 'if (a) {\n  b|', 'if (a) {\n  b\n  |'],
    ['further in behind an opening bracket', '  if (a) {|', '  if (a) {\n    |'],
    ['further in by a tab behind tabs', '\tcall(|', '\tcall(\n\t\t|'],
    ['behind tabs too', '\ta|', '\ta\n\t|'],
    ['in the middle of a line', '  a|b', '  a\n  |b'],
    ['without what was selected', '  a|b|c', '  a\n  |c'],
    ['at the margin where the caret is before the indentation', '|  a', '\n|  a'],
    ['leaving no blanks behind on a blank line', '  a\n  |', '  a\n\n  |'],
  ])('begins a line %s', (_where, before, after) => {
    open(before)
    expect(press('Enter')).toBe(true)
    expect(shown()).toBe(after)
  })

  it('leaves the block on the third, as before', () => {
    open('  a|')
    for (let times = 0; times < 3; times += 1) press('Enter')
    editor.commands.insertContent('b')
    expect(writeStoredHtml(editor)).toBe('<pre><code>  a</code></pre><p>b</p>')
  })
})

/** Types at the caret as a browser does: the editor may take the text. */
function type(text: string): void {
  const { from, to } = editor.state.selection
  const insert = () => editor.state.tr.insertText(text, from, to)
  if (!editor.view.someProp('handleTextInput', (handle) => handle(editor.view, from, to, text, insert))) {
    editor.view.dispatch(insert())
  }
}

describe('a closing bracket in a code block', () => {
  it.each([
    ['stands as far in as the line that opened it', 'if (a) {\n  b\n  |', '}', 'if (a) {\n  b\n}|'],
    ['also within others', 'f({\n  a: [\n    1,\n    |', ']', 'f({\n  a: [\n    1,\n  ]|'],
    ['past those that are closed', '  f(\n    g(),\n    |', ')', '  f(\n    g(),\n  )|'],
    ['is moved further in as well', '\tif {\n|', '}', '\tif {\n\t}|'],
    ['stays where it closes nothing', '  a\n  |', '}', '  a\n  }|'],
    ['stays behind other text', '{\n  a|', '}', '{\n  a}|'],
    ['replaces what was selected', '{\n  |a|', '}', '{\n}|'],
  ])('%s', (_what, before, bracket, after) => {
    open(before)
    type(bracket)
    expect(shown()).toBe(after)
  })
})

describe('Tab in a code block', () => {
  it.each([
    ['indents at the caret', 'a|', {}, 'a  |'],
    ['indents the selected lines, not blank ones', 'a|b\n\n  c|d', {}, '  a|b\n\n    c|d'],
    ['outdents the line of the caret', '    a|', { shiftKey: true }, '  a|'],
    ['outdents by what there is', ' a\n|\tb\nc|', { shiftKey: true }, ' a\n|b\nc|'],
  ])('%s', (_what, before, modifiers, after) => {
    open(before)
    expect(press('Tab', modifiers)).toBe(true)
    expect(shown()).toBe(after)
  })

  it('preserves marked lines', () => {
    open('|a\nb|\nc', ' data-lines="2"')
    press('Tab')
    expect(writeStoredHtml(editor)).toBe('<pre data-lines="2"><code>  a\n  b\nc</code></pre>')
  })

  it('leaves the text after Escape', () => {
    open('a|')
    press('Escape')
    expect(press('Tab')).toBe(false)
    expect(shown()).toBe('a|')
  })
})

describe('Tab on selected lines', () => {
  it('keeps them selected, and leaves the line whose beginning ends the selection', () => {
    open('|a\n  b\n|c')
    expect(press('Tab')).toBe(true)
    expect(press('Tab')).toBe(true)
    expect(editor.state.doc.textContent).toBe('    a\n      b\nc')
    expect(editor.state.selection.empty).toBe(false)
    expect(press('Tab', { shiftKey: true })).toBe(true)
    expect(editor.state.doc.textContent).toBe('  a\n    b\nc')
  })

  it('keeps the selection that ends where a line is indented', () => {
    open('a|b|')
    press('Tab')
    press('Tab')
    expect(editor.state.doc.textContent).toBe('    ab')
    expect(editor.state.selection.empty).toBe(false)
  })
})
