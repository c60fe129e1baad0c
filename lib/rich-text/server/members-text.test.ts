import { describe, expect, it } from 'vitest'
import { sanitiseRichText } from '@/lib/rich-text/server/clean'
import { asMembersText } from '@/lib/rich-text/server/members-text'

const shown = async (html: string) => asMembersText(await sanitiseRichText(html, 'about'))
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

describe('the text of a member', () => {
  it.each(
    Object.entries({
      'a picture': '<p>a<img src="https://evil.example/a.png" alt="b">c</p>',
      'a picture of no scheme': '<p>a<img src="//evil.example/a.png" alt="b">c</p>',
      'a figure': '<p>a</p><figure><img src="http://evil.example/a.png" alt=""></figure><p>c</p>',
      'a picture with its link':
        '<p>a<a href="https://x.example"><img src="https://evil.example/a.png" alt=""></a>c</p>',
      'a film': '<p>a</p><video src="https://evil.example/a.mp4" controls></video><p>c</p>',
      'a film with a poster':
        '<p>a</p><video src="/a.mp4" poster="https://evil.example/a.png" controls></video><p>c</p>',
      'an embedded page': '<p>a</p><iframe src="https://www.youtube-nocookie.com/embed/aaaaaaaaaaa"></iframe><p>c</p>',
    }),
  )('loads nothing from elsewhere: %s', async (_, html) => {
    const { html: source, rendered } = await shown(html)
    for (const text of [source, rendered]) {
      expect(text).not.toMatch(/evil|youtube|<img|<video|<iframe/)
      expect(text).toContain('a')
      expect(text).toContain('c')
    }
  })

  it('keeps what is here', async () => {
    const { rendered } = await shown(`<p><img src="/media/a.png" alt="b"><img src="${PIXEL}" alt="c"></p>`)
    expect(rendered.match(/<img/g)).toHaveLength(2)
  })

  it('recommends nothing, and leaves links of this site alone', async () => {
    const { rendered } = await shown('<p><a href="https://x.example" rel="me">x</a> <a href="/about">y</a></p>')
    const [, rel] = /href="https:\/\/x.example"[^>]* rel="([^"]*)"/.exec(rendered) ?? []
    expect(rel?.split(' ').sort()).toEqual(['me', 'nofollow', 'noopener', 'noreferrer', 'ugc'])
    expect(rendered).toContain('<a href="/about">y</a>')
  })

  it('is shown, however much code there is in it', async () => {
    const code = `<pre><code class="language-javascript">${'a=1;'.repeat(15_000)}</code></pre><p><a href="https://x.example">x</a></p>`
    const { rendered } = await shown(code)
    expect(rendered).toContain('nofollow ugc')
  })

  it('is as it was where it has neither', async () => {
    const text = await sanitiseRichText('<h2>a</h2><p>5 &lt; 6 <strong>b</strong> &amp; c</p>', 'about')
    expect(asMembersText(text)).toEqual(text)
  })
})
