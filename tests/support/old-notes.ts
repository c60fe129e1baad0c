import { sharedFixture } from './shared-fixtures'

/** A note as an editor of before stored it: `text` is all its words, `embedded` the number of its pictures and videos. */
export type OldNote = { title: string; description: string; text: string; embedded: number }

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const OWN: OldNote[] = [
  {
    title: 'Quill 1: every block and mark',
    description:
      '<h1>Harbour</h1><h3 class="ql-align-center">Quay</h3><p class="ql-align-justify ql-indent-2">Low <strong>tide</strong>, <em>fog</em>, <u>rope</u>, <s>oar</s>, CO<sub>2</sub>, m<sup>2</sup>, <code>ls -l</code></p>' +
      '<p><br></p><p><span class="ql-font-serif ql-size-large">Wide</span> <span class="ql-font-monospace ql-size-small">narrow</span> <span class="ql-size-huge">huge</span> <span style="color: rgb(230, 0, 0); background-color: rgb(255, 235, 204);">red</span></p>' +
      '<blockquote class="ql-indent-1">Said the pilot</blockquote><pre class="ql-syntax" spellcheck="false"><span class="hljs-keyword">const</span> a = 1 &lt; 2\n  b()\n</pre>' +
      '<ol><li>one</li><li class="ql-indent-1">two</li><li class="ql-indent-2">three</li><li>four</li></ol><ul><li class="ql-align-right">dot</li></ul><ul data-checked="true"><li>done</li></ul><ul data-checked="false"><li>open</li></ul>' +
      '<p class="ql-direction-rtl ql-align-right">שלום</p><p><a href="https://example.org/a?b=c&amp;d" rel="noopener noreferrer" target="_blank">a link</a></p>' +
      `<p><img src="${PIXEL}"></p><iframe class="ql-video ql-align-center" frameborder="0" allowfullscreen="true" src="https://www.youtube.com/embed/abcdefghijk?showinfo=0"></iframe>`,
    text: 'Harbour Quay Low tide, fog, rope, oar, CO2, m2, ls -l Wide narrow huge red Said the pilot const a = 1 < 2 b() one two three four dot done open שלום a link',
    embedded: 2,
  },
  {
    title: 'Quill 2: lists and code of its own',
    description:
      '<h2>Packing</h2><ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>tent</li><li data-list="bullet" class="ql-indent-1"><span class="ql-ui" contenteditable="false"></span>pegs</li>' +
      '<li data-list="ordered"><span class="ql-ui" contenteditable="false"></span>first</li><li data-list="checked"><span class="ql-ui" contenteditable="false"></span>map</li><li data-list="unchecked"><span class="ql-ui" contenteditable="false"></span>stove</li></ol>' +
      '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="javascript">if (x) {</div><div class="ql-code-block" data-language="javascript">  go()</div><div class="ql-code-block" data-language="javascript">}</div></div>' +
      '<p>Up&nbsp;the&nbsp;hill</p>',
    text: 'Packing tent pegs first map stove if (x) { go() } Up the hill',
    embedded: 0,
  },
]

type SharedNote = {
  title: string
  description: string
  delta: { ops: { insert: string | Record<string, string> }[] }
}

/** One of each version of Quill, and ten that others wrote in it, where they are beside this clone. */
export const OLD_NOTES: OldNote[] = [
  ...OWN,
  ...sharedFixture<SharedNote>('quill-notes.json').map(({ title, description, delta: { ops } }) => ({
    title,
    description,
    text: ops.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join(''),
    embedded: ops.filter(({ insert }) => typeof insert !== 'string').length,
  })),
]
