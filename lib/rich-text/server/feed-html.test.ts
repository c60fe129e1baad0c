import { describe, expect, it } from 'vitest'
import { feedHtml } from './feed-html'
import { sanitise } from './sanitise'

describe('a text for feed readers', () => {
  it.each([
    [
      'the kind of a callout',
      '<aside data-callout="warning"><p>a</p></aside>',
      '<div data-callout="warning"><p><strong>Warning</strong></p><p>a</p></div>',
    ],
    [
      'the file of code and its marked lines',
      '<pre data-file="a.ts" data-lines="1"><code>b\nc</code></pre>',
      '<figure class="code"><figcaption><span class="code-file">a.ts</span></figcaption><pre data-file="a.ts"><code><mark>b\n</mark>c</code></pre></figure>',
    ],
    [
      'where a footnote belongs',
      '<p>a<span data-footnote="">b</span></p>',
      '<p>a<sup class="footnote-ref"><a href="#fn-1" id="fnref-1" role="doc-noteref" aria-label="Footnote 1">1</a></sup></p><section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><ol><li id="fn-1" dir="auto">b <a href="#fnref-1" role="doc-backlink" aria-label="Back to reference 1">↩\ufe0e</a></li></ol></section>',
    ],
    [
      'what a task is, and that it is done,',
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox" checked="checked"><span></span></label><div><p>Buy milk</p></div></li></ul>',
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox" checked="checked" disabled="" aria-label="Buy milk"><span></span></label><div><p>Buy milk</p></div></li></ul>',
    ],
  ])('says %s in words', (_what, html, expected) => {
    expect(feedHtml(sanitise(html))).toBe(expected)
  })

  it('is otherwise what is stored', () => {
    const html = '<h2>a</h2><pre><code class="language-js">b</code></pre><p>c</p>'
    expect(feedHtml(sanitise(html))).toBe(html)
  })
})
