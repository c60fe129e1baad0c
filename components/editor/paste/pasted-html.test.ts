// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { afterAll, describe, expect, it } from 'vitest'
import { SCHEMA_EXTENSIONS } from '@/components/editor/extensions/schema'
import { writeStoredHtml } from '@/components/editor/stored-html'
import { sanitiseRichText } from '@/lib/rich-text/server/clean'
import { markdownToHtml } from '@/packages/convert/markdown/markdown-to-html'
import { HAS_SHARED_FIXTURES, reportedPaste } from '@/tests/support/shared-fixtures'
import { codeAsMarkdown, looksLikeMarkdown } from './markdown'
import { Paste } from './paste-extension'
import { cleanPastedHtml } from './pasted-html'

// One for all: it takes longer to make than most pastes do.
const editor = new Editor({ extensions: SCHEMA_EXTENSIONS, injectCSS: false })
afterAll(() => editor.destroy())

/** The editor's HTML after pasting. */
function pasted(html: string): string {
  editor.commands.clearContent()
  // jsdom lacks ClipboardEvent, which the editor constructs.
  editor.view.pasteHTML(cleanPastedHtml(html).html, new Event('paste') as ClipboardEvent)
  return writeStoredHtml(editor)
}

it('composes what a paste brings in pieces, as it is stored, and leaves code as it is', () => {
  expect(pasted('<p>Cafe\u0301 한글</p><pre><code>e\u0301</code></pre>')).toBe(
    '<p>Caf\u00e9 \ud55c\uae00</p><pre><code>e\u0301</code></pre>',
  )
  const takesText = new Editor({ extensions: [...SCHEMA_EXTENSIONS, Paste], injectCSS: false })
  takesText.view.pasteText('Cafe\u0301', new Event('paste') as ClipboardEvent)
  expect(takesText.getText()).toBe('Caf\u00e9')
  takesText.destroy()
})

const task = (isDone: boolean, text: string) =>
  `<li data-checked="${isDone}" data-type="taskItem"><label><input type="checkbox"${isDone ? ' checked="checked"' : ''}><span></span></label><div><p>${text}</p></div></li>`

describe('a paste from Word', () => {
  const word = (body: string) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0cm; font-size:11.0pt;}</style><!--[if gte mso 9]><xml><w:x/></xml><![endif]--></head><body lang=EN-GB><!--StartFragment-->${body}<!--EndFragment--></body></html>`

  it('keeps headings, emphasis and links, and leaves fonts and colours behind', () => {
    expect(
      pasted(
        word(
          "<h1>Report<o:p></o:p></h1><p class=MsoNormal style='margin-bottom:8.0pt;line-height:107%'><span style='font-size:11.0pt;font-family:\"Calibri\",sans-serif;color:black;mso-themecolor:text1'>One <b>two</b> <span style='mso-bidi-font-style:italic'><i>three</i></span> <a href=\"https://example.com/\"><span style='color:#0563C1'>four</span></a><o:p></o:p></span></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>",
        ),
      ),
    ).toBe('<h2>Report</h2><p>One <strong>two</strong> <em>three</em> <a href="https://example.com/">four</a></p>')
  })

  it("converts Word's list paragraphs to lists", () => {
    const line = (level: number, mark: string, text: string, name = 'Middle') =>
      `<p class=MsoListParagraphCxSp${name} style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`
    expect(
      pasted(
        word(
          line(1, '·', 'a', 'First') +
            line(2, 'o', 'b') +
            line(1, '·', 'c') +
            '<p class=MsoNormal>x</p>' +
            line(1, '1.', 'd') +
            line(1, '2.', 'e', 'Last'),
        ),
      ),
    ).toBe(
      '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul><p>x</p><ol><li><p>d</p></li><li><p>e</p></li></ol>',
    )
  })

  const numbered = (level: number, mark: string, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l1 level${level} lfo2'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`
  const list = (start: number, ...texts: string[]) =>
    `<ol${start === 1 ? '' : ` start="${start}"`}>${texts.map((text) => `<li><p>${text}</p></li>`).join('')}</ol>`

  it.each([
    ['another number than 1', ['3.', '4.'], list(3, 'a', 'b')],
    ['a number in brackets', ['(7)', '(8)'], list(7, 'a', 'b')],
    ['a letter', ['c)', 'd)'], list(3, 'a', 'b')],
    ['the first Roman number', ['i.', 'ii.', 'iii.'], list(1, 'a', 'b', 'c')],
    ['a later Roman number', ['iv.', 'v.', 'vi.'], list(4, 'a', 'b', 'c')],
    ['the letter that is a Roman number too', ['h.', 'i.', 'j.'], list(8, 'a', 'b', 'c')],
    ['1 again', ['1.', '2.', '1.'], list(1, 'a', 'b') + list(1, 'c')],
    ['a number of several levels', ['1.2.', '1.3.'], list(2, 'a', 'b')],
  ])('begins a list of Word with %s', (_what, marks, html) => {
    expect(pasted(word(marks.map((mark, index) => numbered(1, mark, 'abc'[index] ?? '')).join('')))).toBe(html)
  })

  it('begins a list inside another with its own number, and goes on after it', () => {
    const lines = [numbered(1, '2.', 'a'), numbered(2, 'd.', 'b'), numbered(2, 'e.', 'c'), numbered(1, '3.', 'd')]
    expect(pasted(word(lines.join('')))).toBe(
      `<ol start="2"><li><p>a</p>${list(4, 'b', 'c')}</li><li><p>d</p></li></ol>`,
    )
  })

  it('goes on in a list of Word for the web, or begins where that does', () => {
    const item = (start: number, text: string) =>
      `<div class="ListContainerWrapper"><ol class="NumberListStyle1" role="list" start="${start}"><li role="listitem" data-aria-level="1" class="OutlineElement"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${text}</span></span></p></li></ol></div>`
    expect(pasted(item(5, 'a') + item(6, 'b'))).toBe(list(5, 'a', 'b'))
  })

  it('nests the lists of Word for the web', () => {
    const line = (level: number, text: string) =>
      `<div class="ListContainerWrapper"><ul class="BulletListStyle1" role="list"><li role="listitem" data-aria-level="${level}" class="OutlineElement"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP">&nbsp;</span></p></li></ul></div>`
    expect(pasted(line(1, 'a') + line(2, 'b') + line(1, 'c'))).toBe(
      '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>',
    )
  })

  it('keeps a table without its widths, and says that its pictures were left behind', () => {
    const source = word(
      "<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr><td width=301 style='width:225.4pt'><p class=MsoNormal align=center style='text-align:center'>a</p></td><td width=301><p class=MsoNormal>b</p></td></tr></table><p class=MsoNormal><img width=20 height=20 src=\"file:///C:/Users/x/clip_image002.png\"></p>",
    )
    expect(pasted(source)).toBe(
      '<table style="min-width: 50px;"><colgroup><col style="min-width: 25px;"><col style="min-width: 25px;"></colgroup><tbody><tr><td colspan="1" rowspan="1"><p style="text-align: center;">a</p></td><td colspan="1" rowspan="1"><p>b</p></td></tr></tbody></table>',
    )
    expect(cleanPastedHtml(source).lostPictures).toBe(1)
  })
})

