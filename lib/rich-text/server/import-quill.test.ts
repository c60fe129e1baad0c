import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/http/errors'
import { parseTree, textOf } from '@/packages/convert/tree'
import { OLD_NOTES } from '@/tests/support/old-notes'
import { sanitiseRichText } from './clean'
import { looksLikeQuill } from './import-quill'

async function convert(html: string): Promise<string> {
  return (await sanitiseRichText(html, 'description')).html
}

/** The words of a note without white space, which line ends and blocks account for differently. */
function lettersOf(text: string): string {
  return text.replace(/\s/g, '')
}

it('an old text keeps the direction that a paragraph names itself', async () => {
  const html = '<p class="ql-align-center">c</p><p dir="rtl">r</p><p class="ql-direction-rtl">q</p>'
  expect(await convert(html)).toBe('<p style="text-align: center;">c</p><p dir="rtl">r</p><p dir="rtl">q</p>')
})

describe('the old notes', () => {
  describe.each(OLD_NOTES)('the old note “$title”', (note) => {
    it('keeps all its text', async () => {
      expect(lettersOf(textOf(parseTree(await convert(note.description))))).toBe(lettersOf(note.text))
    })

    it('keeps all its pictures and videos', async () => {
      const html = await convert(note.description)
      expect(html.match(/<(?:img|iframe|video) /g) ?? []).toHaveLength(note.embedded)
    })

    it('holds no trace of Quill and does not change when saved again', async () => {
      const html = await convert(note.description)
      expect(html).not.toMatch(/ql-|spellcheck/)
      expect(await convert(html)).toBe(html)
    })
  })
})

