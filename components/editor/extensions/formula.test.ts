// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { writeStoredHtml } from '@/components/editor/stored-html'
import { SCHEMA_EXTENSIONS } from './schema'

test('all that is typed before TeX can be converted becomes formulas', async () => {
  const editor = new Editor({ extensions: SCHEMA_EXTENSIONS, injectCSS: false })
  const { view } = editor
  // In one go: nothing is loaded meanwhile.
  for (const letter of '$x$ and $y$, $z$.') {
    const { from, to } = view.state.selection
    const byDefault = () => view.state.tr.insertText(letter, from, to)
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, byDefault)))
      view.dispatch(byDefault())
  }
  expect(editor.getText()).toBe('$x$ and $y$, $z$.')
  const formula = (tex: string) => `<math data-tex="${tex}"><mi>${tex}</mi></math>`
  await expect.poll(() => writeStoredHtml(editor)).toBe(`<p>${formula('x')} and ${formula('y')}, ${formula('z')}.</p>`)
  editor.destroy()
})