describe('a list of tasks and other items', () => {
  const box = (isDone: boolean) => `<input type="checkbox"${isDone ? ' checked' : ''} disabled> `
  const tasks = (...items: string[]) => `<ul data-type="taskList">${items.join('')}</ul>`

  it('is parted where the kind changes, so that every box is one', () => {
    expect(
      pasted(
        `<ul><li>one</li><li>${box(true)}done<ul><li>${box(false)}in it</li><li>two</li></ul></li><li>${box(false)}open</li><li>three</li></ul>`,
      ),
    ).toBe(
      `<ul><li><p>one</p></li></ul>${tasks(
        task(true, 'done').replace('</div>', `${tasks(task(false, 'in it'))}<ul><li><p>two</p></li></ul></div>`),
        task(false, 'open'),
      )}<ul><li><p>three</p></li></ul>`,
    )
  })

  it('shows the boxes of a numbered list as signs', () => {
    expect(pasted(`<ol><li>${box(true)}done</li><li>${box(false)}open</li><li>other</li></ol>`)).toBe(
      '<ol><li><p>[x] done</p></li><li><p>[ ] open</p></li><li><p>other</p></li></ol>',
    )
  })
})

describe('a paste from Google Docs', () => {
  const docs = (body: string) =>
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f0c"> ${body}</b><br class="Apple-interchange-newline">`
  const span = (style: string, text: string) =>
    `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`

  it('converts emphasis in styles to tags', () => {
    expect(
      pasted(
        docs(
          `<p dir="ltr" style="line-height:1.38;margin-top:0pt;">${span('font-weight:700', 'a')}${span('font-style:italic', 'b')}${span('text-decoration:underline', 'c')}${span('text-decoration:line-through', 'd')}${span('vertical-align:super', 'e')}${span('vertical-align:sub', 'f')} <a href="https://www.google.com/url?q=https://example.com/x&amp;sa=D" style="text-decoration:none;">${span('color:#1155cc;text-decoration:underline', 'g')}</a></p>`,
        ),
      ),
    ).toBe(
      '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><sup>e</sup><sub>f</sub> <a href="https://example.com/x">g</a></p>',
    )
  })

  it('keeps headings unbold, lists nested and tasks ticked', () => {
    expect(
      pasted(
        docs(
          `<h2 dir="ltr">${span('font-size:16pt;font-weight:700', 'Title')}</h2><br /><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${span('', 'a')}</p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation">${span('', 'b')}</p></li></ul></ul><ul><li dir="ltr" role="checkbox" aria-checked="true"><img src="data:image/png;base64,aaaa" alt="checked"><p dir="ltr">${span('', 'c')}</p></li></ul>`,
        ),
      ),
    ).toBe(
      `<h2>Title</h2><ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ul data-type="taskList">${task(true, 'c')}</ul>`,
    )
  })
})

