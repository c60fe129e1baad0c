// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { findUnsupportedTags, readStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { embedAttributes } from '@/lib/rich-text/embed'
import { sanitiseRichText } from '@/lib/rich-text/server/clean'
import { OLD_NOTES } from '@/tests/support/old-notes'
import { MoveBlock } from './move-block'
import { SCHEMA_EXTENSIONS } from './schema'

function open(html: string): Editor {
  return new Editor({ extensions: SCHEMA_EXTENSIONS, content: readStoredHtml(html), injectCSS: false })
}

function saved(html: string): string {
  const editor = open(html)
  const written = writeStoredHtml(editor)
  editor.destroy()
  return written
}

function embed(address: string): string {
  const attributes = Object.entries(embedAttributes(address) ?? {}).map(([name, value]) => ` ${name}="${value}"`)
  return `<iframe${attributes.join('')}></iframe>`
}

const STORED: Record<string, string> = {
  'headings 1 to 6': '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>',
  marks: '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><code>e</code><strong><em><s><u>f</u></s></em></strong></p>',
  'all marks at once':
    '<p><a href="/x"><span style="color: red;"><strong><em><s><u>f</u></s></em></strong></span></a></p>',
  'marked words': '<p><mark>a</mark> <strong>b<mark>c</mark></strong></p>',
  'sub- and superscript': '<p>H<sub>2</sub>O x<sup>2</sup></p>',
  quote: '<blockquote><p>text</p></blockquote>',
  code: '<pre><code>text</code></pre>',
  'code with language': '<pre><code class="language-c++">\n\nconst a = &lt;b&gt;\n\ta &amp;&amp; b\n</code></pre>',
  'code of one line break': '<pre><code>\n</code></pre>',
  'an indented code block': '<pre data-indent="2"><code>a</code></pre>',
  lists: '<ul><li><p>text</p></li></ul><ol><li><p>text</p></li></ol>',
  nested: '<ol start="5" type="a"><li><p>a</p><ul><li><p>b</p></li></ul></li></ol>',
  tasks:
    '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>a</p><ul data-type="taskList"><li data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>b</p></div></li></ul></div></li></ul>',
  fonts:
    '<p><span style="font-family: Georgia, serif;">a</span><span style="font-family: &quot;Comic Sans MS&quot;, &quot;Open Sans&quot;, cursive;">b</span></p>',
  sizes:
    '<p><span style="font-size: 18px;">a</span><span style="font-size: 1.25em;">b</span><span style="line-height: 1.5;">c</span></p>',
  colours:
    '<p><span style="color: rgb(230, 0, 0);">a</span><span style="background-color: rgba(255, 0, 0, 0.5);">b</span><span style="background-color: blue; color: red; font-family: Arial; font-size: 12px; line-height: 2;">c</span></p>',
  'a colour for light and one for dark':
    '<p><span style="color: light-dark(rgb(179, 38, 30), rgb(255, 165, 156));">a</span></p>',
  align:
    '<p style="text-align: left;">a</p><p style="text-align: center;">b</p><h2 style="text-align: right;">c</h2><p style="text-align: justify;">d</p>',
  indents: [1, 2, 3, 4, 5, 6, 7, 8].map((level) => `<p data-indent="${level}">a</p>`).join(''),
  direction:
    '<h2 data-indent="2" dir="rtl" style="text-align: center;">שלום</h2><ul dir="rtl"><li><p>a</p></li></ul><p dir="rtl" lang="ar-EG">ب</p>',
  'the language of words':
    '<p>a <a href="/x"><span lang="fr"><span style="color: red;">b</span><strong><em>c</em></strong></span></a> d</p>',
  links:
    '<p><a target="_blank" rel="noopener noreferrer" href="https://example.com/?a=1&amp;b=&quot;x&quot;" title="t">text</a><a href="mailto:a@b.c">a</a><a href="tel:+358401234567">b</a><a href="/x#y">c</a></p>',
  picture:
    '<p><img src="/uploads/a.png" alt="An &quot;alt&quot; b" title="T" width="300" height="200" style="width: 50%;"></p>',
  'linked picture': '<p><a href="https://x.com"><img src="/a.png" alt=""></a></p>',
  'data picture': '<p><img src="data:image/png;base64,iVBORw0KGgo="></p>',
  table:
    '<table style="min-width: 50px;"><colgroup><col style="min-width: 25px;"><col style="min-width: 25px;"></colgroup><tbody><tr><th colspan="1" rowspan="1"><p></p></th><th colspan="1" rowspan="1"><p></p></th></tr><tr><td colspan="1" rowspan="1"><p></p></td><td colspan="1" rowspan="1"><p></p></td></tr></tbody></table>',
  'sized table':
    '<table style="width: 220px;"><colgroup><col style="width: 100px;"><col style="width: 120px;"></colgroup><tbody><tr><th colspan="2" rowspan="1" colwidth="100,120"><p>a</p></th></tr><tr><td colspan="1" rowspan="2" colwidth="100" style="text-align: center;"><p style="text-align: center;">a</p></td><td colspan="1" rowspan="1" colwidth="120"><p>b</p></td></tr><tr><td colspan="1" rowspan="1" colwidth="120"><p>x</p></td></tr></tbody></table>',
  'a figure with a caption':
    '<figure><img src="/a.png" alt="A" width="3" height="2"><figcaption>One <em>two</em><br><a href="/x">three</a></figcaption></figure>',
  'a figure of some width at a side':
    '<figure data-width="small" data-align="left"><img src="/a.png"><figcaption>a</figcaption></figure><p>b</p>',
  'a figure that leads somewhere, in a list':
    '<ul><li><p>a</p><figure dir="rtl" data-width="full"><a href="https://x.com"><img src="/a.png"></a></figure></li></ul>',
  'a callout of each kind':
    '<aside data-callout="note"><p>a</p><ul><li><p>b</p></li></ul></aside><aside data-callout="tip"><p>c</p></aside><aside dir="rtl" data-callout="warning"><p>d</p></aside>',
  'code with a file name and marked lines':
    '<pre data-indent="1" data-file="src/a b.ts" data-lines="1,3-4"><code class="language-typescript">a\nb\nc\nd</code></pre>',
  footnotes:
    '<h2>a<span data-footnote="">b <em>c</em> <a href="/x">d</a></span></h2><p><strong>e</strong><span data-footnote=""></span> f</p>',
  'formulas in a line, on a line of their own, in a footnote':
    '<p>a <math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math> b<span data-footnote=""><math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math></span></p><math data-tex="\\frac{a}{b}" display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac></math><p>c</p>',
  'rule and break': '<p>a<br>b</p><hr>',
  spaces: '<p>a  b   c&nbsp;d </p><p></p><p>&lt;script&gt; &amp;amp; "q" \'r\' — 😀 👩‍💻</p>',
  'words held apart by one line break': '<p><strong>a</strong> <em>b</em></p>',
  youtube: embed('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90'),
  vimeo: embed('https://vimeo.com/76979871'),
  video: '<video src="https://cdn.example.com/clip.mp4" controls="" preload="metadata"></video>',
}

