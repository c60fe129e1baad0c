import { expect, it } from 'vitest'
import { PostGallery } from '@/components/post/post-gallery'
import { byRole, expectAccessible, find, press, render } from '@/tests/support/component'

const SIZES = [
  [1000, 600],
  [700, 700],
  [400, 900],
  [1800, 400],
  [960, 600],
] as const

function pictureOf([width, height]: readonly [number, number], index: number) {
  const colour = `hsl(${index * 70} 60% 50%)`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour}"/></svg>`
  const url = `data:image/svg+xml,${encodeURIComponent(svg)}`
  const words = { alt: `View ${index + 1}`, caption: index === 4 ? '' : `Caption ${index + 1}` }
  return { _id: `${index}`, url, width, height, ...words, placeholder: '', variants: [] }
}

const pictures = SIZES.map(pictureOf)
const viewer = () => byRole('dialog', { name: 'Pictures of A gallery' })

it('an address of a picture opens it; closed, the address is gone and the focus at its link', async () => {
  window.history.replaceState(null, '', '#picture-4')
  render(<PostGallery title="A gallery" pictures={pictures} placed={[]} />)
  await expect.element(viewer().getByRole('status')).toHaveTextContent('4 of 5')
  await expect.element(viewer().getByRole('img', { name: 'View 4' })).toBeVisible()
  const slides = [...find('dialog').querySelectorAll<HTMLElement>('li')]
  expect(slides.map((slide) => slide.inert)).toEqual([true, true, true, false, true])
  expect(slides.map((slide) => slide.querySelector('img') !== null)).toEqual([false, false, true, true, true])
  await expectAccessible(find('dialog'))
  await press('ArrowLeft')
  await expect.element(viewer().getByRole('status')).toHaveTextContent('3 of 5')
  await expect.poll(() => window.location.hash).toBe('#picture-3')
  await viewer().getByRole('button', { name: 'Close' }).click()
  await expect.element(viewer()).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(find('#picture-3 a'))
  expect(window.location.hash).toBe('')
})

it('leaves out the cover and what the story shows, and is not there when nothing is left', async () => {
  const show = render(<PostGallery title="A gallery" pictures={pictures} placed={['1', '3']} />)
  await expect.element(byRole('region', { name: 'Pictures' })).toBeVisible()
  const alts = [...find('section').querySelectorAll('img')].map(({ alt }) => alt)
  expect(alts).toEqual(['View 3', 'View 5'])
  show(<PostGallery title="A gallery" pictures={pictures.slice(0, 2)} placed={['1']} />)
  await expect.element(byRole('region', { name: 'Pictures' })).not.toBeInTheDocument()
})