describe('a paste from a web page', () => {
  it.each([
    [
      'scripts, styles and hidden parts',
      '<p>a<script>x()</script><style>p{}</style><span style="display:none">b</span></p>',
      '<p>a</p>',
    ],
    ['classes, ids and colours', '<div class="x" id="y"><p style="color:red;font:12px x">a</p></div>', '<p>a</p>'],
    ['a link to a script', '<p><a href="javascript:x()">a</a></p>', '<p>a</p>'],
    ['an empty link', '<h2>a<a href="https://x.com#a"><svg></svg></a></h2>', '<h2>a</h2>'],
    ['a picture of one pixel', '<p>a<img src="https://x.com/t.gif" width="1" height="1"></p>', '<p>a</p>'],
    ['a frame round a text', '<table><tr><td><p>a</p></td></tr></table>', '<p>a</p>'],
    ['blank lines', '<p>a</p><p>&nbsp;</p><div><br></div><p>b<br></p>', '<p>a</p><p>b</p>'],
    ['lines that make paragraphs', '<div>a<br><br>b<br>c</div>', '<p>a</p><p>b<br>c</p>'],
    ['an emoji as a picture', '<p>a<img class="emoji" alt="🎉" src="https://x.com/e.png"></p>', '<p>a🎉</p>'],
    ['a direction that is the page’s own', '<p dir="ltr">a</p><p dir="rtl">ש</p>', '<p>a</p><p dir="rtl">ש</p>'],
    ['keys and samples', '<p><kbd>Ctrl</kbd> <samp>x</samp></p>', '<p><code>Ctrl</code> <code>x</code></p>'],
    [
      'code with colours and line numbers',
      '<div class="highlight highlight-source-js"><pre><span class="pl-k">const</span> a = <span>1</span><br>b\n</pre></div>',
      '<pre><code class="language-javascript">const a = 1\nb</code></pre>',
    ],
    [
      'a caption',
      '<table><caption>c</caption><tr><td>a</td><td>b</td></tr></table>',
      '<p>c</p><table style="min-width: 50px;"><colgroup><col style="min-width: 25px;"><col style="min-width: 25px;"></colgroup><tbody><tr><td colspan="1" rowspan="1"><p>a</p></td><td colspan="1" rowspan="1"><p>b</p></td></tr></tbody></table>',
    ],
    ['an invisible page', '<p>a</p><iframe src="https://example.com/" width="1" height="1"></iframe>', '<p>a</p>'],
  ])('comes without %s', async (_what, html, expected) => {
    const written = pasted(html)
    expect(written).toBe(expected)
    expect((await sanitiseRichText(written, 'description')).html).toBe(written)
  })

  it.each([
    [
      'a picture with its caption',
      '<figure class="wp-block-image" data-width="huge"><a href="https://x.com/b"><picture><source srcset="c"><img src="https://x.com/a.png" alt="A" class="x"></picture></a><figcaption class="y"><p>One <b>two</b></p></figcaption></figure>',
      '<figure><a href="https://x.com/b"><img src="https://x.com/a.png" alt="A"></a><figcaption>One <strong>two</strong></figcaption></figure>',
    ],
    [
      'a picture from the page of another site like this one',
      '<figure data-width="small" data-align="left"><img src="https://x.com/a.png" alt="A" width="3" height="2" loading="lazy" decoding="async"><figcaption>One</figcaption></figure>',
      '<figure data-width="small" data-align="left"><img src="https://x.com/a.png" alt="A" width="3" height="2"><figcaption>One</figcaption></figure>',
    ],
    [
      'a callout from the page of another site like this one',
      '<div data-callout="tip" role="note" aria-label="Tip"><p class="callout-label" aria-hidden="true">Tip</p><p>a</p></div><aside>b</aside>',
      '<aside data-callout="tip"><p>a</p></aside><p>b</p>',
    ],
    [
      'an alert from GitHub',
      '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title"><svg></svg>Caution</p><p>a</p></div>',
      '<aside data-callout="warning"><p>a</p></aside>',
    ],
    [
      'a heading and code from the page of another site like this one',
      '<h2 id="h-x"><a class="heading-anchor" href="https://x.com/note/1#h-x">X</a></h2><figure class="code"><figcaption><span class="code-file">a.ts</span><span>TypeScript</span></figcaption><button>Copy</button><pre data-file="a.ts" tabindex="0"><code class="language-typescript">a\n<mark>b\n<span class="hljs-x">c</span>\n</mark>d</code></pre></figure>',
      '<h2>X</h2><pre data-file="a.ts" data-lines="2-3"><code class="language-typescript">a\nb\nc\nd</code></pre>',
    ],
    [
      'footnotes from the page of another site like this one',
      '<p>a<sup class="footnote-ref"><a href="https://x.com/note/1#fn-1" id="fnref-1" role="doc-noteref">1</a></sup> b</p><section class="footnotes" role="doc-endnotes"><ol><li id="fn-1" dir="auto">c <em>d</em> <a href="https://y.com/#z">e</a> <a href="https://x.com/note/1#fnref-1" role="doc-backlink">↩</a></li></ol></section>',
      '<p>a<span data-footnote="">c <em>d</em> <a href="https://y.com/#z">e</a></span> b</p>',
    ],
    [
      'footnotes from GitHub',
      '<p>a<sup><a href="#user-content-fn-1-9" id="user-content-fnref-1-9" data-footnote-ref="">1</a></sup></p><section data-footnotes="" class="footnotes"><h2 class="sr-only">Footnotes</h2><ol><li id="user-content-fn-1-9"><p>b <a href="#user-content-fnref-1-9" data-footnote-backref="">↩</a></p></li></ol></section>',
      '<p>a<span data-footnote="">b</span></p>',
    ],
    [
      'footnotes from Word',
      '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><p class=MsoNormal>a<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><sup>[1]</sup></span></a> b</p><div style="mso-element:footnote-list"><hr><div style="mso-element:footnote" id=ftn1><p class=MsoFootnoteText><a style="mso-footnote-id:ftn1" href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> c <i>d</i></p></div></div></body></html>',
      '<p>a<span data-footnote="">c <em>d</em></span> b</p>',
    ],
    [
      'footnotes from Google Docs',
      '<b id="docs-internal-guid-1" style="font-weight:normal"><p>a<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> b</span></p></div></b>',
      '<p>a<span data-footnote="">b</span></p><hr>',
    ],
    [
      'no footnote of a table of contents',
      '<ul><li><a href="#one">One</a></li></ul><h2 id="one">One <a href="#one">#</a></h2>',
      '<ul><li><p>One</p></li></ul><h2>One #</h2>',
    ],
    [
      'a formula from the page of another site like this one',
      '<p>a <math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math></p>',
      '<p>a <math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math></p>',
    ],
    [
      'a formula of KaTeX, once',
      '<p>a <span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span> b</p>',
      '<p>a <math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math> b</p>',
    ],
    [
      'a formula of Wikipedia, once',
      '<p>a <span class="mwe-math-element mwe-math-element-inline"><span style="display: none;"><math alttext="x"><semantics><mi>x</mi><annotation encoding="application/x-tex">{\\displaystyle x^2}</annotation></semantics></math></span><img src="https://x.com/a.svg" class="mwe-math-fallback-image-inline" alt="x"></span> b</p>',
      '<p>a <math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math> b</p>',
    ],
    [
      'the parts of any other figure',
      '<figure><pre>a</pre><figcaption>b</figcaption></figure>',
      '<pre><code>a</code></pre><p>b</p>',
    ],
  ])('brings %s', async (_what, html, expected) => {
    const written = pasted(html)
    expect(written).toBe(expected)
    expect((await sanitiseRichText(written, 'description')).html).toBe(written)
  })

  it.each([
    [
      'readings',
      '<p>彼は<ruby>本気<rp>(</rp><rt>マジ</rt><rp>)</rp></ruby>だ</p><p><ruby>東京<rt>とうきょう</rt></ruby>へ</p>',
      '<p>彼は本気(マジ)だ</p><p>東京(とうきょう)へ</p>',
    ],
    [
      'readings of parts',
      '<p><ruby><rb>漢</rb><rt>かん</rt><rb>字</rb><rt>じ</rt></ruby></p>',
      '<p>漢(かん)字(じ)</p>',
    ],
    ['quotation marks', '<p>a <q>b</q></p>', '<p>a “b”</p>'],
    [
      'an embedded page',
      '<p>a</p><iframe src="https://example.com/map" title="A map"></iframe>',
      '<p>a</p><p><a href="https://example.com/map">A map</a></p>',
    ],
    [
      'an embedded page that is loaded later',
      '<iframe data-src="https://example.com/map" src="about:blank"></iframe>',
      '<p><a href="https://example.com/map">https://example.com/map</a></p>',
    ],
    [
      'a video in CKEditor',
      '<figure class="media"><oembed url="https://vimeo.com/12"></oembed></figure>',
      'https://player.vimeo.com/video/12',
    ],
    [
      'another address in CKEditor',
      '<figure class="media"><oembed url="https://example.com/song"></oembed></figure>',
      '<p><a href="https://example.com/song">https://example.com/song</a></p>',
    ],
    [
      'sound',
      '<p>a</p><audio controls title="A song"><source src="https://example.com/a.ogg"></audio><audio src="https://example.com/b.mp3"></audio>',
      '<p>a</p><p><a href="https://example.com/a.ogg">A song</a></p><p><a href="https://example.com/b.mp3">https://example.com/b.mp3</a></p>',
    ],
    [
      'a document in an object',
      '<object data="https://example.com/a.pdf" type="application/pdf"><p>No plug-in</p></object>',
      '<p><a href="https://example.com/a.pdf">https://example.com/a.pdf</a></p>',
    ],
    [
      'an old player',
      '<object width="425"><param name="movie" value="https://www.youtube.com/v/aaaaaaaaaaa"><embed src="https://www.youtube.com/v/aaaaaaaaaaa"></object>',
      'https://www.youtube-nocookie.com/embed/aaaaaaaaaaa',
    ],
    [
      'a plug-in',
      '<embed src="https://example.com/a.swf">',
      '<p><a href="https://example.com/a.swf">https://example.com/a.swf</a></p>',
    ],
    [
      'a video in its source',
      '<video controls><source src="https://example.com/a.mp4" type="video/mp4"></video>',
      '<video src="https://example.com/a.mp4" controls="" preload="metadata"></video>',
    ],
    [
      'a video that is no file',
      '<video src="https://example.com/stream"></video>',
      '<p><a href="https://example.com/stream">https://example.com/stream</a></p>',
    ],
    [
      'a player made of parts',
      '<lite-youtube videoid="aaaaaaaaaaa"></lite-youtube>',
      'https://www.youtube-nocookie.com/embed/aaaaaaaaaaa',
    ],
    [
      'a gist',
      '<p>a</p><script src="https://gist.github.com/x/0123.js"></script>',
      '<p>a</p><p><a href="https://gist.github.com/x/0123">https://gist.github.com/x/0123</a></p>',
    ],
    [
      'details with their summary',
      '<details><summary>More</summary>text</details>',
      '<p><strong>More</strong></p><p>text</p>',
    ],
    [
      'definitions',
      '<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd><p>d</p></dd></dl>',
      '<p><strong>a</strong></p><p>b</p><p><strong>c</strong></p><p>d</p>',
    ],
    [
      'the words of a heading that opens something',
      '<h3><button>Question</button></h3><p>Answer</p>',
      '<h3>Question</h3><p>Answer</p>',
    ],
    [
      'a card of Jira',
      '<p>see <a data-inline-card="" href="https://example.com/ABC-1"></a></p>',
      '<p>see <a href="https://example.com/ABC-1">https://example.com/ABC-1</a></p>',
    ],
    [
      'the head of a fold of Jira',
      '<div data-node-type="expand" data-title="More" data-expanded="true"><p>a</p></div>',
      '<p><strong>More</strong></p><p>a</p>',
    ],
    [
      'the parts of a map',
      '<map name="m"><area href="https://example.com/a" alt="A"></map>',
      '<p><a href="https://example.com/a">A</a></p>',
    ],
    ['parts of a page that are no blocks to the editor', '<main>a</main><center>b</center>', '<p>a</p><p>b</p>'],
  ])('keeps %s', async (_what, html, expected) => {
    const written = pasted(html)
    if (/^https:/.test(expected)) expect(written).toMatch(new RegExp(`^<iframe src="${expected}"[^>]*></iframe>$`))
    else expect(written).toBe(expected)
    expect((await sanitiseRichText(written, 'description')).html).toBe(written)
  })

  it('leaves no figure without a picture', () => {
    expect(pasted('<p>a</p><figure class="media"></figure><figure><img src="blob:x"></figure>')).toBe('<p>a</p>')
  })

  it('lowers headings below the title of the page', () => {
    expect(pasted('<h1>a</h1><h2>b</h2><h1>c</h1><h6>d</h6>')).toBe('<h2>a</h2><h3>b</h3><h2>c</h2><h6>d</h6>')
    expect(pasted('<h2>a</h2><h3>b</h3>')).toBe('<h2>a</h2><h3>b</h3>')
  })

  it('keeps what was copied in the editor, but no style the site would refuse', () => {
    expect(
      pasted(
        '<p data-colophon-editor="1" data-pm-slice="0 0 []" data-indent="2"><span style="color: red; position: fixed">a</span></p>',
      ),
    ).toBe('<p data-indent="2"><span style="color: red;">a</span></p>')
  })
})

