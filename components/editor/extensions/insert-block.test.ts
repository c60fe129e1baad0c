// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { readStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { SCHEMA_EXTENSIONS } from './schema'

const FILE = 'https://example.com/clip.mp4'

/** What is stored after `insert` at the caret and a word typed at once. */
function typedAfter(html: string, caret: number, insert: (editor: Editor) => void): string {
  const editor = new Editor({ extensions: SCHEMA_EXTENSIONS, content: readStoredHtml(html), injectCSS: false })
  editor.commands.setTextSelection(caret)
  insert(editor)
  editor.view.dispatch(editor.state.tr.insertText('typed'))
  const written = writeStoredHtml(editor)
  editor.destroy()
  return written.replace(/<math.*?<\/math>/g, '[formula]').replace(/<(video|iframe).*?<\/\1>/g, '[video]')
}

const formula = (editor: Editor) => editor.commands.setFormula({ tex: 'a^2', isBlock: true })
const video = (address: string) => (editor: Editor) => editor.commands.insertVideo({ address, title: '' })

it.each([
  ['formula', '[formula]', formula],
  ['video file', '[video]', video(FILE)],
  ['player', '[video]', video('https://vimeo.com/76979871')],
])('what is typed after inserting a %s does not replace it', (_what, block, insert) => {
  expect(typedAfter('<p></p>', 1, insert)).toBe(`${block}<p>typed</p>`)
  expect(typedAfter('<p>one</p><p></p><p>two</p>', 6, insert)).toBe(`<p>one</p>${block}<p>typedtwo</p>`)
  expect(typedAfter('<p>onetwo</p>', 4, insert)).toBe(`<p>one</p>${block}<p>typedtwo</p>`)
  expect(typedAfter('<p>one</p>', 4, insert)).toBe(`<p>one</p>${block}<p>typed</p>`)
  expect(typedAfter('<p></p><hr>', 1, insert)).toBe(`${block}<p>typed</p><hr>`)
  expect(typedAfter('<p></p><ul><li><p>two</p></li></ul>', 1, insert)).toBe(
    `${block}<p>typed</p><ul><li><p>two</p></li></ul>`,
  )
})

it('a formula that is changed stays selected', () => {
  const editor = new Editor({ extensions: SCHEMA_EXTENSIONS, content: readStoredHtml('<p>one</p>'), injectCSS: false })
  editor.commands.setTextSelection(4)
  formula(editor)
  const at = editor.state.doc.firstChild?.nodeSize ?? 0
  editor.commands.setNodeSelection(at)
  editor.commands.setFormula({ tex: 'b', isBlock: true })
  expect(editor.state.selection.from).toBe(at)
  expect(editor.state.doc.nodeAt(at)?.attrs.tex).toBe('b')
  editor.destroy()
})
