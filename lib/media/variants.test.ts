import { expect, test } from 'vitest'
import { publicVariants, sourcesOf, srcSetOf } from '@/lib/media/variants'

const variants = [
  { width: 480, url: '/media/a.webp' },
  { width: 960, url: '/media/b.webp' },
]

test('a picture without copies needs no srcset', () => {
  expect(srcSetOf({ url: '/media/icon.png', width: 64, variants: [] })).toBeUndefined()
})

test('sizes are said of copies alone', () => {
  expect(sourcesOf({ url: '/media/icon.png', width: 64, variants: [] }, '92vw')).toEqual({})
  expect(sourcesOf({ url: '/media/p.png', width: 960, variants }, '92vw')).toMatchObject({ sizes: '92vw' })
})

test('the copies are named with their widths, and the picture where it is wider than all of them', () => {
  expect(srcSetOf({ url: '/media/p.png', width: 960, variants })).toBe('/media/a.webp 480w, /media/b.webp 960w')
  expect(srcSetOf({ url: '/media/p.png', width: 1_200, variants })).toBe(
    '/media/a.webp 480w, /media/b.webp 960w, /media/p.png 1200w',
  )
})

test('a picture of many pixels is offered only in its copies', () => {
  expect(srcSetOf({ url: '/media/p.jpg', width: 6_000, variants })).not.toContain('p.jpg')
})

test('where a copy lies in the store is nobody’s business', () => {
  expect(publicVariants([{ width: 480, url: '/media/a.webp', key: 'secret' }])).toEqual([variants[0]])
})