describe('a picture that a page shows later', () => {
  const DOT = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const BLUR = `data:image/jpeg;base64,${'A'.repeat(800)}`

  it.each(
    Object.entries({
      'data-src': `<img class="lazyload" src="${DOT}" data-src="https://x.com/a.jpg">`,
      'data-lazy-src': '<img src="data:image/svg+xml,%3Csvg%3E" data-lazy-src="https://x.com/a.jpg">',
      'data-original': '<img src="https://x.com/images/grey.gif" data-original="https://x.com/a.jpg">',
      'data-src beside a small copy': '<img src="https://x.com/a-20x15.jpg" data-src="https://x.com/a.jpg">',
      'data-src without a protocol': `<img src="${DOT}" data-src="//x.com/a.jpg">`,
      'data-src of the same site': '<img src="https://x.com/blank.gif" data-src="/a.jpg">',
      'data-srcset': `<img src="${DOT}" data-srcset="https://x.com/s.jpg 300w, https://x.com/a.jpg 1200w, https://x.com/m.jpg 600w">`,
      srcset: `<img src="${BLUR}" srcset="https://x.com/s.jpg 1x, https://x.com/a.jpg 2x">`,
      'srcset with commas': '<img src="" srcset="https://x.com/c_fill,w_300/s.jpg 300w, https://x.com/a.jpg 900w">',
      'a picture’s sources': `<picture><source type="image/avif" srcset="https://x.com/a.avif"><source srcset="https://x.com/s.jpg 300w, https://x.com/a.jpg 900w"><img src="${DOT}"></picture>`,
      noscript: `<img src="${DOT}" class="lazy"><noscript><img src="https://x.com/a.jpg"></noscript>`,
      'noscript alone': '<p><noscript><img src="https://x.com/a.jpg"></noscript></p>',
      'the file it links to': `<a href="https://x.com/a.jpg"><img src="${DOT}"></a>`,
      WordPress: `<img src="${DOT}" data-orig-file="https://x.com/a.jpg">`,
      AMP: '<amp-img src="https://x.com/a.jpg" width="800" height="600"></amp-img>',
    }),
  )('comes from %s', (_what, html) => {
    const { html: clean, lostPictures } = cleanPastedHtml(html)
    expect(clean).toContain('<img src="https://x.com/a.jpg"')
    expect(clean.match(/<img/g)).toHaveLength(1)
    expect(lostPictures).toBe(0)
  })

  it.each([
    ['a placeholder with a description', `<img src="${DOT}" alt="Harbour">`, 1],
    ['a placeholder with a size', '<img src="data:image/svg+xml,%3Csvg%3E" width="800">', 1],
    ['an address of nobody knows which site', `<img src="${DOT}" alt="Harbour" data-src="/a.jpg">`, 1],
    ['a drawing that is markup', '<figure><svg width="600"></svg></figure>', 1],
    ['a dot that counts readers', `<img src="${DOT}">`, 0],
    ['a sign', '<p>a <svg width="16"></svg></p>', 0],
  ])('is said to be left behind: %s', (_what, html, lost) => {
    const { html: clean, lostPictures } = cleanPastedHtml(html)
    expect(clean).not.toContain('<img')
    expect(lostPictures).toBe(lost)
  })

  it.runIf(HAS_SHARED_FIXTURES)('is the one of the report, with its caption', () => {
    expect(pasted(reportedPaste('09-lazy.html'))).toBe(
      '<p>a</p><figure><img src="https://example.org/wp-content/uploads/photo.jpg" alt="Harbour" width="800" height="600"><figcaption>The harbour</figcaption></figure><p>b</p>',
    )
  })

  it.each([
    ['b.jpg 2x', 'b.jpg'],
    ['b.jpg 1600w, a.jpg 20w', 'b.jpg'],
    ['/b.jpg 800w', 'b.jpg'],
    ['data:image/gif;base64,AAAA 2x', 'a.jpg?blur=30'],
  ])('is the largest of a set, though the picture has an address: %s', (set, expected) => {
    const whole = set.replaceAll(/(^|, )(\w\.jpg)/g, '$1https://x.com/$2')
    expect(pasted(`<p><img src="https://x.com/a.jpg?blur=30" srcset="${whole}"></p>`)).toBe(
      `<p><img src="https://x.com/${expected}"></p>`,
    )
  })

  it('is that of a source with widths, not one for some screens or of a kind that cannot be stored', () => {
    const sources =
      '<source type="image/avif" srcset="https://x.com/a.avif 900w"><source media="(max-width: 9px)" srcset="https://x.com/m.jpg 900w">' +
      '<source type="image/webp" srcset="https://x.com/s.webp 20w, https://x.com/b.webp 900w">'
    expect(pasted(`<p><picture>${sources}<img src="https://x.com/tiny.jpg"></picture></p>`)).toBe(
      '<p><img src="https://x.com/b.webp"></p>',
    )
  })

  it('keeps the width it was shown in', () => {
    expect(pasted('<p><img src="https://x.com/a.jpg" style="width: 200px"></p>')).toBe(
      '<p><img src="https://x.com/a.jpg" width="200"></p>',
    )
  })
})

