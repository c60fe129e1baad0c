// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { writeStoredHtml } from '@/components/editor/stored-html'
import { ListSigns } from './list-signs'
import { SCHEMA_EXTENSIONS } from './schema'

/** What is stored after typing; a line break is the Enter key. */
function typed(text: string): string {
  return stored(text).replace(/ data-type="task\w+"| data-checked="\w+"|<label>.*?<\/label>|<\/?div>/g, '')
}

function stored(text: string): string {
  const editor = new Editor({ extensions: [...SCHEMA_EXTENSIONS, ListSigns], injectCSS: false })
  const { view } = editor
  for (const letter of text) {
    const { from, to } = view.state.selection
    const insert = () => view.state.tr.insertText(letter, from, to)
    if (letter === '\n') editor.commands.keyboardShortcut('Enter')
    else if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, insert)))
      view.dispatch(insert())
  }
  const html = writeStoredHtml(editor)
  editor.destroy()
  return html
}

const list = (tag: string) => `<${tag}><li><p>one</p></li><li><p>two</p></li></${tag}>`

it.each([
  ['- one\n- two', list('ul')],
  ['* one\n- two', list('ul')],
  ['1. one\n2. two', list('ol')],
  ['[ ] one\n[ ] two', list('ul')],
  ['[ ] one\n- [ ] two', list('ul')],
  ['- [ ] one\n- [x] two', list('ul')],
  ['- one\n- [ ] two', '<ul><li><p>one</p></li></ul><ul><li><p>two</p></li></ul>'],
  ['- one\n2. two', '<ul><li><p>one</p></li><li><p>2. two</p></li></ul>'],
  ['1. one\n- two', '<ol><li><p>one</p></li><li><p>- two</p></li></ol>'],
  ['- one\ntwo - 3', '<ul><li><p>one</p></li><li><p>two - 3</p></li></ul>'],
])('%j is an item a line', (text, html) => {
  expect(typed(text)).toBe(html)
})

it.each(['- [ ] one\n[x] two', '* [ ] one\n- [x] two', '[ ] one\n[x] two'])(
  '%j is a task, and one that is done',
  (text) => {
    expect(stored(text).match(/data-checked="\w+"/g)).toEqual(['data-checked="false"', 'data-checked="true"'])
  },
)
