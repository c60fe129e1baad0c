// @vitest-environment jsdom
import type { Editor } from '@tiptap/core'
import { afterEach, expect, it, vi } from 'vitest'

// What a test loads is not there for the next one.
afterEach(() => {
  vi.resetModules()
  vi.doUnmock('@/lib/rich-text/tex')
})

async function open(html: string) {
  const [{ Editor }, { SCHEMA_EXTENSIONS }, { readStoredHtml, writeStoredHtml }] = await Promise.all([
    import('@tiptap/core'),
    import('./extensions/schema'),
    import('./stored-html'),
  ])
  const editor = new Editor({ extensions: SCHEMA_EXTENSIONS, content: readStoredHtml(html), injectCSS: false })
  return { editor, html: () => writeStoredHtml(editor) }
}

function type({ view }: Editor, text: string): void {
  for (const letter of text) {
    const { from, to } = view.state.selection
    const byDefault = () => view.state.tr.insertText(letter, from, to)
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, byDefault)))
      view.dispatch(byDefault())
  }
}

const FORMULA = '<math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math>'

it('the first formula is typed at full speed', async () => {
  const { editor, html } = await open('')
  type(editor, '$x^2$ and more')
  expect(html()).toBe('<p>$x^2$ and more</p>')
  editor.commands.insertContentAt(0, '<p>before</p>')
  await expect.poll(html).toBe(`<p>before</p><p>${FORMULA} and more</p>`)
})

it('TeX that was taken back before it could be converted stays away', async () => {
  const { loadFormulas } = await import('./on-demand')
  const { editor, html } = await open('')
  type(editor, '$x^2$')
  editor.commands.setContent('<p>$5</p>')
  await loadFormulas()
  type(editor, ' or $y$.')
  await expect.poll(html).toBe('<p>$5 or <math data-tex="y"><mi>y</mi></math>.</p>')
})

it('TeX stays as it was typed where nothing that converts it can be loaded', async () => {
  const { loadFormulas } = await import('./on-demand')
  vi.doMock('@/lib/rich-text/tex', () => {
    throw new Error('offline')
  })
  const { editor, html } = await open('')
  type(editor, '$x^2$')
  await loadFormulas()
  expect(html()).toBe('<p>$x^2$</p>')
})

it('stored formulas are shown, moved and stored again without what makes them', async () => {
  const { sanitiseRichText } = await import('@/lib/rich-text/server/clean')
  const tex = [
    'x^2',
    'a < b \\text{ for }~c \\& d',
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
    '\\int_0^\\infty \\frac{\\color{red}1}{\\sqrt{2}}\\,dx',
    '\\cancel{x} \\boxed{y} \\mathbb{R} \\begin{aligned}a&=b\\\\&=c\\end{aligned}',
  ]
  const escaped = tex.map((source) => source.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  const { html: stored } = await sanitiseRichText(
    escaped.map((s) => `<p>a <math data-tex="${s}"></math></p><math data-tex="${s}" display="block"></math>`).join(''),
    'description',
  )
  expect(stored.match(/<math[^>]*><m/g)).toHaveLength(2 * tex.length)

  vi.resetModules()
  const { hasTexConverter } = await import('@/lib/rich-text/formula')
  const { editor, html } = await open(stored)
  expect(html()).toBe(stored)
  editor.commands.insertContentAt(0, '<p>new</p>')
  editor.commands.undo()
  expect(html()).toBe(stored)
  expect(editor.view.dom.querySelectorAll('math mi').length).toBeGreaterThan(10)
  expect(hasTexConverter()).toBe(false)

  // Made elsewhere, and not by a server: only what belongs to a formula is shown.
  const foreign = await open('<p><math data-tex="y"><mtext><img src="/x" onerror="x()"></mtext></math></p>')
  expect(foreign.html()).toBe('<p><math data-tex="y"><mtext>y</mtext></math></p>')
})

it('the first block of code is coloured, and what is typed into it', async () => {
  const { editor, html } = await open('<p></p>')
  const words = () => [...editor.view.dom.querySelectorAll('.hljs-keyword')].map(({ textContent }) => textContent)
  type(editor, '```ts ')
  type(editor, 'const a = 1')
  expect(words()).toEqual([])
  await expect.poll(words).toEqual(['const'])
  type(editor, '; let b')
  expect(words()).toEqual(['const', 'let'])
  expect(html()).toBe('<pre><code class="language-typescript">const a = 1; let b</code></pre>')
})
