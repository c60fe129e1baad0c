import { describe, expect, it } from 'vitest'
import { readingMinutes } from '@/lib/rich-text/reading-time'
import { attribute, elementsOf, parseTree, textOf } from '@/packages/convert/tree'
import { cpuTimeOf } from '@/tests/support/cpu-time'
import { refreshRichText } from './clean'
import { renderTree } from './render'
import { sanitise } from './sanitise'

function render(html: string) {
  return renderTree(parseTree(sanitise(html)))
}

describe('the render step', () => {
  it('gives headings ids, makes them links to themselves that are read once, and lists them', () => {
    const { rendered, toc } = render('<h2>First <em>steps</em></h2><p>a</p><h3>First steps</h3><h2></h2>')
    expect(toc).toEqual([
      { id: 'h-first-steps', text: 'First steps', level: 2 },
      { id: 'h-first-steps-1', text: 'First steps', level: 3 },
    ])
    expect(rendered).toContain(
      '<h2 id="h-first-steps"><a class="heading-anchor" href="#h-first-steps">First <em>steps</em></a></h2>',
    )
    expect(rendered).toContain('<h2></h2>')
  })

  it('gives a heading without letters an id all the same', () => {
    expect(render('<h2>!?</h2><h2>…</h2>').toc.map(({ id }) => id)).toEqual(['h-', 'h--1'])
  })

  it('counts words, also in scripts without spaces, and leaves code and markup out of none', () => {
    expect(
      render('<h2>Two words</h2><p>it’s three-part <b>bo</b>ld</p><ul><li><p>one</p></li><li><p>two</p></li></ul>')
        .wordCount,
    ).toBe(7)
    expect(render('<p>日本語</p>').wordCount).toBe(3)
    expect(render('<p></p>').wordCount).toBe(0)
  })

  it('colours code in a known language and names the language', () => {
    const { rendered } = render('<pre><code class="language-typescript">const a = "&lt;b&gt;"</code></pre>')
    expect(rendered).toBe(
      '<figure class="code"><figcaption><span>TypeScript</span></figcaption><pre tabindex="0"><code class="language-typescript"><span class="hljs-keyword">const</span> a = <span class="hljs-string">"&lt;b&gt;"</span></code></pre></figure>',
    )
  })

  it.each(['javascript', 'typescript'])('colours the word “from” of %s where it imports, and no name', (language) => {
    const code = `import a from 'b'\nconst cut = (from, to) => a.slice(from, to)`
    const { rendered } = render(`<pre><code class="language-${language}">${code}</code></pre>`)
    expect(rendered.match(/<span class="hljs-keyword">from<\/span>/g)).toHaveLength(1)
    expect(rendered).toContain('a <span class="hljs-keyword">from</span> <span class="hljs-string">\'b\'</span>')
  })

  it.each([
    ['ruby', 'Ruby', 'def tea; end', 'def'],
    ['kotlin', 'Kotlin', 'val tea = 1', 'val'],
    ['swift', 'Swift', 'let tea = 1', 'let'],
    ['lua', 'Lua', 'local tea = 1', 'local'],
    ['toml', 'TOML', '[tea]', '[tea]'],
    ['graphql', 'GraphQL', 'query { tea }', 'query'],
    ['nginx', 'Nginx', 'server { listen 80; }', 'server'],
    ['powershell', 'PowerShell', 'if ($tea) {}', 'if'],
  ])('colours %s', (id, label, code, word) => {
    const { rendered } = render(`<pre><code class="language-${id}">${code}</code></pre>`)
    expect(rendered).toContain(`<span>${label}</span>`)
    expect(rendered).toMatch(new RegExp(`<span class="hljs-[a-z_ -]+">${word.replace(/[[\]]/g, '\\$&')}</span>`))
  })

  it('names a language by any of its names, and one it does not know by itself', () => {
    for (const [name, label] of [
      ['ts', 'TypeScript'],
      ['sh', 'Shell'],
      ['rb', 'Ruby'],
      ['gql', 'GraphQL'],
      ['ps1', 'PowerShell'],
      ['klingon', 'klingon'],
    ])
      expect(render(`<pre><code class="language-${name}">a</code></pre>`).rendered).toContain(`<span>${label}</span>`)
  })

  it('leaves code plain without a language, or with one it does not know', () => {
    expect(render('<pre><code>const a</code></pre>').rendered).toBe(
      '<figure class="code"><figcaption><span>Code</span></figcaption><pre tabindex="0"><code>const a</code></pre></figure>',
    )
    expect(render('<pre><code class="language-klingon">a b</code></pre>').rendered).toContain(
      '<code class="language-klingon">a b</code>',
    )
  })

  it('writes the file of code over it, and puts marked lines into marks, colours divided', () => {
    const { rendered } = render(
      '<pre data-file="a.ts" data-lines="2-3,5"><code class="language-typescript">a\n/* b\nc\nd */\n"e"\n</code></pre>',
    )
    expect(rendered).toBe(
      '<figure class="code"><figcaption><span class="code-file">a.ts</span><span>TypeScript</span></figcaption><pre data-file="a.ts" tabindex="0"><code class="language-typescript">a\n<mark><span class="hljs-comment">/* b\n</span><span class="hljs-comment">c\n</span></mark><span class="hljs-comment">d */</span>\n<mark><span class="hljs-string">"e"</span>\n</mark></code></pre></figure>',
    )
  })

  it('names code too long for what is left of a page of paper', () => {
    const code = (lines: number) => render(`<pre><code>${'a\n'.repeat(lines)}</code></pre>`).rendered
    expect(code(30)).toContain('<figure class="code">')
    expect(code(31)).toContain('<figure class="code code-long">')
  })

  it('gives up colours rather than the reader’s time', () => {
    // 180 KB that take the grammar of C++ four minutes.
    const code = `<pre><code class="language-cpp">${'a b '.repeat(45_000)}</code></pre>`
    expect(cpuTimeOf(() => expect(render(code).rendered).not.toContain('hljs'))).toBeLessThan(3_000)
    expect(render('<pre><code class="language-cpp">int a;</code></pre>').rendered).toContain('hljs-type')
  })

  it('loads pictures late and keeps their sizes', () => {
    expect(render('<p><img src="/a.png" alt="A" width="3" height="2"><img src="/b.png"></p>').rendered).toBe(
      '<p><img src="/a.png" alt="A" width="3" height="2" loading="lazy" decoding="async"><img src="/b.png" loading="lazy" decoding="async" alt=""></p>',
    )
  })

  it('names a callout for eyes and ears, once for each', () => {
    expect(render('<aside data-callout="tip"><p>a</p></aside>').rendered).toBe(
      '<div data-callout="tip" role="note" aria-label="Tip"><p class="callout-label" aria-hidden="true">Tip</p><p>a</p></div>',
    )
  })

  it('puts footnotes at the end, with a way there and back, and leaves them out of headings and counts', () => {
    const { rendered, toc, wordCount } = render(
      '<h2>One<span data-footnote="">two <a href="https://x.com">three</a></span></h2><p><a href="/y">four<span data-footnote="">five</span></a></p>',
    )
    const reference = (number: number) =>
      `<sup class="footnote-ref"><a href="#fn-${number}" id="fnref-${number}" role="doc-noteref" aria-label="Footnote ${number}">${number}</a></sup>`
    const note = (number: number, text: string) =>
      `<li id="fn-${number}" dir="auto">${text} <a href="#fnref-${number}" role="doc-backlink" aria-label="Back to reference ${number}">↩\ufe0e</a></li>`
    expect(rendered).toBe(
      `<h2 id="h-one">One${reference(1)}</h2><p><a href="/y">four</a>${reference(2)}</p>` +
        `<section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><ol>${note(1, 'two <a href="https://x.com" target="_blank" rel="noopener noreferrer">three</a>')}${note(2, 'five')}</ol></section>`,
    )
    expect(toc.map(({ text }) => text)).toEqual(['One'])
    expect(wordCount).toBe(2)
  })

  it('frames a formula on a line of its own, so that a keyboard can scroll it', () => {
    const formula = '<math data-tex="\\frac{a}{b}" display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>'
    expect(
      render(`${formula}<p>a <math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math></p>`)
        .rendered,
    ).toBe(
      `<div class="formula-scroll" role="group" aria-label="Formula" tabindex="0">${formula}</div><p>a <math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math></p>`,
    )
  })

  it('opens other sites in a new tab, this site and mail in the same one', () => {
    expect(render('<a href="https://x.com" rel="nofollow">a</a><a href="//x.com">b</a>').rendered).toBe(
      '<a href="https://x.com" rel="nofollow noopener noreferrer" target="_blank">a</a><a href="//x.com" target="_blank" rel="noopener noreferrer">b</a>',
    )
    expect(render('<a href="/x" target="_blank">a</a><a href="mailto:a@b.c" target="_blank">b</a>').rendered).toBe(
      '<a href="/x">a</a><a href="mailto:a@b.c">b</a>',
    )
  })

  it('puts each table into a frame that a keyboard can scroll', () => {
    const table = '<table><tbody><tr><td>a</td></tr></tbody></table>'
    const frame = (inner: string) =>
      `<div class="table-scroll" role="group" aria-label="Table" tabindex="0">${inner}</div>`
    expect(render(table + table).rendered).toBe(frame(table) + frame(table))
    const named = '<table><tbody><tr><th>Tea</th><th> <b>Cups</b></th></tr><tr><td>a</td></tr></tbody></table>'
    expect(render(named).rendered).toContain('aria-label="Table: Tea, Cups"')
    expect(render(named.replace('<tbody>', '<caption>Teas</caption><tbody>')).rendered).toContain('"Table: Teas"')
    const nested = (inner: string) => `<table><tbody><tr><td>${inner}</td></tr></tbody></table>`
    expect(render(nested(table)).rendered).toBe(frame(nested(frame(table))))
  })

  it('shows a task’s state without offering to change it', () => {
    const item =
      '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>Buy milk</p></div></li></ul>'
    expect(render(item).rendered).toContain(
      '<input type="checkbox" checked="checked" disabled="" aria-label="Buy milk">',
    )
  })

  it('keeps spaces in a row between words, not those that only lay out the source', () => {
    expect(render('<p>a  b   c</p>\n  <ul>\n    <li>d\n  e</li>\n  </ul><p><code>f  g</code></p>').rendered).toBe(
      '<p>a&nbsp; b&nbsp;&nbsp; c</p>\n  <ul>\n    <li>d\n  e</li>\n  </ul><p><code>f  g</code></p>',
    )
  })

  it('keeps an empty paragraph as the blank line it stands for', () => {
    expect(render('<p>a</p><p></p>').rendered).toBe('<p>a</p><p><br></p>')
  })

  it('keeps a line break that ends a paragraph', () => {
    const { rendered } = render(
      '<p>a<br></p><p><strong>b<br></strong></p><p>c<br>d</p><p><img src="/a.png" alt=""></p>',
    )
    expect(rendered).toMatch(/^<p>a<br><br><\/p><p><strong>b<br><\/strong><br><\/p><p>c<br>d<\/p><p><img [^>]+><\/p>$/)
  })

  it('shows a link to the player in the frame of a video', () => {
    const title = '"Trees" &lt;live&gt; &amp; more'
    const { rendered } = render(
      `<iframe src="https://youtu.be/dQw4w9WgXcQ?t=5" title="${title.replaceAll('"', '&quot;')}"></iframe>`,
    )
    const [frame] = [...elementsOf(parseTree(rendered))]
    expect(frame && attribute(frame, 'allow')).toMatch(/; autoplay$/)
    const poster = parseTree((frame && attribute(frame, 'srcdoc')) ?? '')
    const [, link, , , name] = [...elementsOf(poster)]
    expect(link && attribute(link, 'href')).toBe(
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=5&autoplay=1',
    )
    expect(name && textOf(name)).toBe('"Trees" <live> & more')
    expect(link && textOf(link)).toMatch(/Play from YouTubehttps:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ&t=5s$/)
    expect(render('<iframe src="https://vimeo.com/1"></iframe>').rendered).toContain('Play from Vimeo')
  })

  it('lets a video file be played and loads no more of it than its length', () => {
    expect(render('<video src="/a.mp4"></video>').rendered).toBe(
      '<video src="/a.mp4" controls="" preload="metadata" playsinline=""></video>',
    )
  })
})

describe('reading time', () => {
  it('is whole minutes, never none', () => {
    expect([0, 230, 345, 2300].map(readingMinutes)).toEqual([1, 1, 2, 10])
  })
})

describe('a stored text whose stamp is old', () => {
  it('is sanitised anew', async () => {
    expect((await refreshRichText('<p onclick="x()">a</p>', 'admins')).html).toBe('<p>a</p>')
  })

  it('shows its source when it is beyond the guard', async () => {
    const { html, rendered } = await refreshRichText('<b>'.repeat(200), 'admins')
    expect(html).toBe(`<pre><code>${'&lt;b&gt;'.repeat(200)}</code></pre>`)
    expect(sanitise(html)).toBe(html)
    expect(rendered).not.toContain('<b>')
  })

  it('is escaped and nothing else when it is too long: to render it would stop the site', async () => {
    const { html, rendered, toc, wordCount } = await refreshRichText('& '.repeat(600_000), 'members')
    expect(rendered).toBe(html)
    expect([toc, wordCount]).toEqual([[], 0])
  })
})
