import { describe, expect, it } from 'vitest'
import { ACCEPTED_IMAGE_NAMES, IMAGE_HINT, imageProblem } from '@/lib/media/accepted-types'
import { notAPicture } from '@/lib/media/server/codecs/image-errors'

describe('imageProblem', () => {
  it.each([
    ['a.png', 'image/png'],
    ['a.jpg', 'image/jpeg'],
    ['a.gif', 'image/gif'],
    ['a.webp', 'image/webp'],
    ['a.bmp', 'image/bmp'],
    ['a.ico', 'image/x-icon'],
    ['a.ico', 'image/vnd.microsoft.icon'],
    ['A.ICO', ''],
    ['a.jpeg', ''],
  ])('takes %s of the type %j', (name, type) => {
    expect(imageProblem({ name, type, size: 1 })).toBeNull()
  })

  it.each([
    ['a.svg', 'image/svg+xml'],
    ['a.png', 'text/html'],
    ['a.txt', ''],
  ])('refuses %s of the type %j', (name, type) => {
    expect(imageProblem({ name, type, size: 1 })).toBe(
      `${name} is not a picture we can show: choose a PNG, JPEG, GIF, WebP, BMP or ICO.`,
    )
  })

  it('refuses an empty file and one above 4 MiB', () => {
    expect(imageProblem({ name: 'a.png', type: 'image/png', size: 0 })).toBe('a.png is empty.')
    expect(imageProblem({ name: 'a.png', type: 'image/png', size: 5 * 1_048_576 })).toBe(
      'a.png has 5.0 MiB: at most 4 MiB.',
    )
  })
})

it('names the same kinds in the form and in the server’s refusal', () => {
  expect(ACCEPTED_IMAGE_NAMES).toBe('PNG, JPEG, GIF, WebP, BMP or ICO')
  expect(IMAGE_HINT).toBe(
    'PNG, JPEG, GIF, WebP, BMP or ICO, at most 4 MiB and 100 frames; a larger PNG or JPEG is scaled down. Choose a file, drop it here, or paste it.',
  )
  expect(notAPicture().message).toBe(
    'The file is not a picture we can show: choose a PNG, JPEG, GIF, WebP, BMP or ICO.',
  )
})
