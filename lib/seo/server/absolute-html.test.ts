import { describe, expect, it } from 'vitest'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { absoluteHtml } from '@/lib/seo/server/absolute-html'

const PAGE = 'https://ada.example/note/1'
const absolute = (html: string) => absoluteHtml(html as SafeHtml, PAGE)

describe('absoluteHtml', () => {
  it.each([
    ['<img src="/media/a.png" alt="A &lt;b&gt;">', '<img src="https://ada.example/media/a.png" alt="A &lt;b&gt;">'],
    ['<a href="#h-top">up</a>', '<a href="https://ada.example/note/1#h-top">up</a>'],
    ['<a href="//other.example/x">x</a>', '<a href="https://other.example/x">x</a>'],
    ['<a href="https://other.example/x?a=1&amp;b=2">x</a>', '<a href="https://other.example/x?a=1&amp;b=2">x</a>'],
    ['<a href="mailto:ada@ada.example">x</a>', '<a href="mailto:ada@ada.example">x</a>'],
    ['<a href="http://[broken">x</a>', '<a href="http://[broken">x</a>'],
    [
      '<video src="/v.mp4" poster="/p.png"></video>',
      '<video src="https://ada.example/v.mp4" poster="https://ada.example/p.png"></video>',
    ],
  ])('writes %s as %s', (html, expected) => {
    expect(absolute(html)).toBe(expected)
  })

  it('puts a link to the video where the player stood, however deep', () => {
    const player = '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="A talk"></iframe>'
    expect(absolute(`<ul><li>${player}</li></ul>`)).toBe(
      '<ul><li><p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">A talk</a></p></li></ul>',
    )
  })

  it('keeps the blank lines of code', () => {
    expect(absolute('<pre><code>a\n\n\n  b</code></pre>')).toBe('<pre><code>a\n\n\n  b</code></pre>')
  })
})