describe('Quill’s markup', () => {
  it.each([
    ['<p class="ql-align-center">a</p>', true],
    ['<div><p>a <span class="hljs ql-token">b</span></p></div>', true],
    ['<ol><li data-list="bullet">a</li></ol>', true],
    ['<ul data-checked="true"><li>a</li></ul>', true],
    ['<p>class="ql-x" &lt;li data-list="bullet"&gt;</p><ul><li>a</li></ul>', false],
    ['<pre><code class="language-ql-x">a</code></pre>', false],
    ['<ul data-type="taskList"><li data-checked="true" data-type="taskItem">a</li></ul>', false],
    ['<p><a target="_blank" rel="noopener noreferrer" href="/x">a</a></p>', false],
    ['<p><a href="/x" rel="noopener noreferrer" target="_blank">a</a></p>', true],
    ['<p><a href="/x" rel="noopener noreferrer" target="_blank">a</a> <kbd>b</kbd></p>', false],
    [
      '<p><a href="/x" rel="noopener noreferrer" target="_blank">a</a></p><ul><li>b<ul><li>c</li></ul></li></ul>',
      false,
    ],
  ])('is told from everybody else’s: %s', (html, isQuills) => {
    expect(looksLikeQuill(parseTree(html), html)).toBe(isQuills)
  })

  it('is not what opens a link in a new tab: such a text keeps every allowed element', async () => {
    const html =
      '<p>Use <kbd>Ctrl</kbd> and <mark>this</mark> <a href="https://e.com" rel="noopener noreferrer" target="_blank">x</a></p><dl><dt>a</dt><dd>b</dd></dl>'
    expect(await convert(html)).toBe(html)
  })

  it('is not what has footnotes, or files of code: such a text is from the editor', async () => {
    const link = '<a href="https://e.com" rel="noopener noreferrer" target="_blank">x</a>'
    for (const ours of ['<p>a<span data-footnote="">b</span></p>', '<pre data-file="a.ts"><code>b</code></pre>']) {
      expect(await convert(`<p>${link}</p>${ours}`)).toBe(`<p>${link}</p>${ours}`)
    }
  })

  it('keeps the allowed elements that stand between it', async () => {
    const between =
      '<p>Press <kbd>Ctrl</kbd>, <abbr title="for example">e.g.</abbr> <mark><strong>now</strong></mark></p><dl><dt>a</dt><dd><kbd>b</kbd></dd></dl><figure><img src="/a.png"><figcaption>A</figcaption></figure>'
    expect(await convert(`<p class="ql-align-right">a</p>${between}`)).toBe(
      `<p style="text-align: right;">a</p>${between}`,
    )
  })

  it('of version 2 keeps its lists, boxes and code', async () => {
    const ui = '<span class="ql-ui" contenteditable="false"></span>'
    const lists = `<ol><li data-list="bullet">${ui}a</li><li data-list="ordered" class="ql-indent-1">${ui}b</li><li data-list="checked">${ui}c</li><li data-list="unchecked" class="ql-indent-1">${ui}d</li></ol>`
    expect(await convert(lists)).toBe(
      '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li></ul><ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>c</p><ul data-type="taskList"><li data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>d</p></div></li></ul></div></li></ul>',
    )
    const code =
      '<div class="ql-code-block-container" spellcheck="false"><select class="ql-ui"><option>JS</option></select><div class="ql-code-block" data-language="javascript"><span class="ql-token hljs-keyword">const</span> a</div><div class="ql-code-block" data-language="javascript"><br></div><div class="ql-code-block" data-language="javascript">\tb &lt; c</div></div>'
    expect(await convert(code)).toBe('<pre><code class="language-javascript">const a\n\n\tb &lt; c</code></pre>')
    expect(await convert('<p>f <span class="ql-formula" data-value="e=mc^2"><span>junk</span></span></p>')).toBe(
      '<p>f <code>e=mc^2</code></p>',
    )
  })

  it('nests a list that jumps levels, and takes a list up again after a deeper one', async () => {
    const list =
      '<ul><li class="ql-indent-3">a</li><li>b</li><li class="ql-indent-4">c</li><li class="ql-indent-2">d</li></ul><ol><li class="ql-indent-1">e</li></ol><ul><li>f</li></ul>'
    expect(await convert(list)).toBe(
      '<ul><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li><li><p>d</p></li></ul><ol><li><p>e</p></li></ol></li><li><p>f</p></li></ul>',
    )
  })

  it('lists of Quill 1 with boxes become task lists', async () => {
    expect(await convert('<ul data-checked="true"><li>a</li></ul><ul data-checked="false"><li>b</li></ul>')).toMatch(
      /^<ul data-type="taskList"><li data-checked="true".*<p>a<\/p>.*<li data-checked="false".*<p>b<\/p><\/div><\/li><\/ul>$/,
    )
  })

  it('a frame that is no video we know becomes a plain link, one to a script only its text', async () => {
    const frame = (src: string) => `<iframe class="ql-video" src="${src}"></iframe>`
    expect(await convert(frame('https://example.com/v/1'))).toBe(
      '<p><a href="https://example.com/v/1">https://example.com/v/1</a></p>',
    )
    expect(await convert(frame('javascript:x()'))).toBe('<p>javascript:x()</p>')
  })

  it('styles instead of classes are kept as well', async () => {
    expect(
      await convert('<p style="text-align: right; padding-left: 6em;"><span class="ql-cursor">\ufeff</span>a</p>'),
    ).toBe('<p data-indent="2" style="text-align: right;">a</p>')
  })

  it('carries no script across', async () => {
    expect(await convert('<p class="ql-align-right">a<script>x()</script><b onclick="y()">b</b></p>')).toBe(
      '<p style="text-align: right;">a<strong>b</strong></p>',
    )
  })
})

describe('pictures inside a text', () => {
  const picture = '<img src="data:image/png;base64,iVBORw0KGgo=">'
  const stored = async () => ({ url: '/media/1.png', width: 4, height: 2 })

  it('go to the store, each once, and come back with their size unless the text gives one', async () => {
    const saved: string[] = []
    const sized = picture.replace('>', ' width="40">')
    const { html } = await sanitiseRichText(`<p>${picture}${sized}<img src="/b.png"></p>`, 'description', {
      storeDataImage: (bytes) => {
        saved.push(Buffer.from(bytes).toString('hex'))
        return stored()
      },
    })
    expect(saved).toEqual(['89504e470d0a1a0a'])
    expect(html).toBe(
      '<p><img src="/media/1.png" width="4" height="2"><img src="/media/1.png" width="40"><img src="/b.png"></p>',
    )
  })

  it('keep the text from being saved when the store refuses them', async () => {
    const storeDataImage = async () => {
      throw new AppError('unprocessable', 'This picture is damaged.')
    }
    const saving = sanitiseRichText(`<p>a${picture}</p>`, 'description', { storeDataImage })
    await expect(saving).rejects.toThrow('This picture is damaged.')
  })

  it('that are drawings go to no store and leave the text, as everywhere', async () => {
    const drawing = '<img src="data:image/svg+xml;base64,PHN2Zy8+">'
    const { html } = await sanitiseRichText(`<p>a${drawing}</p>`, 'description', {
      storeDataImage: () => Promise.reject(new Error('not to be asked')),
    })
    expect(html).toBe('<p>a</p>')
  })
})
