import DOMPurify from 'dompurify'
import SecondLayer from 'isomorphic-dompurify'
import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/http/errors'
import { embedAttributes } from '@/lib/rich-text/embed'
import { cpuTimeOf } from '@/tests/support/cpu-time'
import { sanitise } from './sanitise'
import { DOMPURIFY_VERSION, SANITISER_VERSION, trustStored } from './sanitiser-version'

/** As Tiptap 3.31.3 with the extensions of the editor wrote it in Chromium (`getHTML()`), one feature a line. */
const WRITTEN_BY_THE_EDITOR: Record<string, string> = {
  'headings 1 to 6': '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>',
  'bold, italic, underline, strike and code':
    '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><code>e</code><strong><em><s><u>f</u></s></em></strong></p>',
  'sub- and superscript': '<p>H<sub>2</sub>O x<sup>2</sup></p>',
  'a quotation': '<blockquote><p>text</p></blockquote>',
  'a code block': '<pre><code>text</code></pre>',
  'a code block with a language, empty lines and tabs':
    '<pre><code class="language-c++">\n\nconst a = &lt;b&gt;\n\ta &amp;&amp; b\n</code></pre>',
  'bullet and ordered lists': '<ul><li><p>text</p></li></ul><ol><li><p>text</p></li></ol>',
  'nested lists with a start and a type': '<ol start="5" type="a"><li><p>a</p><ul><li><p>b</p></li></ul></li></ol>',
  'a task list':
    '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>a</p><ul data-type="taskList"><li data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>b</p></div></li></ul></div></li></ul>',
  fonts:
    '<p><span style="font-family: Georgia, serif;">a</span><span style="font-family: &quot;Comic Sans MS&quot;, &quot;Open Sans&quot;, cursive;">b</span></p>',
  'sizes and line heights':
    '<p><span style="font-size: 18px;">a</span><span style="font-size: 1.25em;">b</span><span style="line-height: 1.5;">c</span></p>',
  'text and background colours':
    '<p><span style="color: rgb(230, 0, 0);">a</span><span style="background-color: rgba(255, 0, 0, 0.5);">b</span><span style="background-color: blue; color: red; font-family: Arial; font-size: 12px; line-height: 2;">c</span></p>',
  alignment:
    '<p style="text-align: left;">a</p><p style="text-align: center;">b</p><h2 style="text-align: right;">c</h2><p style="text-align: justify;">d</p>',
  'indents 1 to 8': [1, 2, 3, 4, 5, 6, 7, 8].map((level) => `<p data-indent="${level}">a</p>`).join(''),
  'direction, with indent and alignment': '<h2 data-indent="2" dir="rtl" style="text-align: center;">שלום</h2>',
  'the language of a part': '<p lang="ar-EG">ب</p><p>a <em lang="fr">déjà vu</em></p>',
  'a link that opens a new tab':
    '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://example.com/?a=1&amp;b=&quot;x&quot;">text</a></p>',
  'links of each allowed kind':
    '<p><a rel="noopener noreferrer nofollow" href="mailto:a@b.c">a</a><a href="tel:+358401234567">b</a><a href="/x#y">c</a><a href="http://example.com">d</a></p>',
  'a picture with its sizes and texts':
    '<p><img src="/uploads/a.png" alt="An &quot;alt&quot; &lt;b&gt;" title="T" width="300" height="200"></p>',
  'a picture inside a link':
    '<p><a target="_blank" rel="noopener noreferrer" href="https://x.com"><img src="/a.png"></a></p>',
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
  'an old picture as a data URL': '<p><img src="data:image/png;base64,iVBORw0KGgo="></p>',
  'a table':
    '<table style="min-width: 50px;"><colgroup><col style="min-width: 25px;"><col style="min-width: 25px;"></colgroup><tbody><tr><th colspan="1" rowspan="1"><p></p></th><th colspan="1" rowspan="1"><p></p></th></tr><tr><td colspan="1" rowspan="1"><p></p></td><td colspan="1" rowspan="1"><p></p></td></tr></tbody></table>',
  'a table with merged and sized cells':
    '<table style="width: 220px;"><colgroup><col style="width: 100px;"><col style="width: 120px;"></colgroup><tbody><tr><th colspan="2" rowspan="1" colwidth="100,120"><p>a</p></th></tr><tr><td colspan="1" rowspan="2" colwidth="100" style="text-align: center;"><p style="text-align: center;">a</p></td><td colspan="1" rowspan="1" colwidth="120"><p>b</p></td></tr><tr><td colspan="1" rowspan="1" colwidth="120"><p>x</p></td></tr></tbody></table>',
  'a rule and a hard break': '<p>a<br>b</p><hr>',
  'spaces, empty paragraphs and characters of every kind':
    '<p>a  b   c&nbsp;d </p><p></p><p>&lt;script&gt; &amp;amp; "q" \'r\' — 😀 👩‍💻</p>',
  'a YouTube video': embed('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90'),
  'a Vimeo video': embed('https://vimeo.com/76979871'),
  'a video file': '<video src="https://cdn.example.com/clip.mp4" controls="" preload="metadata"></video>',
}

