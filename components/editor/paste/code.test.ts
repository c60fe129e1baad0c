// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { afterAll, describe, expect, it } from 'vitest'
import { SCHEMA_EXTENSIONS } from '@/components/editor/extensions/schema'
import { HAS_SHARED_FIXTURES, reportedPaste } from '@/tests/support/shared-fixtures'
import { cleanPastedHtml } from './pasted-html'

// One for all: it takes longer to make than most pastes do.
const editor = new Editor({ extensions: SCHEMA_EXTENSIONS, injectCSS: false })
afterAll(() => editor.destroy())

/** The blocks of the text after a paste: code as its language and text, anything else as its text. */
function blocksOf(html: string): (string | [language: string | null, code: string])[] {
  editor.commands.clearContent()
  // jsdom lacks ClipboardEvent, which the editor constructs.
  editor.view.pasteHTML(cleanPastedHtml(html).html, new Event('paste') as ClipboardEvent)
  const blocks = editor.state.doc.content.content.map((node): string | [string | null, string] =>
    node.type.name === 'codeBlock' ? [node.attrs.language, node.textContent] : node.textContent,
  )
  return blocks.filter((block) => block !== '')
}

const CODE = 'function f() {\n    const c = [\n        1,\n\n    ];\n}'
const LINES = CODE.split('\n')
const spaced = (line: string) => line.replaceAll(' ', '\u00a0')
const numbered = (line: (text: string, number: number) => string) =>
  LINES.map((text, at) => line(text, at + 1)).join('')
const numbers = LINES.map((_line, at) => at + 1)