describe('a paste from another editor on ProseMirror', () => {
  it('is cleaned as any other', () => {
    expect(pasted('<p data-pm-slice="0 0 []" data-indent="2"><span style="color: red">a</span></p>')).toBe('<p>a</p>')
  })

  it.runIf(HAS_SHARED_FIXTURES)('brings the panel, the language and the tasks of Jira and Confluence', () => {
    expect(pasted(reportedPaste('06-atlassian.html'))).toBe(
      `<h2>Steps</h2><aside data-callout="warning"><p>Back up first.</p></aside><pre><code class="language-bash">pg_dump app\npsql &lt; app.sql</code></pre><ul data-type="taskList">${task(true, 'Announce')}${task(false, 'Switch')}</ul>`,
    )
  })

  it.each([
    ['info', 'note'],
    ['note', 'note'],
    ['tip', 'tip'],
    ['success', 'tip'],
    ['warning', 'warning'],
    ['error', 'warning'],
    ['custom', 'note'],
  ])('makes a callout of the panel %s', (type, kind) => {
    expect(
      pasted(
        `<div data-panel-type="${type}" data-pm-slice="1 1 []"><div data-panel-content="true"><p>a</p></div></div>`,
      ),
    ).toBe(`<aside data-callout="${kind}"><p>a</p></aside>`)
  })

  it.each([
    ['Outline', '<div class="notice-block warning"><div class="content"><p>a</p></div></div>', 'warning', 'a'],
    [
      'GitLab',
      '<div class="markdown-alert markdown-alert-tip"><div class="markdown-alert-title">Tip</div><p>a</p></div>',
      'tip',
      'a',
    ],
    ['Notion', '<aside>⚠️ a</aside>', 'warning', '⚠️ a'],
    [
      'Docusaurus',
      '<div class="theme-admonition theme-admonition-danger alert alert--danger"><div class="admonitionHeading_X"><span><svg></svg></span>danger</div><div class="admonitionContent_Y"><p>a</p></div></div>',
      'warning',
      'a',
    ],
    ['Sphinx and MkDocs', '<div class="admonition tip"><p class="admonition-title">Tip</p><p>a</p></div>', 'tip', 'a'],
    [
      'VitePress',
      '<div class="danger custom-block"><p class="custom-block-title">DANGER</p><p>a</p></div>',
      'warning',
      'a',
    ],
    [
      'Starlight',
      '<aside aria-label="Note" class="starlight-aside starlight-aside--note"><p class="starlight-aside__title">Note</p><div class="starlight-aside__content"><p>a</p></div></aside>',
      'note',
      'a',
    ],
    [
      'Obsidian',
      '<div data-callout="caution" class="callout"><div class="callout-title"><div class="callout-title-inner">Caution</div></div><div class="callout-content"><p>a</p></div></div>',
      'warning',
      'a',
    ],
    [
      'Asciidoctor',
      '<div class="admonitionblock important"><table><tr><td class="icon"><div class="title">Important</div></td><td class="content">a</td></tr></table></div>',
      'note',
      'a',
    ],
    [
      'Confluence',
      '<div class="confluence-information-macro confluence-information-macro-tip"><div class="confluence-information-macro-body"><p>a</p></div></div>',
      'tip',
      'a',
    ],
  ])('makes a callout of a box of %s', (_what, html, kind, text) => {
    expect(pasted(html)).toBe(`<aside data-callout="${kind}"><p>${text}</p></aside>`)
  })

  it('keeps the title of a box that says more than its kind', () => {
    expect(pasted('<div class="admonition note"><p class="admonition-title">Before you start</p><p>a</p></div>')).toBe(
      '<aside data-callout="note"><p><strong>Before you start</strong></p><p>a</p></aside>',
    )
  })

  it.each(
    Object.entries({
      'Tiptap and GitLab':
        '<ul data-type="taskList" data-pm-slice="0 0 []"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>a</p></div></li><li data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>b</p></div></li></ul>',
      'Tiptap without boxes':
        '<ul data-type="taskList"><li data-checked="true"><p>a</p></li><li data-checked="false"><p>b</p></li></ul>',
      Outline:
        '<ul class="checkbox_list"><li data-type="checkbox_item" class="checked"><span contenteditable="false"><span class="checkbox checked" role="checkbox" aria-checked="true"></span></span><div><p>a</p></div></li><li data-type="checkbox_item"><span contenteditable="false"><span class="checkbox" role="checkbox" aria-checked="false"></span></span><div><p>b</p></div></li></ul>',
      BlockNote:
        '<ul><li><input type="checkbox" checked=""><p class="bn-inline-content">a</p></li><li><input type="checkbox"><p class="bn-inline-content">b</p></li></ul>',
      Notion:
        '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">a</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>b</span></li></ul>',
      'Notion, as text': '<ul><li>[x] a</li><li>[ ] b</li></ul>',
      CKEditor:
        '<ul class="todo-list"><li><label class="todo-list__label"><input type="checkbox" disabled checked="checked"><span class="todo-list__label__description">a</span></label></li><li><label class="todo-list__label"><input type="checkbox" disabled><span>b</span></label></li></ul>',
      Lexical:
        '<ul><li role="checkbox" aria-checked="true"><span>a</span></li><li role="checkbox" aria-checked="false"><span>b</span></li></ul>',
      'Dropbox Paper': '<ul class="listtype-task"><li class="task-done">a</li><li class="task-open">b</li></ul>',
      Evernote:
        '<ul style="--en-todo:true;"><li style="--en-checked:true;"><div>a</div></li><li style="--en-checked:false;"><div>b</div></li></ul>',
      Obsidian:
        '<ul class="contains-task-list"><li class="task-list-item is-checked" data-task="x">a</li><li class="task-list-item" data-task="">b</li></ul>',
      Jira: '<div data-node-type="actionList"><div data-task-local-id="a" data-task-state="DONE">a</div><div data-task-local-id="b" data-task-state="TODO">b</div></div>',
    }),
  )('keeps which tasks of %s are done', (_what, html) => {
    expect(pasted(html).replace('</ul><ul data-type="taskList">', '')).toBe(
      `<ul data-type="taskList">${task(true, 'a')}${task(false, 'b')}</ul>`,
    )
  })

  it('says in what it copies that it is its own', () => {
    const editor = new Editor({
      extensions: [...SCHEMA_EXTENSIONS, Paste],
      injectCSS: false,
      content: '<p>a</p><p>b</p>',
    })
    editor.commands.selectAll()
    const { dom } = editor.view.serializeForClipboard(editor.state.selection.content())
    editor.destroy()
    expect(dom.querySelectorAll('[data-colophon-editor]')).toHaveLength(1)
    expect(cleanPastedHtml(dom.innerHTML).html).toContain('data-pm-slice')
  })
})

