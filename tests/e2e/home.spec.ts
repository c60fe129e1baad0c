import type { Page } from '@playwright/test'
import { expect, hydrated, test, WIDE, watchMovement } from '../support/screens'

test.describe('home', () => {
  test('greets with name, title line, bio and the ways on', async ({ page }) => {
    const moved = await watchMovement(page)
    await page.goto('/')
    await expect.poll(moved, 'the mark is drawn').toContain('draw-lines')
    await hydrated(page)
    // The mark is hydrated after the header, and then remembered.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('mark'))).toBe('drawn')
    await page.reload()
    await hydrated(page)
    expect(await moved(), 'once in a session').not.toContain('draw-lines')
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
    await expect(page.getByText('Software Engineer | Full Stack Developer', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'View Projects', exact: true })).toHaveAttribute('href', '/projects')
    const hero = page.getByRole('main')
    await expect(hero.getByRole('link', { name: 'About Me', exact: true })).toHaveAttribute('href', '/about')
    await expect(hero.getByRole('link', { name: 'My Blog', exact: true })).toHaveAttribute('href', '/myblog')
    const links = page.getByRole('region', { name: /./ }).filter({ has: page.getByRole('heading', { level: 1 }) })
    await expect(links.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', /^https:\/\//)
    await expect(links.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute('href', /^https:\/\//)
  })

  test('lists the competencies and ends with the contact note', async ({ page }) => {
    await page.goto('/')
    const section = page.getByRole('region', { name: 'Competencies' })
    const titles = section.getByRole('heading', { level: 3 })
    await expect(titles).toHaveText(['Frontend', 'Backend', 'Tools'])
    await page.setViewportSize({ width: 768, height: 1024 })
    const tops = await titles.evaluateAll((all) => all.map((title) => title.getBoundingClientRect().top))
    expect(new Set(tops).size, 'side by side on a tablet').toBe(1)
    const items = [
      'React',
      'Vue',
      'HTML/CSS/JS',
      'Node.js/Express',
      'Java/Spring',
      'SQL/MySQL',
      'Postman',
      'Git/Github',
      'AI',
    ]
    await expect(section.getByRole('listitem')).toHaveText(items)
    // One that no project is made with leads nowhere.
    await expect(section.getByRole('link', { name: 'Postman' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Contact' })).toContainText(/reach out/i)
    await expect(page.getByRole('region', { name: 'Contact' })).toContainText(/recruiters?/i)
    // All ways to the owner, those with fields of their own included.
    await expect(page.getByRole('region', { name: 'Contact' }).getByRole('link', { name: /GitHub/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Contact' }).getByRole('link', { name: /LinkedIn/ })).toBeVisible()
  })

  test('leads from a competency to as many projects as it says', async ({ page, owner }) => {
    await owner.makePost({ title: 'Another', description: 'Text', tech: 'react, Java, Spring Boot, Node.js, HTML' })
    await page.goto('/')
    const entry = page
      .getByRole('region', { name: 'Competencies' })
      .getByRole('link', { name: /^React: \d+ projects$/ })
    const count = /\d+/.exec((await entry.getAttribute('aria-label')) ?? '')?.[0]
    await entry.click()
    await expect(page).toHaveURL('/tech/react')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('React')
    await expect(page.getByText(new RegExp(`^${count} projects`))).toBeVisible()

    // From each part that is a technology, and no word of it is changed.
    await page.goto('/')
    const section = page.getByRole('region', { name: 'Competencies' })
    const several = section.getByRole('listitem').filter({ hasText: 'Java/Spring' })
    await expect(several).toHaveText('Java/Spring')
    await expect(several.getByRole('link', { name: /^Java: \d+ projects?$/ })).toHaveAttribute('href', '/tech/java')
    // Of what is no technology itself the search finds those that begin with it.
    await expect(several.getByRole('link', { name: /^Spring: \d+ projects?$/ })).toHaveAttribute(
      'href',
      '/search/Spring',
    )
    const parts = section.getByRole('listitem').filter({ hasText: 'HTML/CSS/JS' })
    await expect(parts.getByRole('link', { name: /^HTML: / })).toBeVisible()
    // Node.js is no JS.
    await expect(parts.getByRole('link', { name: /^JS: / })).toHaveCount(0)
  })

  test('shows the six newest projects in the carousel, newest first, and leads to them', async ({ page, request }) => {
    const posts: { title: string }[] = await (await request.get('/api/post')).json()
    await standStill(page)
    await page.goto('/')
    const carousel = carouselOf(page)
    const newest = posts.reverse().slice(0, 6)
    await expect(carousel.getByRole('heading', { level: 3 })).toHaveText(newest.map(({ title }) => title))
    await expect(carousel.getByRole('link', { name: 'View Project' })).toHaveCount(newest.length)
    const first = carousel.getByRole('article').first()
    const title = (await first.getByRole('heading').textContent()) ?? ''
    await first.getByRole('link', { name: 'View Project', exact: true }).click()
    await expect(page).toHaveURL(/\/post\/[\w-]+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

    await page.goBack()
    // Anywhere on the card: on its picture, here.
    await first.click({ position: { x: 60, y: 60 } })
    await expect(page).toHaveURL(/\/post\/[\w-]+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  })
})

test.describe('home without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows every card of the carousel and no control that needs a script', async ({ page }) => {
    await page.setViewportSize(WIDE)
    await page.goto('/')
    const carousel = page.getByRole('region', { name: 'Latest Projects' })
    for (const link of await carousel.getByRole('link', { name: 'View Project' }).all())
      await expect(link).toBeVisible()
    await expect(carousel.getByRole('link', { name: 'View Project' })).toHaveCount(6)
    await expect(carousel.getByRole('button')).toHaveCount(0)
  })
})

const carouselOf = (page: Page) => page.getByRole('region', { name: 'Latest Projects' })

/** The carousel moves by hand alone, and without a slide: otherwise it advances while a slow machine gets ready. */
const standStill = (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' })
