import type { Page } from '@playwright/test'
import { expect, hydrated, SMALL, stopClock, test, WIDE, watchMovement } from '../support/screens'

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
    await owner.makePost({ title: 'Another', description: 'Text', tech: 'react' })
    await page.goto('/')
    const entry = page
      .getByRole('region', { name: 'Competencies' })
      .getByRole('link', { name: /^React: \d+ projects$/ })
    const count = /\d+/.exec((await entry.getAttribute('aria-label')) ?? '')?.[0]
    await entry.click()
    await expect(page).toHaveURL('/tech/react')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('React')
    await expect(page.getByText(new RegExp(`^${count} projects`))).toBeVisible()
  })

  test('leads from each part of a competency that is a technology, and changes no word of it', async ({
    page,
    owner,
  }) => {
    await owner.makePost({ title: 'Another', description: 'Text', tech: 'Java, Spring Boot, Node.js, HTML' })
    await page.goto('/')
    const section = page.getByRole('region', { name: 'Competencies' })
    const entry = section.getByRole('listitem').filter({ hasText: 'Java/Spring' })
    await expect(entry).toHaveText('Java/Spring')
    await expect(entry.getByRole('link', { name: /^Java: \d+ projects?$/ })).toHaveAttribute('href', '/tech/java')
    // Of what is no technology itself the search finds those that begin with it.
    await expect(entry.getByRole('link', { name: /^Spring: \d+ projects?$/ })).toHaveAttribute('href', '/search/Spring')
    const parts = section.getByRole('listitem').filter({ hasText: 'HTML/CSS/JS' })
    await expect(parts.getByRole('link', { name: /^HTML: / })).toBeVisible()
    // Node.js is no JS.
    await expect(parts.getByRole('link', { name: /^JS: / })).toHaveCount(0)
  })

  test('leads to a project from the carousel', async ({ page }) => {
    await standStill(page)
    await page.goto('/')
    const carousel = carouselOf(page)
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

test.describe('the carousel', () => {
  test('shows the six newest projects, newest first', async ({ page, request }) => {
    const posts: { title: string }[] = await (await request.get('/api/post')).json()
    await page.goto('/')
    const carousel = page.getByRole('region', { name: 'Latest Projects' })
    const newest = posts.reverse().slice(0, 6)
    await expect(carousel.getByRole('heading', { level: 3 })).toHaveText(newest.map(({ title }) => title))
    await expect(carousel.getByRole('link', { name: 'View Project' })).toHaveCount(newest.length)
  })

  const cards = [
    { width: 599, shown: 1 },
    { width: 600, shown: 2 },
    { width: 899, shown: 2 },
    { width: 900, shown: 3 },
    { width: 1280, shown: 3 },
  ]
  for (const { width, shown } of cards) {
    test(`shows ${shown} at ${width} pixels`, async ({ page }) => {
      await standStill(page)
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      expect(await titlesInView(page)).toHaveLength(shown)
    })
  }

  test('advances by one card every four seconds', async ({ page }) => {
    await page.clock.install()
    await page.setViewportSize(WIDE)
    await page.goto('/')
    await hydrated(page)
    const titles = await allTitles(page)
    const placeLater = async () => {
      await page.clock.runFor(500)
      return placeOf(page)
    }
    await expect.poll(placeLater, 'it advances by itself').toBeGreaterThan(0)
    // Its four seconds begin anew once nothing but this test lets time pass.
    await carouselOf(page).getByRole('button', { name: 'Pause' }).press('Enter')
    await stopClock(page)
    const place = await placeOf(page)
    await expect.poll(() => titlesInView(page)).toEqual(threeFrom(titles, place))
    await carouselOf(page).getByRole('button', { name: 'Play' }).press('Enter')
    await blur(page)
    await page.clock.runFor(3_900)
    expect(await titlesInView(page)).toEqual(threeFrom(titles, place))
    await page.clock.runFor(200)
    await expect.poll(() => titlesInView(page)).toEqual(threeFrom(titles, place + 1))
    await page.clock.runFor(4_000)
    await expect.poll(() => titlesInView(page)).toEqual(threeFrom(titles, place + 2))
  })

  test('slides for six tenths of a second', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    // What is begun stays where it is, until somebody has looked.
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Animation.enable')
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await page.getByRole('button', { name: 'Next' }).click()
    const durations = await carouselOf(page)
      .getByRole('listitem')
      .evaluateAll((items) => items.flatMap((item) => item.getAnimations().map((a) => a.effect?.getTiming().duration)))
    expect(new Set(durations)).toEqual(new Set([600]))
  })

  test('wraps around at both ends', async ({ page }) => {
    await standStill(page)
    await page.setViewportSize(SMALL)
    await page.goto('/')
    await hydrated(page)
    const titles = await allTitles(page)
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect.poll(() => titlesInView(page)).toEqual(titles.slice(-1))
    for (const title of titles) {
      await page.getByRole('button', { name: 'Next' }).click()
      await expect.poll(() => titlesInView(page)).toEqual([title])
    }
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => titlesInView(page)).toEqual(titles.slice(0, 1))
  })

  test('moves by arrow keys and by a swipe', async ({ page }) => {
    await standStill(page)
    await page.setViewportSize(SMALL)
    await page.goto('/')
    await hydrated(page)
    const [first, second] = await allTitles(page)
    await page.getByRole('button', { name: 'Next' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => titlesInView(page)).toEqual([second])
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => titlesInView(page)).toEqual([first])

    const track = page.getByRole('region', { name: 'Latest Projects' }).getByRole('list').first()
    const touch = (type: string, clientX: number) =>
      track.dispatchEvent(type, { pointerType: 'touch', clientX, clientY: 300, bubbles: true })
    await touch('pointerdown', 300)
    await touch('pointerup', 120)
    await expect.poll(() => titlesInView(page)).toEqual([second])
    await touch('pointerdown', 120)
    await touch('pointerup', 300)
    await expect.poll(() => titlesInView(page)).toEqual([first])
  })

  test('stays where somebody has moved it, and says where that is', async ({ page }) => {
    await page.clock.install()
    await page.setViewportSize(SMALL)
    await page.goto('/')
    await hydrated(page)
    const titles = await allTitles(page)
    const carousel = carouselOf(page)
    // Under the pointer it stays for now, wherever a slow machine has let it come.
    await carousel.getByRole('button', { name: 'Previous' }).hover()
    const before = await placeOf(page)
    await carousel.getByRole('button', { name: 'Previous' }).click()
    const here = (before + 5) % 6
    await expect.poll(() => placeOf(page)).toBe(here)
    await expect(carousel.getByRole('button', { name: 'Play' })).toBeVisible()
    await page.mouse.move(1, 1)
    await page.clock.runFor(9_000)
    await expect.poll(() => titlesInView(page)).toEqual([titles[here]])
    await carousel.getByRole('button', { name: 'Play' }).click()
    await page.mouse.move(1, 1)
    await page.clock.runFor(4_700)
    await expect.poll(() => titlesInView(page)).toEqual([titles[before]])
  })

  test('pauses under the pointer, with focus and by the pause button', async ({ page }) => {
    await page.clock.install()
    await page.setViewportSize(WIDE)
    await page.goto('/')
    await hydrated(page)
    const carousel = carouselOf(page)

    await carousel.getByRole('heading', { level: 2 }).hover()
    const start = threeFrom(await allTitles(page), await placeOf(page))
    await expect.poll(() => titlesInView(page)).toEqual(start)
    await page.clock.runFor(9_000)
    expect(await titlesInView(page)).toEqual(start)

    await carousel.getByRole('button', { name: 'Pause' }).focus()
    await page.keyboard.press('Shift')
    await page.mouse.move(1, 1)
    await page.clock.runFor(9_000)
    expect(await titlesInView(page)).toEqual(start)

    await page.keyboard.press('Enter')
    await expect(carousel.getByRole('button', { name: 'Play' })).toBeVisible()
    await blur(page)
    await page.clock.runFor(9_000)
    expect(await titlesInView(page)).toEqual(start)
  })

  test('does not move by itself for people who want less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    await page.goto('/')
    await hydrated(page)
    const before = await titlesInView(page)
    await page.clock.runFor(9_000)
    expect(await titlesInView(page)).toEqual(before)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => titlesInView(page)).not.toEqual(before)
  })

  test('reveals a card reached by Tab', async ({ page }) => {
    await standStill(page)
    await page.setViewportSize(SMALL)
    await page.goto('/')
    await hydrated(page)
    const titles = await allTitles(page)
    await page
      .getByRole('region', { name: 'Latest Projects' })
      .getByRole('link', { name: 'View Project' })
      .nth(3)
      .focus()
    await expect.poll(() => titlesInView(page)).toEqual([titles[3]])
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

const blur = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).blur())

/** How far it has come, as it says itself: a slide may still be under way. */
const placeOf = async (page: Page) =>
  Number(
    (
      await carouselOf(page)
        .getByText(/^[1-6] \/ 6$/)
        .textContent()
    )?.[0],
  ) - 1

const threeFrom = (titles: string[], place: number) => [0, 1, 2].map((step) => titles[(place + step) % titles.length])

function allTitles(page: Page) {
  return carouselOf(page).getByRole('heading', { level: 3 }).allInnerTexts()
}

/** The titles of the cards fully visible in the carousel, from left to right. */
function titlesInView(page: Page) {
  return carouselOf(page).evaluate((region) => {
    const frame = region.getBoundingClientRect()
    const cards = [...region.querySelectorAll('li')].filter((item) => item.querySelector('h3'))
    const places = cards.map((card) => ({ card, box: card.getBoundingClientRect() }))
    return places
      .filter(({ box }) => box.left >= frame.left - 1 && box.right <= frame.right + 1)
      .sort((a, b) => a.box.left - b.box.left)
      .map(({ card }) => card.querySelector('h3')?.textContent ?? '')
  })
}
