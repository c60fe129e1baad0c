import { expect, it } from 'vitest'
import { type } from '@/tests/support/component'
import { html, openEditor, paste, select } from '@/tests/support/component-editor'

const FORMULA = '<math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math>'

it('the first pastes of Markdown replace what is selected, one after the other before what is typed next, which goes on after them', async () => {
  await openEditor('<p>a: old</p>')
  select('old')
  paste({ 'text/plain': '**b** `c` $x^2$ [d](/e)' })
  paste({ 'text/plain': '**f** [g](/h)' })
  await type('!')
  await expect
    .poll(html)
    .toBe(
      `<p>a: <strong>b</strong> <code>c</code> ${FORMULA} <a href="/e">d</a><strong>f</strong> <a href="/h">g</a>!</p>`,
    )
  await type('?')
  await expect.poll(html).toMatch(/<\/a>!\?<\/p>$/)
})

it('the first code that a text has is coloured', async () => {
  await openEditor('<pre><code class="language-typescript">const a = 1</code></pre>')
  await expect.poll(() => document.querySelector('.editor-text .hljs-keyword')?.textContent).toBe('const')
})