describe('Markdown', () => {
  it.each([
    '# Title\n\nSome *text* and `code`.',
    '## Only a heading\n\nand a paragraph',
    '- one\n- two',
    '1. one\n2. two',
    '- [ ] to do',
    'see [this](https://example.com)',
    '```js\nx\n```',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'a **bold** word and `code`',
  ])('is recognised in %j', (text) => {
    expect(looksLikeMarkdown(text)).toBe(true)
  })

  it.each([
    'Just a sentence.',
    'Two sentences.\n\nIn two paragraphs.',
    '- a dash begins this line',
    '# a comment\nnpm install\n# another\nnpm test',
    'a * b * c',
    'snake_case_name and array[0](1)',
    '#hashtag and #another',
    'https://example.com/a_b_c',
  ])('is not recognised in %j', (text) => {
    expect(looksLikeMarkdown(text)).toBe(false)
  })

  it('converts blocks that Markdown has a usual syntax for', () => {
    expect(pasted(markdownToHtml('> [!NOTE]\n> a\n>\n> b'))).toBe('<aside data-callout="note"><p>a</p><p>b</p></aside>')
    expect(pasted(markdownToHtml('```ts title="a.ts" {1,3-4}\na < b\n```'))).toBe(
      '<pre data-file="a.ts" data-lines="1,3-4"><code class="language-typescript">a &lt; b</code></pre>',
    )
  })

  it('makes formulas of TeX, and none of prices', () => {
    expect(pasted(markdownToHtml('a $x^2$ for $5 or $6\n\n$$\n\\frac{a}{b}\n$$'))).toBe(
      '<p>a <math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math> for $5 or $6</p><math data-tex="\\frac{a}{b}" display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>',
    )
  })

  it('joins footnotes with what they belong to', () => {
    const source = 'One[^a] two[^b] three[^c].\n\n[^a]: four *five*\n[^b]: six\n   seven\n\nEight.'
    expect(looksLikeMarkdown(source)).toBe(true)
    expect(pasted(markdownToHtml(source))).toBe(
      '<p>One<span data-footnote="">four <em>five</em></span> two<span data-footnote="">six seven</span> three[^c].</p><p>Eight.</p>',
    )
  })

  it('is converted to HTML', async () => {
    const written = pasted(
      markdownToHtml(
        '# Title\n\nA **bold** [link](/x) and ~~old~~.\nSame line.\n\n- [x] done\n- [ ] to do\n\n1. a\n   - b\n\n> quote\n\n```ts\nconst a = 1\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n---\n\n![alt](/a.png) and <script>x()</script>b',
      ),
    )
    expect(written).toBe(
      `<h2>Title</h2><p>A <strong>bold</strong> <a href="/x">link</a> and <s>old</s>. Same line.</p><ul data-type="taskList">${task(true, 'done')}${task(false, 'to do')}</ul><ol><li><p>a</p><ul><li><p>b</p></li></ul></li></ol><blockquote><p>quote</p></blockquote><pre><code class="language-typescript">const a = 1</code></pre><table style="min-width: 50px;"><colgroup><col style="min-width: 25px;"><col style="min-width: 25px;"></colgroup><tbody><tr><th colspan="1" rowspan="1"><p>a</p></th><th colspan="1" rowspan="1" style="text-align: right;"><p>b</p></th></tr><tr><td colspan="1" rowspan="1"><p>1</p></td><td colspan="1" rowspan="1" style="text-align: right;"><p>2</p></td></tr></tbody></table><hr><p><img src="/a.png" alt="alt"> and b</p>`,
    )
    expect((await sanitiseRichText(written, 'description')).html).toBe(written)
  })
})

