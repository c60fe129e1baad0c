// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { htmlBlocks } from '@/components/content/html-blocks'
import { readStoredHtml, takeStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { mergeTexts } from '@/lib/working-copy/merge'
import { SCHEMA_EXTENSIONS } from './extensions/schema'

const THREE = '<p>One</p><h2>Two</h2><p>Three</p>'

function open(html: string): Editor {
  return new Editor({ extensions: SCHEMA_EXTENSIONS, content: readStoredHtml(html), injectCSS: false })
}

/** Where the caret is: the text of its block, and how far in it. */
function caret({ state: { selection } }: Editor): [string, number] {
  return [selection.$from.parent.textContent, selection.$from.parentOffset]
}

it.each([
  ['a block before it', '<p>Other</p><h2>Two</h2><p>Three</p>'],
  ['a block after it', '<p>One</p><h2>Two</h2><p>Other</p>'],
  ['blocks put in', '<p>New</p><p>One</p><p>New</p><h2>Two</h2><p>Three</p><p>New</p>'],
  ['blocks taken out', '<h2>Two</h2>'],
  ['a table and a list', '<ul><li><p>a</p></li></ul><h2>Two</h2><hr><p>Three</p>'],
])('another text takes the place of the old one and leaves the caret where it is: %s', (_, html) => {
  const editor = open(THREE)
  editor.commands.setTextSelection(7)
  expect(caret(editor)).toEqual(['Two', 1])
  takeStoredHtml(editor, html)
  expect(writeStoredHtml(editor)).toBe(html)
  expect(caret(editor)).toEqual(['Two', 1])
  editor.destroy()
})

/** Blocks that say more than their words. */
const RICH = [
  '<h2>a<span data-footnote="">b <em>c</em></span></h2>',
  '<p>a <math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math> <a href="/note/1">b</a></p>',
  '<math data-tex="\\frac{a}{b}" display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>',
  '<figure data-width="small" data-align="left"><img src="/a.png" alt="A"><figcaption>a <em>b</em></figcaption></figure>',
  '<aside data-callout="tip"><p>a</p><ul><li><p>b</p></li></ul></aside>',
  '<pre data-file="a.ts" data-lines="1,3"><code class="language-typescript">a\nb\nc</code></pre>',
]

it.each(RICH)('a block is merged whole, with all it says, and is one to be compared: %s', (block) => {
  const [one, two] = ['<p>One</p>', '<p>Two</p>']
  expect(htmlBlocks(`${one}${block}${two}`)).toEqual([one, block, two])
  const { mine, theirs } = mergeTexts(
    { base: `${one}${two}`, mine: `${one}${two}<p>Mine</p>`, theirs: `${one}${block}${two}` },
    htmlBlocks,
  )
  expect([mine, theirs]).toEqual([`${one}${block}${two}<p>Mine</p>`, mine])

  const editor = open(`${one}${two}<p>Mine</p>`)
  editor.commands.setTextSelection(7)
  takeStoredHtml(editor, mine)
  expect(writeStoredHtml(editor)).toBe(mine)
  expect(caret(editor)).toEqual(['Two', 1])
  takeStoredHtml(editor, `<p>Before</p>${mine}`)
  expect(writeStoredHtml(editor)).toBe(`<p>Before</p>${mine}`)
  takeStoredHtml(editor, `${one}${two}`)
  expect(writeStoredHtml(editor)).toBe(`${one}${two}`)
  editor.destroy()
})

it('a text from elsewhere is no step of the undo history, and the own steps are undone in it', () => {
  const editor = open(THREE)
  editor.chain().setTextSelection(8).insertContent('!').run()
  takeStoredHtml(editor, '<p>Theirs</p><h2>Tw!o</h2><p>Three</p>')
  editor.commands.undo()
  expect(writeStoredHtml(editor)).toBe('<p>Theirs</p><h2>Two</h2><p>Three</p>')
  editor.commands.undo()
  expect(writeStoredHtml(editor)).toBe('<p>Theirs</p><h2>Two</h2><p>Three</p>')
  editor.destroy()
})

it('a text that arrives between Ctrl+B and a word leaves the word bold', () => {
  const editor = open(THREE)
  editor.chain().setTextSelection(9).toggleBold().run()
  takeStoredHtml(editor, '<p>Theirs</p><h2>Two</h2><p>Three</p>')
  editor.view.dispatch(editor.state.tr.insertText('!'))
  expect(writeStoredHtml(editor)).toBe('<p>Theirs</p><h2>Two<strong>!</strong></h2><p>Three</p>')
  editor.destroy()
})

it('an empty text takes the place of another, and another that of an empty one', () => {
  const editor = open(THREE)
  takeStoredHtml(editor, '')
  expect(writeStoredHtml(editor)).toBe('')
  takeStoredHtml(editor, THREE)
  expect(writeStoredHtml(editor)).toBe(THREE)
  editor.destroy()
})

it('a text is written after each change as it would be at once', () => {
  const editor = open(THREE)
  for (const at of [2, 8, 12]) {
    editor.chain().setTextSelection(at).insertContent('<strong>x</strong>').run()
    expect(writeStoredHtml(editor)).toBe(editor.getHTML())
  }
  editor.destroy()
})

it('the blocks of a text, joined, are the text', () => {
  const html = `${THREE}<ul><li><p>a</p></li></ul><p></p><pre><code>\n x</code></pre><p>a&nbsp;&lt;b&gt; <img src="/a.png"></p>`
  expect(htmlBlocks(html)).toHaveLength(7)
  expect(htmlBlocks(html).join('')).toBe(html)
  expect(htmlBlocks('')).toEqual([])
})
