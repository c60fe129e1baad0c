import { expect, it } from 'vitest'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { offerSmallerPictures, pictureUrls } from '@/lib/rich-text/server/picture-sizes'

const KNOWN = new Map([['/media/a.png', { width: 3072, height: 1997, srcSet: '/media/a-480.webp 480w' }]])
const offered = (html: string) => offerSmallerPictures(html as SafeHtml, KNOWN)

it('offers the smaller copies of a picture, and leaves others as they are', () => {
  expect(offered('<p><img src="/media/a.png" alt="" width="3072" height="1997"></p>')).toBe(
    '<p><img src="/media/a.png" alt="" width="3072" height="1997" srcset="/media/a-480.webp 480w" sizes="min(3072px, 100vw - 2.5rem, 42rem)"></p>',
  )
  const others = '<p>x &lt;img src="/media/a.png"&gt;<img src="https://example.org/a.png" alt=""></p>'
  expect(offered(others)).toBe(others)
})

it('gives a picture that has none its own size, so that it is not drawn larger', () => {
  expect(offered('<img src="/media/a.png">')).toContain(' width="3072" height="1997" ')
})

it('knows the room of each figure', () => {
  const sizes = (attributes: string) =>
    /sizes="([^"]+)"/.exec(offered(`<figure${attributes}><img src="/media/a.png" width="900"></figure>`))?.[1]
  expect(sizes('')).toBe('min(900px, 100vw - 2.5rem, 42rem)')
  expect(sizes(' data-width="small" data-align="left"')).toBe('(min-width: 600px) min(33vw, 42rem * 0.33), 60vw')
  expect(sizes(' data-width="medium"')).toBe('(min-width: 600px) min(50vw, 42rem * 0.5), 80vw')
  expect(sizes(' data-width="full"')).toBe('min(100vw - 2.5rem, 42rem)')
  expect(sizes(' data-align="right"')).toMatch(/^\(min-width: 600px\) min\(900px, 50vw, 42rem \* 0\.5\), min\(900px,/)
  // A figure's room ends with it.
  expect(offered('<figure data-width="small"></figure><img src="/media/a.png">')).toContain('sizes="min(3072px')
})

it('names each address once, as it is in the store', () => {
  const urls = pictureUrls('<img alt="a" src="/a.png?x=1&amp;y=2"><figure><img src="/b.png">', '<img src="/b.png">')
  expect([...urls]).toEqual(['/a.png?x=1&y=2', '/b.png'])
})
