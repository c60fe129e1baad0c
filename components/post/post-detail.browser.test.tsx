import { expect, it } from 'vitest'
import { PostDetail } from '@/components/post/post-detail'
import { NO_FACTS } from '@/lib/content/post-facts'
import { byRole, find, render, resize } from '@/tests/support/component'

const COVERS: Record<string, { width: number; height: number } | null> = {
  ...{ wide: { width: 1600, height: 900 }, flat: { width: 2400, height: 600 } },
  ...{ tall: { width: 600, height: 1300 }, square: { width: 1000, height: 1000 }, none: null },
}
const SIZES = [
  [390, 844],
  [1440, 900],
  [1366, 650],
] as const
const TOP_BAR_PIXELS = 56
const FOLD_PIXELS = 700
/** As long as what is read before the links may be. */
const LEDE =
  'A tide table for small harbours that works without a network, and warns a crew before the water is too low. ' +
  'It is computed on the phone, and corrected by what was measured the day before at the quay.'

function postOf(size: { width: number; height: number } | null) {
  const picture = { _id: 'p', url: 'data:,', alt: '', caption: '', placeholder: '', variants: [] }
  return {
    ...{
      ...NO_FACTS,
      role: 'Design and code',
      _id: '1',
      slug: '',
      path: '/post/1',
      createdAt: '2026-01-01T00:00:00.000Z',
    },
    ...{ title: 'Tide tables for small harbours', description: LEDE, image: size ? [{ ...picture, ...size }] : [] },
    ...{ repo: 'https://example.org/code', link: 'https://example.org/live', tech: '', links: [], version: 1 },
  }
}

const author = {
  ...{ ownerName: 'Ada', titleLine: 'Engineer', avatar: null, contactEmail: '' },
  ...{ codeUrl: '', networkUrl: '', profileLinks: [] },
}

for (const [kind, size] of Object.entries(COVERS)) {
  it(`shows title, description and both links without scrolling, below a cover that is ${kind}`, async () => {
    const post = postOf(size)
    render(<PostDetail {...{ post, author }} story={null} next={null} notes={[]} technologies={[]} timeZone="UTC" />)
    await expect.element(byRole('heading', { level: 1 })).toBeVisible()
    const links = ['Full Project', 'Github Code'].map((name) => byRole('link', { name, exact: true }).element())
    const description = find('article .e-content')
    for (const [width, height] of SIZES) {
      await resize(width, height)
      const ends = [find('h1'), description, ...links].map((shown) => shown.getBoundingClientRect().bottom)
      expect(Math.max(...ends) + TOP_BAR_PIXELS, `${width} × ${height}`).toBeLessThan(Math.min(FOLD_PIXELS, height))
      const tops = links.map((link) => link.getBoundingClientRect().top)
      expect(tops[0], 'the links are in a row').toBe(tops[1])
      if (!size) continue
      const cover = find('article img').getBoundingClientRect()
      expect(cover.height).toBeLessThanOrEqual(height * 0.31)
      expect((cover.width / cover.height) * (size.height / size.width), 'no bars').toBeCloseTo(1, 1)
      expect(cover.right).toBeLessThanOrEqual(width)
    }
  })
}