function embed(address: string): string {
  const attributes = Object.entries(embedAttributes(address) ?? {}).map(([name, value]) => ` ${name}="${value}"`)
  return `<iframe${attributes.join('')}></iframe>`
}

describe('what the editor writes', () => {
  it.each(Object.entries(WRITTEN_BY_THE_EDITOR))('%s passes unchanged', (_feature, html) => {
    expect(sanitise(html)).toBe(html)
  })

  it('passes unchanged all together', () => {
    const html = Object.values(WRITTEN_BY_THE_EDITOR).join('')
    expect(sanitise(html)).toBe(html)
  })
})

describe('what the policy takes away', () => {
  it.each([
    [
      'scripts, styles and forms',
      '<p>a<script>x()</script><style>p{}</style></p><form><button>b</button></form>',
      '<p>a</p><p>b</p>',
    ],
    [
      'handlers, ids, names and foreign data',
      '<p onclick="x()" id="a" name="b" data-x="1" class="c">a</p>',
      '<p>a</p>',
    ],
    ['drawings and formulas', '<p>a<svg><a href="javascript:x()">b</a></svg><math><mi>c</mi></math></p>', '<p>a</p>'],
    ['comments', '<p>a<!-- b --></p>', '<p>a</p>'],
    ['unknown tags, but not their text', '<x-y>a</x-y>', 'a'],
    ['a link to a script', '<a href="javascript:x()">a</a>', 'a'],
    ['a link to a script behind control characters', '<a href="java\u0000\u0009script&colon;x()">a</a>', 'a'],
    [
      'a link whose first part is no protocol at all',
      '<a href="a b:c">a</a><a href="a/b:c">d</a>',
      'a<a href="a/b:c">d</a>',
    ],
    ['a link to a script behind spaces', '<a href=" java script:x()">a</a>', 'a'],
    [
      'a link of any other protocol',
      '<a href="vbscript:x">a</a><a href="data:text/html,x">b</a><a href="ftp://x">c</a>',
      'abc',
    ],
    [
      'characters that disguise an address',
      '<a href="https://exa\u202emple.com/\u200b">a</a>',
      '<a href="https://example.com/">a</a>',
    ],
    ['a picture that is a drawing', '<p>a<img src="data:image/svg+xml;base64,PHN2Zz4=" alt="b"></p>', '<p>a</p>'],
    ['a picture from a script', '<img src="javascript:x()"><img src="x" onerror="y()">', '<img src="x">'],
    ['several sources', '<img src="a.png" srcset="b.png 2x" sizes="1px">', '<img src="a.png">'],
    ['a frame of any other site', '<p>a</p><iframe src="https://example.com/"></iframe>', '<p>a</p>'],
    ['a frame that brings its own document', '<iframe srcdoc="<script>x()</script>"></iframe>', ''],
    [
      'a site that only looks like YouTube',
      '<iframe title="Video" src="https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ"></iframe>',
      '',
    ],
    ['a field that is no task box', '<input type="text" value="a"><input type="checkbox"><label>b</label>', 'b'],
    [
      'a video that plays by itself',
      '<video src="/a.mp4" autoplay onplay="x()"></video>',
      '<video src="/a.mp4"></video>',
    ],
    ['a list type of its own', '<ul data-type="other"><li data-type="x">a</li></ul>', '<ul><li>a</li></ul>'],
    [
      'a width and a side of its own',
      '<figure data-width="9px" data-align="fixed"><img src="/a.png"></figure>',
      '<figure><img src="/a.png"></figure>',
    ],
    ['an aside of no kind or its own', '<aside>a</aside><aside data-callout="x"><p>b</p></aside>', '<p>a</p><p>b</p>'],
    [
      'a file name nobody can read, and lines that are none',
      '<pre data-file=" a\u202e&quot;b` " data-lines="x"><code>a</code></pre><pre data-file="&#1;" data-lines="4,2-3,9-8"><code>b</code></pre>',
      '<pre data-file="ab"><code>a</code></pre><pre data-lines="2-4"><code>b</code></pre>',
    ],
    [
      'a footnote inside of a footnote',
      '<p>a<span data-footnote="x">b</span><span data-footnote="">c<em><span data-footnote="">d</span></em></span></p>',
      '<p>a<span>b</span><span data-footnote="">c<em><span>d</span></em></span></p>',
    ],
    [
      'whatever comes in a formula but its TeX',
      '<p><math data-tex=" x^2 " class="a" onclick="b()"><mtext>lies</mtext></math></p>',
      '<p><math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math></p>',
    ],
    [
      'TeX that is none, but not its words',
      '<p><math data-tex="\\frac{" display="block"></math></p>',
      '<p><code>\\frac{</code></p>',
    ],
    ['the elements of a formula outside of one', '<p><mi>a</mi><mrow>b</mrow></p>', '<p>ab</p>'],
    ['an indent beyond 8', '<p data-indent="9">a</p><p data-indent="0">b</p>', '<p>a</p><p>b</p>'],
  ])('%s', (_what, html, expected) => {
    expect(sanitise(html)).toBe(expected)
  })

  it.each([
    [
      'sound',
      '<audio src="https://x.com/a.mp3"></audio>',
      '<p><a href="https://x.com/a.mp3">https://x.com/a.mp3</a></p>',
    ],
    [
      'sound in its source',
      '<audio><source src="//x.com/a.mp3"></audio>',
      '<p><a href="//x.com/a.mp3">//x.com/a.mp3</a></p>',
    ],
    [
      'a document',
      '<object data="https://x.com/a.pdf">b</object>',
      '<p><a href="https://x.com/a.pdf">https://x.com/a.pdf</a></p>',
    ],
    ['what stands for a document', '<object data="javascript:x()">b<script>c</script></object>', 'b'],
    [
      'a player of CKEditor',
      '<figure><oembed url="https://vimeo.com/76979871"></oembed></figure>',
      `<figure>${embed('https://vimeo.com/76979871')}</figure>`,
    ],
    [
      'a video in its source',
      '<video controls><source src="/a.mp4"></video>',
      '<video src="/a.mp4" controls=""></video>',
    ],
    [
      'readings',
      '<p><ruby>本気<rp>(</rp><rt>マジ</rt><rp>)</rp></ruby> <ruby>東京<rt>とうきょう</rt></ruby></p>',
      '<p>本気(マジ) 東京(とうきょう)</p>',
    ],
    ['a summary', '<details><summary>a</summary>b</details>', '<div><p>a</p>b</div>'],
    ['parts of a page', '<section>a</section><section><p>b</p></section>', '<p>a</p><p>b</p>'],
    ['no empty figure', '<p>a</p><figure> </figure><figure><canvas></canvas></figure>', '<p>a</p>'],
    [
      'plain spaces in code',
      '<pre><code>a&nbsp;b</code></pre><p><code>c&nbsp;d</code> e&nbsp;f</p>',
      '<pre><code>a b</code></pre><p><code>c d</code> e&nbsp;f</p>',
    ],
  ])('keeps %s', (_what, html, expected) => {
    const clean = sanitise(html)
    expect(clean).toBe(expected)
    expect(sanitise(clean)).toBe(clean)
  })

  it.each([
    ['position: fixed; color: red', 'color: red;'],
    ['color: red; background: url(https://x)', 'color: red;'],
    ['color: light-dark(rgb(1, 2, 3), #fff)', 'color: light-dark(rgb(1, 2, 3), #fff);'],
    ['color: light-dark(red, url(x))', null],
    ['color: light-dark(red)', null],
    ['color: red !important', null],
    ['color: var(--secret)', null],
    ['background-color: url(x)', null],
    ['color: expression(x)', null],
    ['col\\6f r: red', null],
    ['color: red/**/', null],
    ['color: red; } body { color: blue', null],
    ['font-family: "a; color: red', null],
    ['font-family: "a<b"', null],
    ['font-size: 900px', null],
    ['font-size: 2em; line-height: 99', 'font-size: 2em;'],
    ['width: 10px', null],
    ['COLOR:RED;text-align:CENTER', 'color: RED; text-align: CENTER;'],
    ['text-align: center;\n  direction: rtl', 'text-align: center; direction: rtl;'],
  ])('the style "%s" becomes %s', (style, expected) => {
    const attribute = expected === null ? '' : ` style="${expected}"`
    expect(sanitise(`<p style="${style.replaceAll('"', '&quot;')}">a</p>`)).toBe(`<p${attribute}>a</p>`)
  })

  it('gives a link to a new tab no way back to this page', () => {
    expect(sanitise('<a href="https://x.com" target="_blank" rel="opener me">a</a>')).toBe(
      '<a href="https://x.com" target="_blank" rel="me noopener noreferrer">a</a>',
    )
  })

  it('rebuilds an embed from its id alone', () => {
    const html = sanitise(
      '<iframe src="http://youtu.be/dQw4w9WgXcQ?autoplay=1&start=5" title="A talk" allow="camera" onload="x()" width="1">x</iframe>',
    )
    expect(html).toBe(embed('https://youtu.be/dQw4w9WgXcQ?start=5').replace('title="YouTube video"', 'title="A talk"'))
  })

  it('puts text directly in <pre> into <code>, which keeps its first newline', () => {
    expect(sanitise('<pre>\n\n\n\n\n\na</pre>')).toBe('<pre><code>\n\n\n\n\na</code></pre>')
  })
})

