// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { afterEach, describe, expect, it } from 'vitest'
import { readStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { SCHEMA_EXTENSIONS } from './schema'

let editor: Editor
afterEach(() => editor.destroy())

/** What is stored after this was typed at the end of the text; "\n" is Enter. */
function typed(html: string, text: string): string {
  editor = new Editor({ extensions: SCHEMA_EXTENSIONS, content: readStoredHtml(html), injectCSS: false })
  editor.commands.setTextSelection(editor.state.doc.content.size - 1)
  for (const letter of text) {
    if (letter === '\n') editor.commands.splitBlock()
    else editor.view.dispatch(editor.state.tr.insertText(letter))
  }
  return writeStoredHtml(editor)
}

describe('an address that is typed becomes a link', () => {
  it.each([
    [
      'before a space',
      'See https://a.example/x now',
      '<p>See <a href="https://a.example/x">https://a.example/x</a> now</p>',
    ],
    [
      'at the end of a paragraph',
      'https://a.example\nb',
      '<p><a href="https://a.example">https://a.example</a></p><p>b</p>',
    ],
    [
      'without what ends the sentence',
      '(www.a.example). ',
      '<p>(<a href="https://www.a.example">www.a.example</a>). </p>',
    ],
    [
      'with brackets of its own',
      'https://a.example/b_(c) ',
      '<p><a href="https://a.example/b_(c)">https://a.example/b_(c)</a> </p>',
    ],
    ['of a person', 'me@a.example ', '<p><a href="mailto:me@a.example">me@a.example</a> </p>'],
  ])('%s', (_what, text, html) => {
    expect(typed('<p></p>', text)).toBe(html)
  })

  it('behind a footnote, with its own letters', () => {
    const footnote = '<span data-footnote="">a note</span>'
    expect(typed(`<p>a${footnote}</p>`, ' https://a.example b')).toBe(
      `<p>a${footnote} <a href="https://a.example">https://a.example</a> b</p>`,
    )
  })
})

describe('with the caret behind an address', () => {
  const PLAIN = 'https://a.example '

  it.each<[string, string, (editor: Editor) => unknown, string]>([
    [
      'taking its link away',
      `<p><a href="https://a.example">https://a.example</a> </p>`,
      ({ state, view, schema }) => view.dispatch(state.tr.removeMark(0, state.doc.content.size, schema.marks.link)),
      `<p>${PLAIN}</p>`,
    ],
    [
      'writing elsewhere',
      `<p>first</p><p>${PLAIN}</p>`,
      ({ state, view }) => view.dispatch(state.tr.insertText('A ', 1)),
      `<p>A first</p><p>${PLAIN}</p>`,
    ],
    [
      'a space from another tab',
      `<p>https://a.example</p>`,
      ({ state, view }) => view.dispatch(state.tr.insertText(' ').setMeta('addToHistory', false)),
      `<p>${PLAIN}</p>`,
    ],
    [
      'deleting what followed',
      `<p>${PLAIN}x</p>`,
      ({ state, view }) => view.dispatch(state.tr.delete(state.selection.to - 1, state.selection.to)),
      `<p>${PLAIN}</p>`,
    ],
    [
      'inserting a table',
      '<p>https://a.example</p>',
      (editor) => editor.commands.insertTable({ rows: 1, cols: 1, withHeaderRow: false }),
      '<p>https://a.example</p><table style="min-width: 25px;"><colgroup><col style="min-width: 25px;"></colgroup><tbody><tr><td colspan="1" rowspan="1"><p></p></td></tr></tbody></table>',
    ],
  ])('%s makes no link of it', (_what, html, change, stored) => {
    typed(html, '')
    change(editor)
    expect(writeStoredHtml(editor)).toBe(stored)
  })
})

it.each([
  ['a name with a dot', 'README.md ', '<p>README.md </p>'],
  ['an address of no kind that is stored', 'ftp://a.example ', '<p>ftp://a.example </p>'],
])('%s is no link', (_what, text, html) => {
  expect(typed('<p></p>', text)).toBe(html)
})

it('an address in code stays code', () => {
  expect(typed('<pre><code>a</code></pre>', ' https://a.example b')).toBe(
    '<pre><code>a https://a.example b</code></pre>',
  )
})
