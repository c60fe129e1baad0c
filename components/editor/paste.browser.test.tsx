import { describe, expect, it } from 'vitest'
import { byText, holdKey, press, releaseKey, type } from '@/tests/support/component'
import { announced, html, openEditor, paste, text } from '@/tests/support/component-editor'

const PASTES: [from: string, data: Record<string, string>, stored: string][] = [
  [
    'a word processor',
    {
      'text/html':
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><h2 style="mso-x:1">Title</h2><p class=MsoNormal style="font-family:Calibri;color:black">a <b>b</b><o:p></o:p></p><p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>c</p></body></html>',
      'text/plain': 'Title a b c',
    },
    '<h2>Title</h2><p>a <strong>b</strong></p><ul><li><p>c</p></li></ul>',
  ],
  [
    'a shell session',
    { 'text/plain': '$ npm install\nadded 5 packages' },
    '<pre><code class="language-bash">$ npm install\nadded 5 packages</code></pre>',
  ],
  [
    'a code editor',
    {
      'text/html': '<div style="color: red">const a = 1</div><div>const b = 2</div>',
      'text/plain': 'const a = 1\nconst b = 2\n',
      'vscode-editor-data': JSON.stringify({ mode: 'typescriptreact' }),
    },
    '<pre><code class="language-typescript">const a = 1\nconst b = 2</code></pre>',
  ],
  [
    'the address of a video',
    { 'text/plain': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" loading="lazy" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups" allow="fullscreen; picture-in-picture; encrypted-media" allowfullscreen="" referrerpolicy="strict-origin-when-cross-origin"></iframe>',
  ],
]

describe('a paste', () => {
  it.each(PASTES)('of %s is stored clean', async (_, data, stored) => {
    await openEditor()
    paste(data)
    await expect.poll(html).toBe(stored)
  })

  it('of Markdown is converted, and one undo restores the text', async () => {
    await openEditor()
    paste({ 'text/plain': '## Title\n\nSome **bold** text\n\n- [x] done' })
    await expect.element(text().getByRole('heading', { name: 'Title' })).toBeVisible()
    await expect.element(announced()).toHaveTextContent('Pasted as Markdown')
    const notice = byText('Pasted as Markdown. Undo to get the plain text.').first()
    await expect.element(notice).toBeVisible()
    await press('ControlOrMeta+z')
    await expect.element(text()).toHaveTextContent('## Title')
    // It is about the paste, which is the last change no more.
    await expect.element(notice).not.toBeInTheDocument()
    await press('ControlOrMeta+Shift+z')
    await expect
      .poll(html)
      .toBe(
        '<h2>Title</h2><p>Some <strong>bold</strong> text</p><ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>done</p></div></li></ul>',
      )
  })

  it('of JSON makes a code block, and one undo restores the text', async () => {
    await openEditor()
    paste({ 'text/plain': '{\n  "name": "a"\n}\n' })
    await expect.poll(html).toContain('<pre><code class="language-json">{\n  "name": "a"\n}</code></pre>')
    await expect.element(announced()).toHaveTextContent('Pasted as a code block. Undo to get the plain text.')
    await press('ControlOrMeta+z')
    await expect.poll(html).not.toContain('<pre>')
    await expect.element(text()).toHaveTextContent('"name": "a"')
    await press('ControlOrMeta+z')
    await expect.poll(html).toBe('')
  })

  it('with Shift inserts plain text', async () => {
    await openEditor()
    await holdKey('Shift')
    paste({ 'text/plain': '## not a title' })
    await releaseKey('Shift')
    await expect.poll(html).toBe('<p>## not a title</p>')
  })

  it('of an address over words makes them a link', async () => {
    await openEditor()
    await type('words')
    await press('ControlOrMeta+a')
    paste({ 'text/plain': 'https://example.com/a_b_c?d=1' })
    await expect.poll(html).toBe('<p><a href="https://example.com/a_b_c?d=1">words</a></p>')
  })
})
