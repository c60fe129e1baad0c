import { describe, expect, it } from 'vitest'
import { sanitiseRichText } from './clean'

const stored = async (html: string) => (await sanitiseRichText(html, 'description')).html

describe('the non-breaking spaces of Quill', () => {
  it.each([
    [
      'where every space is one',
      '<p>One&nbsp;long,&nbsp;unbreakable&nbsp;line.</p>',
      '<p>One long, unbreakable line.</p>',
    ],
    ['across marks', '<p>a&nbsp;<strong>bold</strong>&nbsp;word</p>', '<p>a <strong>bold</strong> word</p>'],
    [
      'in a text with its classes',
      '<p class="ql-align-center">one&nbsp;two three four</p>',
      '<p style="text-align: center;">one two three four</p>',
    ],
    [
      'in its code',
      '<pre class="ql-syntax">if&nbsp;(a)\n&nbsp;&nbsp;b()\n</pre><p>c</p>',
      '<pre><code>if (a)\n  b()</code></pre><p>c</p>',
    ],
    ['but not behind a number', '<p>takes&nbsp;10&nbsp;ms&nbsp;at&nbsp;most</p>', '<p>takes 10&nbsp;ms at most</p>'],
    [
      'nor in French',
      '<p>Il&nbsp;dit&nbsp;:&nbsp;«&nbsp;Quoi&nbsp;?&nbsp;»</p>',
      '<p>Il dit&nbsp;: «&nbsp;Quoi&nbsp;?&nbsp;»</p>',
    ],
    [
      'nor several together',
      '<p>one&nbsp;two&nbsp;three&nbsp;&nbsp;four&nbsp; five</p>',
      '<p>one two three&nbsp;&nbsp;four&nbsp; five</p>',
    ],
  ])('become spaces %s', async (_where, html, expected) => {
    expect(await stored(html)).toBe(expected)
    expect(await stored(expected)).toBe(expected)
  })

  it.each([
    '<p>The name of Mira&nbsp;Halden stays in one line.</p>',
    '<p>V&nbsp;lese byl klid, k&nbsp;domu vedla cesta a pes spal.</p>',
  ])('are kept where somebody has set them: %s', async (html) => {
    expect(await stored(html)).toBe(html)
  })
})
