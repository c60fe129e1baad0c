import { png } from '../support/pictures'
import { expect, hydrated, SMALL, test, WIDE } from '../support/screens'

test.describe('the project list', () => {
  test('has its title, the total, the newest first in two columns or one, and goes back home', async ({
    page,
    request,
  }) => {
    const posts: { title: string }[] = await (await request.get('/api/post')).json()
    await page.goto('/projects')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Software Development Projects')
    await expect(page.getByText(`Total Projects: ${posts.length}`, { exact: true })).toBeVisible()
    const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
    expect(titles).toEqual(
      posts
        .map(({ title }) => title)
        .reverse()
        .slice(0, 24),
    )
    await page.setViewportSize(WIDE)
    expect(await columns(page)).toBe(2)
    await page.setViewportSize(SMALL)
    expect(await columns(page)).toBe(1)
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/')
  })

  test('shows of a card picture, one line, three technologies and how many more, or nothing of them', async ({
    page,
    owner,
  }) => {
    const description = 'A first line that is much longer than any card is wide, whatever the screen. '.repeat(4)
    const title = 'A card with everything'
    const tech = ' Zig ,Nim,  Odin, Hare,, Roc '
    await owner.makePost({ title, description, tech, image: await png() })
    await owner.makePost({ title: 'A bare project', description: 'Nothing but words.' })
    await page.goto('/projects')
    const bare = page.getByRole('article').filter({ hasText: 'A bare project' })
    await expect(bare.locator('img')).toHaveCount(0)
    await expect(bare.getByRole('listitem')).toHaveCount(0)
    await expect(bare.getByRole('link', { name: 'Read' })).toBeVisible()
    const card = page.getByRole('article').filter({ hasText: title })
    await expect(card.locator('img')).toHaveCount(1)
    await expect(card.getByRole('listitem')).toHaveText(['Zig', 'Nim', 'Odin', '+2'])
    const picture = card.locator('img')
    await expect(picture, 'a near shape fills its frame').toHaveCSS('object-fit', 'cover')
    await expect(card.getByText(String(new Date().getUTCFullYear()), { exact: true })).toBeVisible()
    const line = card.getByText('A first line', { exact: false })
    expect(await line.textContent(), 'its first sentence').toBe(description.slice(0, description.indexOf('.') + 1))
    const { height, lineHeight } = await line.evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      lineHeight: Number.parseFloat(getComputedStyle(element).lineHeight),
    }))
    expect(height).toBeLessThan(lineHeight * 1.5)
    await card.getByRole('link', { name: 'Read', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  })

  test('is cut into pages of 24 that ordinary links lead to', async ({ page, owner }) => {
    for (let n = 1; n <= 25; n += 1) await owner.makePost({ title: `Paged ${n}`, description: 'x', tech: 'Pagerank' })
    await page.goto('/search/pagerank')
    await expect(page.getByText('Total Projects: 25', { exact: true })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(24)
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Paged 25')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL('/search/pagerank/page/2')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('Paged 1')
    await expect(page.getByText('Total Projects: 25', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Previous page' }).click()
    await expect(page).toHaveURL('/search/pagerank')
    await expect(page.getByRole('article')).toHaveCount(24)

    expect((await owner.request.get('/search/pagerank/page/3')).status()).toBe(404)
  })
})

test.describe('the search', () => {
  test('goes to the results, and its box keeps the text and the focus', async ({ page }) => {
    await page.goto('/projects')
    await hydrated(page)
    await page.getByLabel('Search by technology').fill('  react ')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search/react')
    await expect(page.getByLabel('Search by technology')).toHaveValue('react')
    await expect(page.getByLabel('Search by technology')).toBeFocused()
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test.describe('the search without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('is submitted to the results, and when it is blank to the full list', async ({ page }) => {
    await page.goto('/projects')
    await page.getByLabel('Search by technology').fill('react')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search/react')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByLabel('Search by technology').fill('  ')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/projects')
  })
})

async function columns(page: import('@playwright/test').Page): Promise<number> {
  const lefts = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left))
  return new Set(lefts.map(Math.round)).size
}
