// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { htmlText } from '@/components/content/html-text'

describe('htmlText', () => {
  it('puts each block on a line of its own, and inline elements on the same', () => {
    expect(htmlText('<h2>A <em>title</em></h2><p>One<br>two</p><ul><li>first</li><li>second</li></ul>')).toBe(
      'A title\n\nOne\ntwo\n\nfirst\n\nsecond',
    )
  })

  it('replaces images and videos by a description', () => {
    expect(htmlText('<p><img src="/a.png" alt="A chart"><img src="/b.png"></p><iframe src="/v"></iframe>')).toBe(
      '[A chart][picture]\n[video]',
    )
  })

  it('shows a formula as its TeX and a footnote apart from the text around it', () => {
    expect(
      htmlText(
        '<p>a <math data-tex="x^2"><msup><mi>x</mi><mn>2</mn></msup></math><span data-footnote="">note</span> b</p><math data-tex="y_1" display="block"><mi>y</mi></math><p>c</p>',
      ),
    ).toBe('a x^2 [note] b\n\ny_1\n\nc')
  })

  it('runs nothing', () => {
    expect(
      htmlText('<p>calm<img src=x onerror="globalThis.ran = true"><script>globalThis.ran = true</script></p>'),
    ).toMatch(/^calm/)
    expect('ran' in globalThis).toBe(false)
  })
})