describe('pasted code comes with its lines, indentation and blank lines', () => {
  it.each([
    [
      'VS Code without its private flavour',
      `<meta charset='utf-8'><div style="color: #d4d4d4;font-family: Menlo, Monaco, 'Courier New', monospace;white-space: pre;">${LINES.map((line) => (line === '' ? '<br>' : `<div><span style="color: #569cd6;">${line}</span></div>`)).join('')}</div>`,
      null,
    ],
    [
      'a block that keeps its spaces, without a font',
      `<p>a</p><div style="white-space: pre">${LINES.map((line) => `<div>${line || '<br>'}</div>`).join('')}</div>`,
      null,
    ],
    [
      'a block that keeps its spaces and wraps',
      `<p>a</p><div style="white-space: pre-wrap; font-family: Consolas">${CODE}</div>`,
      null,
    ],
    [
      'Chromium, which copies white space in two parts',
      `<div style="white-space-collapse: preserve; text-wrap-mode: nowrap; font-family: monospace">${CODE}</div>`,
      null,
    ],
    [
      'Xcode',
      `<html><head><style type="text/css">\np.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 12.0px Menlo; color: #fff}\np.p2 {margin: 0.0px; font: 12.0px Menlo; min-height: 14.0px}\nspan.s1 {color: #ff7ab2}\n</style></head><body>${LINES.map((line) => (line === '' ? '<p class="p2"><br></p>' : `<p class="p1"><span class="Apple-converted-space">${spaced(/^ */.exec(line)?.[0] ?? '')}</span><span class="s1">${line.trimStart()}</span></p>`)).join('\n')}</body></html>`,
      null,
    ],
    [
      'JetBrains',
      `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9,8pt;">${LINES.map((line) => line.replaceAll(' ', '&#32;')).join('<br>')}<br></pre></body></html>`,
      null,
    ],
    [
      'Notepad++',
      `<div style="float: left; white-space: pre; line-height: 1; background: #FFF; "><span style="font-family: 'Courier New';">${CODE}</span></div>`,
      null,
    ],
    [
      'Windows Terminal',
      `<HTML><BODY><!--StartFragment --><DIV STYLE="display:inline-block;white-space:pre;background-color:#0C0C0C;font-family:'Cascadia Mono',monospace;font-size:12pt;">${LINES.map((line) => `<SPAN STYLE="color:#CCC">${line}</SPAN>`).join('<BR>')}</DIV><!--EndFragment --></BODY></HTML>`,
      null,
    ],
    [
      'CodeMirror 6',
      `<div class="cm-editor"><div class="cm-gutters">${numbers.map((at) => `<div class="cm-gutterElement">${at}</div>`).join('')}</div><div class="cm-content" data-language="javascript">${LINES.map((line) => `<div class="cm-line">${line ? `<span>${spaced(line)}</span>` : '<br>'}</div>`).join('')}</div></div>`,
      'javascript',
    ],
    [
      'CodeMirror 5',
      `<div class="CodeMirror-code">${numbered((line, at) => `<div style="position: relative;"><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber CodeMirror-gutter-elt">${at}</div></div><pre class=" CodeMirror-line " role="presentation"><span role="presentation">${line || '\u200b'}</span></pre></div>`)}</div>`,
      null,
    ],
    [
      'Monaco, whose lines are in the order they were drawn',
      `<div class="view-lines" aria-hidden="true">${LINES.map(
        (line, at) =>
          `<div class="view-line" style="top:${at * 18}px;height:18px"><span><span class="mtk1">${spaced(line)}</span></span></div>`,
      )
        .toReversed()
        .join('')}</div>`,
      null,
    ],
    [
      'GitHub gists and files',
      `<div class="blob-wrapper data type-javascript"><table class="highlight"><tbody>${numbered((line, at) => `<tr><td class="blob-num js-line-number" data-line-number="${at}"></td><td class="blob-code blob-code-inner js-file-line" style="white-space: pre">${line || '\n'}</td></tr>`)}</tbody></table></div>`,
      'javascript',
    ],
    [
      'a table with numbers as text',
      `<table class="js-file-line-container">${numbered((line, at) => `<tr><td class="line-num">${at}</td><td class="line-content"><span style="white-space:pre">${line}</span></td></tr>`)}</table>`,
      null,
    ],
    [
      'Expressive Code',
      `<div class="expressive-code"><figure class="frame"><figcaption class="header"><span class="title"></span><span class="sr-only">Terminal window</span></figcaption><pre data-language="ts"><code>${numbered((line, at) => `<div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">${at}</div></div><div class="code"><span class="indent">${/^ */.exec(line)?.[0]}</span>${line.trimStart() || '\n'}</div></div>`)}</code></pre><div class="copy"><button title="Copy"><div></div></button></div></figure></div>`,
      'typescript',
    ],
    [
      'Shiki',
      `<pre class="shiki nord" tabindex="0"><code class="language-rs">${LINES.map((line) => `<span class="line">${line && `<span style="color:#81A1C1">${line}</span>`}</span>`).join('\n')}</code></pre>`,
      'rust',
    ],
    [
      'Shiki without line feeds',
      `<pre class="shiki" data-lang="py"><code>${LINES.map((line) => `<span class="line">${line}</span>`).join('')}</code></pre>`,
      'python',
    ],
    [
      'VitePress with numbers',
      `<div class="language-js vp-adaptive-theme line-numbers-mode"><button class="copy"></button><span class="lang">js</span><pre class="shiki" v-pre=""><code>${LINES.map((line) => `<span class="line">${line}</span>`).join('\n')}</code></pre><div class="line-numbers-wrapper" aria-hidden="true">${numbers.map((at) => `<span class="line-number">${at}</span><br>`).join('')}</div></div>`,
      'javascript',
    ],
    [
      'rehype-pretty-code',
      `<figure data-rehype-pretty-code-figure=""><pre data-language="tsx" data-theme="nord"><code data-language="tsx" style="display: grid;">${LINES.map((line) => `<span data-line="">${line || ' '}</span>`).join('\n')}</code></pre></figure>`.replace(
        '""> </span>',
        '""></span>',
      ),
      'typescript',
    ],
    [
      'Docusaurus',
      `<div class="language-bash codeBlockContainer_X"><div class="codeBlockContent_Y"><pre tabindex="0" class="prism-code language-bash"><code class="codeBlockLines_Z">${LINES.map((line) => `<span class="token-line" style="color:#393A34">${line && `<span class="token plain">${line}</span>`}<br></span>`).join('')}</code></pre></div></div>`,
      'bash',
    ],
    [
      'prism-react-renderer',
      `<pre class="prism-code language-jsx">${LINES.map((line) => `<div class="token-line" style="color:#000">${line || '\n'}</div>`).join('')}</pre>`,
      'javascript',
    ],
    [
      'Prism with numbers',
      `<pre class="line-numbers language-css" data-line="2"><code class="language-css">${CODE}<span aria-hidden="true" class="line-numbers-rows">${numbers.map(() => '<span></span>').join('')}</span></code></pre>`,
      'css',
    ],
    [
      'react-syntax-highlighter',
      `<pre style="display: block;"><code class="language-go" style="white-space: pre;">${numbered((line, at) => `<span><span class="linenumber react-syntax-highlighter-line-number" style="display: inline-block; min-width: 2.25em; user-select: none;">${at}</span>${line}\n</span>`)}</code></pre>`,
      'go',
    ],
    [
      'highlight.js with numbers',
      `<pre><code class="hljs javascript"><table class="hljs-ln"><tbody>${numbered((line, at) => `<tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="${at}"><div class="hljs-ln-n" data-line-number="${at}"></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number="${at}">${line || '\n'}</td></tr>`)}</tbody></table></code></pre>`,
      'javascript',
    ],
    [
      'Rouge with numbers',
      `<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">${numbers.join('\n')}\n</pre></td><td class="rouge-code"><pre>${CODE}\n</pre></td></tr></tbody></table></code></pre></div></div>`,
      'ruby',
    ],
    [
      'Pygments with numbers',
      `<div class="highlight-python notranslate"><div class="highlight"><table class="highlighttable"><tbody><tr><td class="linenos"><div class="linenodiv"><pre>${numbers.map((at) => `<span class="normal">${at}</span>`).join('\n')}</pre></div></td><td class="code"><div><pre><span></span>${CODE}\n</pre></div></td></tr></tbody></table></div></div>`,
      'python',
    ],
    [
      'Hugo with numbers in a table',
      `<div class="highlight"><div class="chroma"><table class="lntable"><tbody><tr><td class="lntd"><pre tabindex="0" class="chroma"><code>${numbers.map((at) => `<span class="lnt">${at}\n</span>`).join('')}</code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-yaml" data-lang="yaml">${LINES.map((line) => `<span class="line"><span class="cl">${line}\n</span></span>`).join('')}</code></pre></td></tr></tbody></table></div></div>`,
      'yaml',
    ],
    [
      'Hugo with numbers in the lines',
      `<div class="highlight"><pre tabindex="0"><code class="language-sql" data-lang="sql">${numbered((line, at) => `<span style="display:flex;"><span style="white-space:pre;-webkit-user-select:none;user-select:none;margin-right:0.4em;color:#7f7f7f">${at}</span><span>${line}\n</span></span>`)}</code></pre></div>`,
      'sql',
    ],
    [
      'SyntaxHighlighter and Confluence',
      `<div class="syntaxhighlighter nogutter java"><table border="0"><tbody><tr><td class="gutter">${numbers.map((at) => `<div class="line number${at}">${at}</div>`).join('')}</td><td class="code"><div class="container">${numbered((line, at) => `<div class="line number${at} index${at - 1}">${line === '' ? '&nbsp;' : `<code class="java spaces">${spaced(/^ */.exec(line)?.[0] ?? '')}</code><code class="java plain">${line.trimStart()}</code>`}</div>`)}</div></td></tr></tbody></table></div>`.replaceAll(
        '>&nbsp;<',
        '><',
      ),
      'java',
    ],
    [
      'GitLab',
      `<div class="file-content code"><pre class="code highlight" lang="kotlin"><code>${LINES.map((line, at) => `<span id="LC${at + 1}" class="line" lang="kotlin">${line}</span>`).join('\n')}</code></pre></div>`,
      'kotlin',
    ],
    ['MDN', `<div class="code-example"><pre class="brush: html notranslate"><code>${CODE}\n</code></pre></div>`, 'xml'],
    [
      'MediaWiki',
      `<div class="mw-highlight mw-highlight-lang-lua mw-content-ltr" dir="ltr"><pre><span></span>${CODE}\n</pre></div>`,
      'lua',
    ],
    [
      'Stack Overflow',
      `<pre class="lang-cs s-code-block"><code class="hljs language-csharp">${CODE}\n</code></pre>`,
      'csharp',
    ],
    ['Asciidoctor', `<pre class="rouge highlight"><code data-lang="swift">${CODE}</code></pre>`, 'swift'],
    ['Notion', `<!-- notionvc: 1 --><pre><code class="language-php">${CODE}</code></pre>`, 'php'],
    ['an editor that names the language in an attribute', `<pre><code data-language="sql">${CODE}</code></pre>`, 'sql'],
    [
      'Google Docs',
      `<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-family:Arial,sans-serif;white-space:pre-wrap;">a</span></p>${LINES.map((line, at) => `<p dir="ltr" style="line-height:1.38;"><span style="font-size:10pt;font-family:'Roboto Mono',monospace;color:#188038;white-space:pre-wrap;">${at === 0 ? '\uec03' : ''}${line}${at === LINES.length - 1 ? '\uec02' : ''}</span></p>`).join('')}</b>`,
      null,
    ],
    [
      'a Google Docs paragraph with line breaks',
      `<b id="docs-internal-guid-1"><p dir="ltr">${LINES.map((line) => `<span style="font-family:'Courier New',monospace;white-space:pre-wrap;">${line}</span>`).join('<span style="font-family:\'Courier New\',monospace;white-space:pre-wrap;"><br></span>')}</p></b>`,
      null,
    ],
    [
      'Word',
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>${LINES.map((line) => `<p class=MsoNormal><span style='font-family:"Courier New"'>${spaced(line) || '<o:p>&nbsp;</o:p>'}</span></p>`).join('')}</body></html>`.replaceAll(
        '&nbsp;',
        '',
      ),
      null,
    ],
    ['old editors', `<p>a</p><p><code>${LINES.map(spaced).join('<br>')}</code></p>`, null],
    ['a font element', `<p>a</p><p><font face="Courier New">${LINES.map(spaced).join('<br>')}</font></p>`, null],
    [
      'lists of lines',
      `<pre class="prettyprint linenums"><ol class="linenums">${LINES.map((line, at) => `<li class="L${at}"><code class="language-js">${line}</code></li>`).join('')}</ol></pre>`,
      'javascript',
    ],
  ])('from %s', (_what, html, language) => {
    expect(blocksOf(html).filter((block) => typeof block !== 'string')).toEqual([[language, CODE]])
    expect(blocksOf(html).filter((block) => typeof block === 'string' && block !== 'a')).toEqual([])
  })

  it('keeps code in the middle of a page apart from its text', () => {
    expect(
      blocksOf(
        `<p>So:</p><div class="blob-wrapper"><table><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">if (x) {</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">}</td></tr></table></div><p>End.</p>`,
      ),
    ).toEqual(['So:', [null, 'if (x) {\n}'], 'End.'])
  })

  it('leaves the signs of a private font behind, also in a word of code', () => {
    expect(cleanPastedHtml('<p>Run <code>npm\u00a0i\ue0b0</code>.</p>').html).toBe('<p>Run <code>npm i</code>.</p>')
  })

  it('keeps a number that stands alone in a line', () => {
    expect(
      blocksOf(
        '<pre><code><span class="line"><span class="hljs-number">42</span></span>\n<span class="line">43</span></code></pre>',
      ),
    ).toEqual([[null, '42\n43']])
  })

  it.each(
    [
      ['01-vscode.html', [null, 'function f() {\n    const c = [\n        1,\n\n    ];\n}']],
      ['02-line-divs.html', ['typescript', 'function f() {\n  return 1 // one\n}']],
      ['04-gist.html', ['javascript', 'if (x) {\n  go()\n}']],
    ].filter(() => HAS_SHARED_FIXTURES),
  )('takes the reported %s', (file, code) => {
    const html = reportedPaste(String(file))
    // As Chromium copies it: what a style sheet says stands in the elements.
    const copied = html
      .replace(/<style>.*<\/style>/s, '')
      .replaceAll('class="blob-code', 'style="white-space: pre" class="blob-code')
    expect(blocksOf(copied).filter((block) => typeof block !== 'string')).toEqual([code])
  })
})

describe('what is no code', () => {
  it.each(
    Object.entries({
      'sentences of a site set in one width':
        '<p style="font-family: Courier">This is the first sentence of a long and quiet text.</p><p style="font-family: Courier">And this is the second one, which is quite as long as it.</p>',
      'a message that keeps its lines':
        '<div style="white-space: pre-wrap">Dear all,\n\nthe meeting is on Monday.\n\nBest,\nMira</div>',
      'lines in another font that keep their spaces':
        '<div style="white-space: pre; font-family: Georgia, serif"><div>Roses are red</div><div>  violets are blue</div></div>',
      'one line of one width': '<p>a</p><p style="font-family: monospace">npm</p>',
      'a table of numbers': '<table><tr><td>1</td><td>a</td></tr><tr><td>2</td><td>b</td></tr></table>',
      'a column of code':
        '<table><tr><th>Key</th><th>Value</th></tr><tr><td><code>a</code></td><td>b</td></tr></table>',
      'a heading of one width': '<h2 style="font-family: monospace">One</h2><p>two</p>',
    }),
  )('%s', (_what, html) => {
    expect(blocksOf(html).filter((block) => typeof block !== 'string')).toEqual([])
  })
})