describe('a formula', () => {
  const tex = (source: string) =>
    `<p><math data-tex="${source.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"></math></p>`

  it.each(['f: X \\to Y', 'a[i]>b', 'x-->y', 'a</b', 'i<j>k', '\\text{a "b" & c}', 'javascript:x'])(
    'keeps its TeX, whatever it looks like: %s',
    (source) => {
      const html = sanitise(tex(source.replace('&', '\\&amp;').replaceAll('"', '&quot;')))
      expect(html).toContain('<math data-tex=')
      expect(sanitise(html)).toBe(html)
    },
  )

  it.each([
    ['nests without end', `${'{'.repeat(900)}x${'}'.repeat(900)}`],
    ['calls itself', '\\def\\a{\\a\\a}\\a'],
    ['grows with each call', `\\def\\a{${'x'.repeat(500)}}\\def\\b{${'\\a'.repeat(200)}}\\b\\b\\b`],
    ['is longer than a formula', 'x'.repeat(2_001)],
  ])('that %s takes no time', (_what, source) => {
    expect(cpuTimeOf(() => sanitise(tex(source)))).toBeLessThan(2_000)
  })
})

describe('the sanitiser', () => {
  it('refuses markup that grows deeper than the limit while it is cleaned', () => {
    expect(() => sanitise('<pre>'.repeat(60))).toThrow(AppError)
  })

  it('composes texts, alternative ones too, and leaves code and addresses as they are', () => {
    const [composed, apart] = ['\u017Di\u017Eka \uD55C\uAE00', 'Z\u030Ciz\u030Cka \u1112\u1161\u11AB\u1100\u1173\u11AF']
    const article = (text: string) =>
      `<h2>${text}</h2><p>${text} <strong>${text}</strong></p><p><img src="/u\u0308.png" alt="${text}" title="${text}"></p>`
    const code = '<pre><code>e\u0301</code></pre><p><code>e\u0301</code></p>'
    expect(sanitise(article(apart) + code)).toBe(article(composed) + code)
  })

  it('composes no text with the tag before it', () => {
    const html = '<p>\u0338 onmouseover=alert(1) x=&gt;</p>'
    expect(sanitise(html)).toBe(html)
  })

  it('shows DOMPurify each block until it has left it as it is', () => {
    // What another file of this process has sanitised is known too.
    const [known, fresh] = ['<p>left as it is</p>', '<p>not seen yet</p>']
    sanitise(known)
    const seen: Array<string | null> = []
    SecondLayer.addHook('uponSanitizeElement', (node) => {
      if (node.nodeName !== 'P') return
      seen.push(node.textContent)
      if (node.textContent === 'not seen yet') node.parentNode?.removeChild(node)
    })
    expect(sanitise(known + fresh)).toBe(known)
    expect(seen[0]).toBe('not seen yet')
    expect(sanitise(fresh)).toBe('')
    SecondLayer.removeHook('uponSanitizeElement')
    expect(sanitise(known + fresh)).toBe(known + fresh)
  })

  it('replaces what PostgreSQL cannot store', () => {
    expect(sanitise('<p>a\ud800b\0c</p>')).toBe('<p>a\ufffdb\ufffdc</p>')
  })
})

describe('the stamp', () => {
  it('names the DOMPurify that is installed', () => {
    expect(DOMPurify.version).toBe(DOMPURIFY_VERSION)
  })

  it('vouches for a text only when it is the present one', () => {
    expect(trustStored('<p>a</p>', SANITISER_VERSION)).toBe('<p>a</p>')
    expect(trustStored('<p>a</p>', '0/3.4.18')).toBeNull()
    expect(trustStored('<p>a</p>', '')).toBeNull()
  })
})