describe('what has no counterpart', () => {
  it.each([
    [
      '<p><abbr title="Hypertext Markup Language">HTML</abbr> is it</p>',
      '<p>HTML (Hypertext Markup Language) is it</p>',
    ],
    ['<p><abbr title="World Wide Web">WWW</abbr>, the World Wide Web</p>', '<p>WWW, the World Wide Web</p>'],
  ])('keeps what it says: %s', (html, retained) => {
    expect(pasted(html)).toBe(retained)
  })
})

describe('what is clearly code', () => {
  it.each([
    ['json', '{"a":\r\n1}'],
    ['json', '[\n  1\n]\n'],
    ['bash', '$ ls -l\ntotal 0\n$ pwd'],
    ['bash', 'mira@desk:~/app$ make\nok'],
    ['powershell', 'PS C:\\app> dir\na.txt'],
    ['python', '>>> 1 + 1\n2'],
    ['python', 'def area(r):\n    return 3.14 * r ** 2\n\nprint(area(2))'],
    [
      '',
      '    for x in rows:\n        # one at a time, so that nothing is held longer than it is used\n        send(x)',
    ],
    [
      'python',
      'import os\nfrom pathlib import Path\n\nHOME = Path.home()\nfor name in os.listdir(HOME):\n    print(name)',
    ],
    ['', 'const a = 1\nif (a > 0) {\n  console.log(a)\n}'],
    ['', 'func main() {\n\tfmt.Println("a")\n}'],
    ['', '#include <stdio.h>\nint main(void) {\n  return 0;\n}'],
    ['sql', 'SELECT id, title\nFROM note\nWHERE id = 1'],
    ['html', '<ul>\n  <li>a</li>\n</ul>'],
    ['bash', '(venv) ada@desk:~$ pip list\nok'],
    ['powershell', 'PS> ls\na'],
    ['', 'C:\\app> dir\na.txt'],
    ['', 'Traceback (most recent call last):\n  File "a.py", line 1\nNameError: b'],
    ['', 'FROM node:24\nRUN npm ci\nCMD ["node"]'],
    ['', 'PORT=3000\nHOST=0.0.0.0'],
  ])('is a code block of %j: %j', (language, text) => {
    const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '')
    expect(codeAsMarkdown(text)).toBe(`\`\`\`${language}\n${lines}\n\`\`\``)
  })

  it.each([
    '{"a": 1}',
    '$ npm install',
    '$ 5 is the price\nof it',
    '[see below]\nand above',
    '{\n  a: 1\n}',
    '"one"\n"two"',
    'plain\ntext',
    'for this reason (see above),\nif you ask me,\nreturn it to the shop.',
    'From here:\nimport the file, then export it.\nUse what you like.',
    'Dear Mira,\n\nthank you (and Jon).\n\nTill then\nAda',
    'The class of 1984\nwith the best\nfor all',
    '- a = 1\n- b = 2',
    '1. const\n2. let',
    'Save $5 on everything\n$ 5 off',
    'He said: "do it".\nI did (twice).\nLet us go on = stop;',
    'Meeting notes:\nbuy milk;\ncall Ada;',
    'Milk\nEggs\nBread',
    'a: 1\nb: 2',
  ])('leaves alone what may be prose: %j', (text) => {
    expect(codeAsMarkdown(text)).toBeNull()
  })
})