describe('moving a block', () => {
  const moved = (html: string, at: number, direction: 'up' | 'down') => {
    const editor = new Editor({ extensions: [...SCHEMA_EXTENSIONS, MoveBlock], content: readStoredHtml(html) })
    editor.commands.setTextSelection(at)
    const words = () => editor.state.selection.$from.parent.textContent
    const before = words()
    editor.commands.moveBlock(direction)
    // The caret stays where it was, in the words it was in.
    expect(words()).toBe(before)
    const written = writeStoredHtml(editor)
    editor.destroy()
    return written
  }

  it.each([
    ['up', '<p>a</p><p>b</p>', 5, 'up', '<p>b</p><p>a</p>'],
    ['down', '<p>a</p><h2>b</h2>', 1, 'down', '<h2>b</h2><p>a</p>'],
    ['nowhere at the top', '<p>a</p><p>b</p>', 1, 'up', '<p>a</p><p>b</p>'],
    ['nowhere past the end', '<p>a</p><hr>', 1, 'down', '<hr><p>a</p>'],
    [
      'with the quotation it is alone in',
      '<p>x</p><blockquote><p>a</p></blockquote>',
      5,
      'up',
      '<blockquote><p>a</p></blockquote><p>x</p>',
    ],
    [
      'as an item of its list',
      '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
      8,
      'up',
      '<ul><li><p>b</p></li><li><p>a</p></li></ul>',
    ],
    [
      'within a callout',
      '<aside data-callout="tip"><p>a</p><p>b</p></aside>',
      2,
      'down',
      '<aside data-callout="tip"><p>b</p><p>a</p></aside>',
    ],
    [
      'with the table it is in',
      '<p>x</p><table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
      7,
      'up',
      '<table style="min-width: 50px;"><colgroup><col style="min-width: 25px;"><col style="min-width: 25px;"></colgroup><tbody><tr><td colspan="1" rowspan="1"><p>a</p></td><td colspan="1" rowspan="1"><p>b</p></td></tr></tbody></table><p>x</p>',
    ],
    [
      'with the picture it is the caption of',
      '<p>x</p><figure><img src="/a.png"><figcaption>a</figcaption></figure>',
      5,
      'up',
      '<figure><img src="/a.png"><figcaption>a</figcaption></figure><p>x</p>',
    ],
  ] as const)('leads %s', (_where, html, at, direction, expected) => {
    expect(moved(html, at, direction)).toBe(expected)
  })
})

describe('a stored text that is opened and saved', () => {
  it.each(OLD_NOTES)('keeps the old note "$title" as it was converted', async ({ description }) => {
    const { html } = await sanitiseRichText(description, 'description')
    expect(saved(html)).toBe(html)
  })

  it.each(Object.entries(STORED))('keeps %s as it was', async (_name, html) => {
    const written = saved(html)
    expect(written).toBe(html)
    expect(findUnsupportedTags(html, written)).toEqual([])
    expect((await sanitiseRichText(html, 'description')).html).toBe(html)
  })

  it('keeps what is done to the words round a footnote away from it', () => {
    const editor = open('<p>a<span data-footnote="">b <a href="/x">c</a></span>d</p>')
    editor.chain().selectAll().setLink({ href: '/y' }).setBold().run()
    expect(writeStoredHtml(editor)).toBe(
      '<p><a href="/y"><strong>a</strong></a><span data-footnote="">b <a href="/x">c</a></span><a href="/y"><strong>d</strong></a></p>',
    )
    editor.commands.undo()
    expect(writeStoredHtml(editor)).toBe('<p>a<span data-footnote="">b <a href="/x">c</a></span>d</p>')
    editor.destroy()
  })

  it('keeps a line break between two marks as the space it is', () => {
    expect(saved('<p><strong>one</strong>\n<em>two</em></p>')).toBe('<p><strong>one</strong> <em>two</em></p>')
  })

  it('lists the unsupported tags', () => {
    const stored = '<p><b>a</b> <kbd>Ctrl</kbd></p><figure><pre><code>b</code></pre><figcaption>c</figcaption></figure>'
    expect(findUnsupportedTags(stored, saved(stored))).toEqual(['kbd', 'figure', 'figcaption'])
  })

  it('keeps a text that is empty empty', () => {
    expect(saved('')).toBe('')
  })
})
