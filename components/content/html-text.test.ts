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

  it('runs nothing', () => {
    expect(
      htmlText('<p>calm<img src=x onerror="globalThis.ran = true"><script>globalThis.ran = true</script></p>'),
    ).toMatch(/^calm/)
    expect('ran' in globalThis).toBe(false)
  })
})
