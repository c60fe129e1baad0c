import { describe, expect, it } from 'vitest'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { cpuTimeOf } from '@/tests/support/cpu-time'
import { toMarkdown } from './markdown'
import { sanitise } from './sanitise'

const task = (checked: boolean, inner: string) =>
  `<li data-checked="${checked}" data-type="taskItem"><label><input type="checkbox"><span></span></label><div>${inner}</div></li>`

it('keeps the alignment of the columns of a table', () => {
  const row = (tag: string) =>
    `<tr><${tag} style="text-align: right;"><p>1</p></${tag}><${tag}><p style="text-align: center;">2</p></${tag}><${tag}>3</${tag}></tr>`
  expect(toMarkdown(sanitise(`<table><tbody>${row('th')}${row('td')}</tbody></table>`))).toBe(
    '| 1 | 2 | 3 |\n| --: | :-: | --- |\n| 1 | 2 | 3 |\n',
  )
})

describe('Markdown of a rich text', () => {
  it.each([
    ['of non-breaking spaces', '\u00A0'],
    ['of em spaces', '\u2003'],
  ])('takes a heading %s in time', (_, space) => {
    const convert = () => expect(toMarkdown(`<h1>a${space.repeat(100_000)}b</h1>` as SafeHtml)).toMatch(/^# a\s+b\s*$/)
    expect(cpuTimeOf(convert)).toBeLessThan(2_000)
  })

  it('takes code of many backticks', () => {
    expect(toMarkdown(`<pre><code>${'` '.repeat(300_000)}</code></pre>` as SafeHtml)).toMatch(/^```\n/)
  })

  it.each([
    ['headings', '<h1>a</h1><h3>b<br>c</h3><h2></h2>', '# a\n\n### b c'],
    [
      'marks',
      '<p><strong>a</strong> <em>b</em> <s>c</s> <u>d</u> H<sub>2</sub>O</p>',
      '**a** *b* ~~c~~ <u>d</u> H<sub>2</sub>O',
    ],
    ['spaces inside a mark', '<p>a<strong> b </strong>c</p>', 'a **b** c'],
    ['what has no Markdown', '<p style="text-align: center;"><span style="color: red;">a</span></p>', 'a'],
    ['inline code', '<p><code>a</code> <code>b`c</code> <code>`</code></p>', '`a` ``b`c`` `` ` ``'],
    ['a code block', '<pre><code class="language-js">a\n\n\tb &lt; c\n</code></pre>', '```js\na\n\n\tb < c\n```'],
    ['code with fences inside', '<pre><code>```\n````\n</code></pre>', '`````\n```\n````\n`````'],
    [
      'the file and the marked lines of code',
      '<pre data-file="src/a.ts" data-lines="2,4-5"><code class="language-ts">a</code></pre><pre data-file="b"><code>c</code></pre>',
      '```ts title="src/a.ts" {2,4-5}\na\n```\n\n```text title="b"\nc\n```',
    ],
    ['a quotation', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    [
      'lists',
      '<ul><li><p>a</p><ol start="3"><li><p>b</p></li><li><p>c</p></li></ol></li><li><p>d</p></li></ul>',
      '- a\n  3. b\n  4. c\n- d',
    ],
    ['items of several paragraphs', '<ol><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>', '1. a\n\n   b\n\n2. c'],
    ['two lists in a row', '<ul><li><p>a</p></li></ul><ol><li><p>b</p></li></ol>', '- a\n\n<!-- -->\n\n1. b'],
    ['tasks', `<ul data-type="taskList">${task(true, '<p>a</p>')}${task(false, '<p>b</p>')}</ul>`, '- [x] a\n- [ ] b'],
    ['links', '<p><a href="https://x.com/a b(c)">d</a></p>', '[d](https://x.com/a%20b%28c%29)'],
    [
      'pictures',
      '<p><a href="/x"><img src="/a.png" alt="A [b]" title="&quot;T&quot;"></a></p>',
      '[![A \\[b\\]](/a.png "\\"T\\"")](/x)',
    ],
    [
      'captions',
      '<figure data-width="small"><a href="/x"><img src="/a.png" alt="A"></a><figcaption>One <em>two</em><br>three</figcaption></figure><figure><img src="/b.png"></figure><figure><pre><code>c</code></pre><figcaption>d</figcaption></figure>',
      '[![A](/a.png)](/x)\\\nOne *two*\\\nthree\n\n![](/b.png)\n\n```\nc\n```\n\nd',
    ],
    ['callouts', '<aside data-callout="tip"><p>a</p><p>b</p></aside>', '> [!TIP]\n> a\n>\n> b'],
    [
      'footnotes',
      '<p>a<span data-footnote="">b <em>c</em></span>, <a href="/x">d<span data-footnote="">e</span></a><span data-footnote=""> </span>.</p><p>f</p>',
      'a[^1], [d](/x)[^2].\n\nf\n\n[^1]: b *c*\n\n[^2]: e',
    ],
    [
      'formulas',
      '<p>a <math data-tex="x^2"></math> b</p><math data-tex="\\frac{a}{b}" display="block"></math><p>c</p>',
      'a $x^2$ b\n\n$$\n\\frac{a}{b}\n$$\n\nc',
    ],
    ['a hard break', '<p>a<br>b<br></p>', 'a\\\nb'],
    ['a rule', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
    [
      'a table with a header',
      '<table><tbody><tr><th><p>a|b</p></th><th>c</th></tr><tr><td><p>1</p><p>2</p></td><td>x<br>y</td></tr></tbody></table>',
      '| a\\|b | c |\n| --- | --- |\n| 1<br>2 | x<br>y |',
    ],
    ['a table without one', '<table><tbody><tr><td>a</td></tr></tbody></table>', '|  |\n| --- |\n| a |'],
    [
      'videos',
      '<iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe><video src="/a.mp4"></video>',
      '[YouTube video](https://www.youtube.com/watch?v=dQw4w9WgXcQ)\n\n[Video](/a.mp4)',
    ],
    [
      'signs that are only text',
      '<p># a *b* _c_ d_e [f] `g` &lt;h&gt; &amp;amp; ~i~ \\</p><p>1. j</p><p>- k</p>',
      '\\# a \\*b\\* \\_c\\_ d_e \\[f\\] \\`g\\` \\<h> &amp;amp; \\~i\\~ \\\\\n\n1\\. j\n\n\\- k',
    ],
    [
      'signs of money and of a shell, which are no formula',
      '<p>$5 and $10, $a$ and $PATH:$HOME, <em>$</em>c$</p>',
      '$5 and $10, \\$a$ and \\$PATH:$HOME, *$*c$',
    ],
  ])('keeps %s', (_feature, html, expected) => {
    expect(toMarkdown(sanitise(html))).toBe(`${expected}\n`)
  })

  it('is empty for an empty text', () => {
    expect(toMarkdown(sanitise('<p></p>'))).toBe('')
  })
})
