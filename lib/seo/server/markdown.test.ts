import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { plain } from '@/lib/seo/server/markdown'
import { parseTree, textOf } from '@/packages/convert/tree'

const TEXTS = [
  'Why `<dialog>` beats a `<div role="dialog">`',
  'AT&T &amp; co',
  'a < b && b > c',
  '&lt;b&gt; &copy; &#60;',
  '<!-- no --> comment',
  '[x](y) ![z](w) *b* _c_ __d__ ~~e~~ # f',
  '1. first',
  '- dash',
  '+ plus',
  '# C',
  '> quote',
  'C# and F#',
  'a | b',
  'ends with \\',
  '<https://example.org> and user@example.org',
  'https://example.org/a_b_c',
]

const shown = (markdown: string) => textOf(parseTree(marked.parse(markdown, { async: false }))).trim()

describe('a plain text in Markdown', () => {
  it.each(TEXTS)('reads %s as it was written, as a title and in a link', (text) => {
    expect(shown(`# ${plain(text)}`)).toBe(text)
    expect(shown(`> ${plain(text)}`)).toBe(text)
    // marked takes escaped brackets in the text of a link for a link, against CommonMark.
    if (!text.includes('](')) expect(shown(`- [${plain(text)}](https://ada.example/note/1.md)`)).toBe(text)
  })
})
