// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { expect, test, vi } from 'vitest'

test('all that is typed before TeX can be converted becomes formulas', async () => {
  // Another file of this process may have loaded what converts it.
  vi.resetModules()
  const { SCHEMA_EXTENSIONS } = await import('./schema')
  const { writeStoredHtml } = await import('@/components/editor/stored-html')
  const editor = new Editor({ extensions: SCHEMA_EXTENSIONS, injectCSS: false })
  const { view } = editor
  // Without awaiting anything, so that TeX cannot be loaded before the last letter.
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
