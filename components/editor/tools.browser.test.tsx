import { describe, expect, it } from 'vitest'
import { byRole, press, type } from '@/tests/support/component'
import { bar, choose, dialog, html, openEditor, select, text, tool, toolbar } from '@/tests/support/component-editor'

/** Inserts one of the blocks that the toolbar has no button for. */
async function insert(name: string) {
  await tool('More blocks').click()
  await dialog('More blocks').getByRole('button', { name }).click()
}

const TOOLS: [name: string, use: () => unknown, html: string][] = [
  ['Bold', () => tool('Bold').click(), '<p><strong>word</strong></p>'],
  ['Italic', () => tool('Italic').click(), '<p><em>word</em></p>'],
  ['Underline', () => tool('Underline').click(), '<p><u>word</u></p>'],
  ['Strike', () => tool('Strike').click(), '<p><s>word</s></p>'],
  [
    'Text language',
    async () => {
      await tool('Text language').click()
      await dialog('Text language').getByLabelText('Language code').fill('fr')
      await press('Enter')
    },
    '<p lang="fr">word</p>',
  ],
  ['Code', () => tool('Code').click(), '<p><code>word</code></p>'],
  ['Subscript', () => tool('Subscript').click(), '<p><sub>word</sub></p>'],
  ['Superscript', () => tool('Superscript').click(), '<p><sup>word</sup></p>'],
  ['Header', () => choose('Header', 'Heading 2'), '<h2>word</h2>'],
  [
    'Font',
    () => choose('Font', 'Monospace'),
    '<p><span style="font-family: ui-monospace, Menlo, Consolas, monospace;">word</span></p>',
  ],
  [
    'Font with spaces in its name',
    () => choose('Font', 'Sans serif'),
    '<p><span style="font-family: &quot;Hanken Grotesk&quot;, system-ui, sans-serif;">word</span></p>',
  ],
  ['Size', () => choose('Size', 'Large'), '<p><span style="font-size: 1.3em;">word</span></p>'],
  [
    'Text colour',
    async () => {
      await tool('Text colour').click()
      await dialog('Text colour').getByRole('button', { name: 'Red', exact: true }).click()
    },
    '<p><span style="color: light-dark(rgb(179, 38, 30), rgb(255, 165, 156));">word</span></p>',
  ],
  [
    'Background colour',
    async () => {
      await tool('Background colour').click()
      await dialog('Background colour').getByLabelText('Other colour').fill('#ffee00')
      await press('Escape')
    },
    '<p><span style="background-color: rgb(255, 238, 0);">word</span></p>',
  ],
  ['Ordered list', () => tool('Ordered list').click(), '<ol><li><p>word</p></li></ol>'],
  ['Bullet list', () => tool('Bullet list').click(), '<ul><li><p>word</p></li></ul>'],
  [
    'Task list',
    () => insert('Task list'),
    '<ul data-type="taskList"><li data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>word</p></div></li></ul>',
  ],
  ['Indent', () => tool('Indent').click({ clickCount: 3 }), '<p data-indent="3">word</p>'],
  [
    'Outdent',
    async () => {
      await tool('Indent').click({ clickCount: 2 })
      await tool('Outdent').click()
    },
    '<p data-indent="1">word</p>',
  ],
  ['Direction', () => tool('Direction: right to left').click(), '<p dir="rtl">word</p>'],
  ['Align centre', () => tool('Align centre').click(), '<p style="text-align: center;">word</p>'],
  ['Align right', () => tool('Align right').click(), '<p style="text-align: right;">word</p>'],
  ['Justify', () => tool('Justify').click(), '<p style="text-align: justify;">word</p>'],
  [
    'Align left',
    async () => {
      await tool('Align right').click()
      await tool('Align left').click()
    },
    '<p>word</p>',
  ],
  ['Blockquote', () => tool('Blockquote').click(), '<blockquote><p>word</p></blockquote>'],
  ['Code block', () => tool('Code block').click(), '<pre><code>word</code></pre>'],
  [
    'Code block with a language',
    async () => {
      await tool('Code block').click()
      await bar('Code block').getByRole('combobox', { name: 'Language' }).selectOptions('TypeScript')
    },
    '<pre><code class="language-typescript">word</code></pre>',
  ],
  [
    'Link',
    async () => {
      await tool('Link').click()
      await dialog('Link').getByLabelText('Address').fill('example.com/a?b=1&c=2')
      await press('Enter')
    },
    '<p><a href="https://example.com/a?b=1&amp;c=2">word</a></p>',
  ],
  [
    'Image by its address',
    async () => {
      await press('End')
      await tool('Image').click()
      await dialog('Image').getByLabelText('Or its address').fill('https://example.com/a.png')
      await dialog('Image').getByLabelText('Alt text').fill('A "sign" <here>')
      await dialog('Image').getByRole('button', { name: 'Insert picture' }).click()
    },
    '<p>word<img src="https://example.com/a.png" alt="A &quot;sign&quot; &lt;here&gt;"></p>',
  ],
  [
    'Video',
    async () => {
      await press('End')
      await tool('Video').click()
      await dialog('Video').getByLabelText('Address').fill('youtu.be/dQw4w9WgXcQ?t=5')
      await dialog('Video').getByLabelText('Title').fill('A talk')
      await dialog('Video').getByRole('button', { name: 'Insert video' }).click()
    },
    '<p>word</p><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=5" title="A talk" loading="lazy" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups" allow="fullscreen; picture-in-picture; encrypted-media" allowfullscreen="" referrerpolicy="strict-origin-when-cross-origin"></iframe>',
  ],
  [
    'Table',
    async () => {
      await press('End')
      await insert('Table')
      await bar('Table').getByRole('button', { name: 'Remove column' }).click()
      await bar('Table').getByRole('button', { name: 'Remove column' }).click()
      await bar('Table').getByRole('button', { name: 'Add row below' }).click()
      await bar('Table').getByRole('button', { name: 'Header row' }).click()
    },
    `<p>word</p><table style="min-width: 25px;"><colgroup><col style="min-width: 25px;"></colgroup><tbody>${'<tr><td colspan="1" rowspan="1"><p></p></td></tr>'.repeat(4)}</tbody></table>`,
  ],
  [
    'Horizontal rule',
    async () => {
      await press('End')
      await insert('Horizontal rule')
    },
    '<p>word</p><hr>',
  ],
  [
    'Clean formatting',
    async () => {
      await tool('Bold').click()
      await choose('Header', 'Heading 3')
      await tool('Align right').click()
      await tool('Indent').click()
      await tool('Direction: right to left').click()
      await tool('Clean formatting').click()
    },
    '<p>word</p>',
  ],
  [
    'Undo',
    async () => {
      await tool('Bold').click()
      await tool('Undo').click()
    },
    '<p>word</p>',
  ],
  [
    'Redo',
    async () => {
      await tool('Bold').click()
      await tool('Undo').click()
      await tool('Redo').click()
    },
    '<p><strong>word</strong></p>',
  ],
]

describe('a tool, by its name', () => {
  it.each(TOOLS)('%s stores what it says, and gives the text back the focus', async (_, use, stored) => {
    await openEditor('<p>word</p>')
    select('word')
    await use()
    await expect.element(text()).toHaveFocus()
    await expect.poll(html).toBe(stored)
  })

  it('shows its state at the caret, while the words are counted', async () => {
    await openEditor()
    await type('one two  three')
    await expect.element(byRole('paragraph').filter({ hasText: '3 words · 1 min read' })).toBeVisible()
    await expect.element(tool('Bold')).toHaveAttribute('aria-pressed', 'false')
    await press('ControlOrMeta+a')
    await tool('Bold').click()
    await expect.element(tool('Bold')).toHaveAttribute('aria-pressed', 'true')
    await choose('Header', 'Heading 4')
    await expect.element(toolbar().getByRole('combobox', { name: 'Header' })).toHaveValue('4')
    await tool('Code block').click()
    await expect.element(tool('Bold')).toHaveAttribute('aria-disabled', 'true')
  })
})
