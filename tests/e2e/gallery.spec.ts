import type { Page } from '@playwright/test'
import { linesOfPages } from '../support/pdf'
import { png } from '../support/pictures'
import { expect, hydrated, type Owner, SMALL, test } from '../support/screens'

/** A project with a cover and four pictures: square, tall, wide, and one without a caption. */
async function projectWithPictures(owner: Owner): Promise<string> {
  const sizes = [
    { width: 1000, height: 600 },
    { width: 700, height: 700 },
    { width: 400, height: 900 },
    { width: 1800, height: 400 },
    { width: 960, height: 600 },
  ]
  const pictures = await Promise.all(
    sizes.map(async (size, index) => {
      const image = { name: 'a.png', mimeType: 'image/png', buffer: await png(size) }
      const stored = await owner.request.post('/api/media/new', { multipart: { image } })
      const caption = index === 4 ? '' : `Caption ${index + 1}`
      return { id: (await stored.json())._id, alt: `View ${index + 1}`, caption }
    }),
  )
  const id = await owner.makePost({ title: 'A gallery', description: 'It is seen.' })
  const changed = await owner.request.put(`/api/post/${id}`, { multipart: { pictures: JSON.stringify(pictures) } })
  expect(changed.status(), await changed.text()).toBe(200)
  return id
}

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Pictures of A gallery' })
const thumbnail = (page: Page, place: number) => page.locator(`#picture-${place} a`)

test('pictures are opened by mouse, moved by keys and closed by Back or Escape, where the focus was', async ({
  page,
  owner,
}) => {
  const id = await projectWithPictures(owner)
  // Without a script each is a link to itself at full size.
  const html = await (await owner.request.get(`/post/${id}`)).text()
  const address = /id="picture-2".*?<a[^>]* href="([^"]+)"/s.exec(html)?.[1] ?? ''
  expect((await owner.request.get(address)).headers()['content-type']).toBe('image/png')
  await page.goto('/projects')
  await page.goto(`/post/${id}`)
  await hydrated(page)
  const gallery = page.getByRole('region', { name: 'Pictures' })
  await expect(gallery.getByRole('figure')).toHaveCount(4)
  await expect(gallery.getByText('Caption 2')).toBeVisible()
  await thumbnail(page, 3).click()
  const status = viewer(page).getByRole('status')
  await expect(status).toHaveText('3 of 5')
  await expect(viewer(page).getByRole('img', { name: 'View 3' })).toBeInViewport({ ratio: 0.9 })
  await expect(page).toHaveURL(/#picture-3$/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(status).toHaveText('5 of 5')
  await expect(viewer(page).getByRole('img', { name: 'View 5' })).toBeInViewport({ ratio: 0.9 })
  await expect(page).toHaveURL(/#picture-5$/)
  await page.keyboard.press('Home')
  await expect(status).toHaveText('1 of 5')
  await viewer(page).getByRole('button', { name: 'Next picture' }).click()
  await expect(status).toHaveText('2 of 5')
  await page.goBack()
  await expect(viewer(page)).toBeHidden()
  await expect(page).toHaveURL(/\/post\/[^#]+$/)
  await expect(thumbnail(page, 3)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(status).toHaveText('3 of 5')
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toBeHidden()
  await expect(thumbnail(page, 3)).toBeFocused()
  await expect(page).toHaveURL(/\/post\/[^#]+$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/projects$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: SMALL, hasTouch: true, isMobile: true })

  test('pictures are opened by a tap and swiped', async ({ page, owner }) => {
    const id = await projectWithPictures(owner)
    await page.goto(`/post/${id}`)
    await hydrated(page)
    await thumbnail(page, 2).tap()
    const status = viewer(page).getByRole('status')
    await expect(status).toHaveText('2 of 5')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.synthesizeScrollGesture', { x: 320, y: 420, xDistance: -280, yDistance: 0 })
    await expect(status).toHaveText('3 of 5')
    await expect(viewer(page).getByRole('img', { name: 'View 3' })).toBeInViewport({ ratio: 0.9 })
  })
})

test('on paper two pictures are in a row, links have their addresses, and nothing of the site is around them', async ({
  page,
  owner,
}) => {
  const id = await projectWithPictures(owner)
  const fields = {
    ...{ repo: 'https://code.example/tea.git', link: 'https://tea.example/' },
    links: JSON.stringify([{ label: 'Docs', url: 'https://docs.example/brewing' }]),
    story: '<p>After <a href="https://leaf.example/">a leaf</a>.</p>',
  }
  const saved = await owner.request.put(`/api/post/${id}`, { multipart: fields })
  expect(saved.status(), await saved.text()).toBe(200)
  await page.goto(`/post/${id}`)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 680, height: 1_000 })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  const figures = await page.getByRole('region', { name: 'Pictures' }).getByRole('figure').all()
  const boxes = await Promise.all(figures.map((figure) => figure.boundingBox()))
  const [first, second, third, fourth] = boxes.map((box) => ({ x: box?.x ?? 0, y: box?.y ?? 0 }))
  expect([second?.y, fourth?.y, third?.x]).toEqual([first?.y, third?.y, first?.x])
  expect(second?.x).toBeGreaterThan(300)
  expect(third?.y).toBeGreaterThan(first?.y ?? 0)

  const pages = linesOfPages(await page.pdf({ format: 'A4' }))
  const text = pages.flat().join(' ')
  for (const words of [
    'Full Project (https://tea.example/)',
    'Github Code (https://code.example/tea.git)',
    'Docs (https://docs.example/brewing)',
    'a leaf (https://leaf.example/)',
    ...[2, 3, 4].map((place) => `Caption ${place}`),
  ])
    expect(text).toContain(words)
  for (const words of ['Go Back', 'Copy Link', 'Find on this site', 'Theme', 'My Blog'])
    expect(text).not.toContain(words)
})
