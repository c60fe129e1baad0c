import { describe, expect, it } from 'vitest'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { parseTree } from '@/packages/convert/tree'
import { showingNoEmptyHeadings, withoutEmptyHeadings } from './empty-headings'
import { renderTree } from './render'

describe('a text without the headings that nothing is under', () => {
  it.each([
    ['one before another', '<h2>Problem</h2><h2>Result</h2><p>Fast.</p>', '<h2>Result</h2><p>Fast.</p>'],
    [
      'one with blank paragraphs',
      '<h2>A</h2><p></p><p> <br></p><h2>B</h2><p>b</p>',
      '<p></p><p> <br></p><h2>B</h2><p>b</p>',
    ],
    ['one at the end', '<p>a</p><h2>Would do differently</h2><p></p>', '<p>a</p><p></p>'],
    ['all of a template', '<h2>A</h2><h2>B</h2>', ''],
    ['one whose only parts are empty, too', '<h2>A</h2><h3>B</h3><h3>C</h3><h2>D</h2><p>d</p>', '<h2>D</h2><p>d</p>'],
  ])('loses %s', (_, html, shown) => expect(withoutEmptyHeadings(html)).toBe(shown))

  it.each([
    ['one with a part that says something', '<h2>A</h2><h3>B</h3><p>b</p>'],
    ['one with a picture', '<h2>A</h2><p><img src="/a.webp" alt=""></p>'],
    ['one with code', '<h2>A</h2><pre><code>a</code></pre><h2>B</h2><ul><li><p>b</p></li></ul>'],
    ['one with a formula', '<h2>A</h2><math display="block"><mi>x</mi></math>'],
  ])('keeps %s', (_, html) => expect(withoutEmptyHeadings(html)).toBe(html))

  it('nor are they in what is rendered and its table of contents, above footnotes neither', () => {
    const html = '<h2>A</h2><p>a<span data-footnote="">b</span></p><h2>C</h2><p></p>' as SafeHtml
    const text = { html, stamp: '', ...renderTree(parseTree(html)) }
    const { rendered, toc, html: source } = showingNoEmptyHeadings(text)
    expect(source).toBe(html)
    expect(text.toc.map(({ id }) => id)).toEqual(['h-a', 'h-c'])
    expect(toc.map(({ id }) => id)).toEqual(['h-a'])
    expect(rendered).toContain('id="h-a"')
    expect(rendered).not.toContain('id="h-c"')
    expect(rendered).toContain('class="footnotes"')
  })
})
