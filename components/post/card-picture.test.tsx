// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CardPicture } from '@/components/post/card-picture'
import { BACKDROP_PREFIX } from '@/lib/media/backdrop'
import type { ShownPost } from '@/lib/post/schema'

const BLURRED = 'data:image/webp;base64,AAAA'

function drawn(width: number, height: number, placeholder = BLURRED): string {
  const image = { _id: 'i', url: '/a.png', alt: '', width, height, placeholder, variants: [] }
  return renderToStaticMarkup(
    <CardPicture post={{ _id: 'p', title: 'A', image: [image] } as never as ShownPost} sizes="" />,
  )
}

it.each([
  ['of a laptop', 1600, 1000],
  ['of an old screen', 1024, 768],
  ['of a camera', 6000, 4000],
  ['of a wide screen', 3440, 1440],
])('a picture %s fills its frame, from a point above its middle', (_what, width, height) => {
  expect(drawn(width, height)).toContain('object-cover object-[50%_20%]')
})

it.each([
  ['square', 800, 800, BLURRED],
  ['tall', 1080, 2340, BLURRED],
  ['a banner', 2000, 400, BLURRED],
  ['a logo', 1600, 1000, `${BACKDROP_PREFIX}AAAA`],
  ['of unknown size', 0, 0, BLURRED],
])('a picture that is %s stands whole on a ground of its own', (_what, width, height, placeholder) => {
  const html = drawn(width, height, placeholder)
  expect(html).toContain('object-contain')
  expect(html).toMatch(new RegExp(`bg-cover.*background-image:url\\(.*${placeholder.slice(0, 14)}`))
})
