import { png } from '../support/pictures'
import { expect, hydrated, overflow, SMALL, test, WIDE } from '../support/screens'

const LONG = 'What somebody wrote about the length of lines, which is the measure of a page, and of patience. '.repeat(
  8,
)

test.describe('the page Subscribe', () => {
  test('is led to by every footer, explains the feeds and gives their addresses', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/projects')
    await hydrated(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL('/subscribe')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscribe')
    await expect(page.getByText(/A feed is a list of what is new here/)).toBeVisible()
    const blog = page.getByRole('region', { name: 'My Blog' })
    await expect(blog.getByRole('link')).toHaveText([/\/atom\.xml$/, /\/feed\.xml$/, /\/feed\.json$/])
    await blog.getByRole('button', { name: 'Copy Link for My Blog, Atom' }).click()
    await expect(blog.getByText('Link copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http.*\/atom\.xml$/)
    for (const size of [SMALL, WIDE]) {
      await page.setViewportSize(size)
      expect(await overflow(page)).toBe(0)
    }
  })

  test('has feeds that can be read in a browser', async ({ page, owner }) => {
    for (const path of ['/feed.xml', '/atom.xml', '/projects/feed.xml']) {
      await owner.makeNote({ title: 'In the feed', about: 'What is seen of it', description: '<p>Not as signs</p>' })
      await owner.makePost({ title: 'Also in a feed', description: 'Its sentence' })
      await page.goto(path)
      const entry = page.locator(path === '/atom.xml' ? 'entry' : 'item').first()
      await expect(entry.locator('title')).toBeVisible()
      await expect(entry.locator(path === '/atom.xml' ? 'summary' : 'description')).toBeVisible()
      const hidden = path === '/atom.xml' ? 'content' : 'encoded'
      expect(
        await entry.evaluate(
          (element, name) =>
            [...element.children]
              .filter((child) => child.localName === name)
              .map((child) => getComputedStyle(child).display),
          hidden,
        ),
      ).toEqual(['none'])
    }
  })
})

test('About says what it is, and how to reach the owner, once and in letters', async ({ page, owner }) => {
  expect((await owner.request.put('/api/settings', { data: { contactEmail: 'ada@ada.example' } })).status()).toBe(200)
  await page.setViewportSize({ width: 1366, height: 650 })
  await page.goto('/about')
  await expect(page.getByRole('main').getByText('About Me', { exact: true })).toBeVisible()
  const lists = page.getByRole('list', { name: 'Contact' })
  await expect(lists).toHaveCount(1)
  const address = lists.getByRole('link', { name: /@/ })
  await expect(address).toHaveText((await address.getAttribute('href'))?.replace('mailto:', '') ?? '')
  // Beside the text, where there is room.
  const text = await page.locator('.rich-text').boundingBox()
  const side = await lists.boundingBox()
  expect((side?.x ?? 0) > (text?.x ?? 0) + (text?.width ?? 0)).toBe(true)
  for (const path of ['/', '/projects']) {
    await page.goto(path)
    await expect(page.getByRole('list', { name: 'Contact' })).toHaveCount(path === '/' ? 2 : 1)
  }
})

test('a profile tells a visitor whose rights it speaks of, how to write, and leads back', async ({ page, owner }) => {
  expect((await owner.request.put('/api/settings', { data: { contactEmail: 'ada@ada.example' } })).status()).toBe(200)
  await page.goto(`/profile/${owner.id}`)
  await expect(page.getByText('For you, as a visitor: Admin Privileges: None')).toBeVisible()
  await expect(page.getByText('Admin Privileges: None', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'ada@ada.example' })).toBeVisible()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/')
})

test('the blog’s list tells the years, technologies, and how long each note takes', async ({ page, owner }) => {
  const words = (count: number) => `<p>${'word '.repeat(count)}</p>`
  const id = await owner.makeNote({ title: 'Short today', tech: 'Zig, Nim, Odin, Ada', description: words(100) })
  const old = await owner.makeNote({ title: 'From another year', description: words(700) })
  await owner.request.put(`/api/note/${old}`, { data: { publishAt: '2019-06-01T12:00:00.000Z' } })
  await page.goto('/myblog')
  const card = page.getByRole('article').filter({ hasText: 'Short today' })
  await expect(card).toContainText('1 min read')
  await expect(card.getByRole('list', { name: 'Technologies' }).getByRole('listitem')).toHaveText([
    ...['Zig', 'Nim', 'Odin', '+1'],
  ])
  await expect(page.getByRole('list', { name: String(new Date().getUTCFullYear()) }).first()).toContainText(
    'Short today',
  )
  // A longer text, and nothing else, changes the list as well.
  await owner.request.put(`/api/note/${id}`, { data: { description: words(1000) } })
  await page.reload()
  await expect(card).toContainText('4 min read')
})

test('a search that finds no technology leads on to all texts', async ({ page }) => {
  await page.goto('/search/none-at-all')
  await expect(page.getByText('No technology found with your query.', { exact: true })).toBeVisible()
  await expect(page.getByText('Total Projects: 0', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Look for “none-at-all” in all projects and notes' }).click()
  await expect(page).toHaveURL('/find?q=none-at-all')
})

test.describe('without pictures', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('a picture that does not come leaves its words on plain ground', async ({ page, owner }) => {
    await owner.makePost({ title: 'Its picture', description: 'Text', image: await png({ width: 900, height: 500 }) })
    await page.route('**/media/**', (route) => route.abort())
    await page.goto('/projects')
    const picture = page.getByRole('article').filter({ hasText: 'Its picture' }).locator('img')
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveCSS('background-image', 'none')
  })
})

test.describe('a text', () => {
  test('has lines of 45 to 75 letters, words parted by hyphens, code as it is, and a way back to its top', async ({
    page,
    owner,
  }) => {
    const id = await owner.makeNote({
      title: 'Measured',
      description: `<p>${LONG}</p><p><code>a-name</code></p>${`<p>${LONG}</p>`.repeat(20)}`,
    })
    for (const width of [768, 1366]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/note/${id}`)
      const lines = await page
        .locator('.rich-text p')
        .first()
        .evaluate(async (paragraph) => {
          await document.fonts.ready
          const text = paragraph.firstChild as Text
          const range = document.createRange()
          const counts = new Map<number, number>()
          for (let at = 0; at < text.length; at += 1) {
            range.setStart(text, at)
            range.setEnd(text, at + 1)
            const { top } = range.getBoundingClientRect()
            counts.set(top, (counts.get(top) ?? 0) + 1)
          }
          return [...counts.values()].slice(0, -1).sort((a, b) => a - b)
        })
      const median = lines[Math.floor(lines.length / 2)] ?? 0
      expect(median, `${width} px wide`).toBeGreaterThanOrEqual(45)
      expect(median, `${width} px wide`).toBeLessThanOrEqual(72)
    }
    await expect(page.locator('.rich-text p').first()).toHaveCSS('hyphens', 'auto')
    await expect(page.locator('.rich-text code')).toHaveCSS('hyphens', 'manual')
    await page.setViewportSize(SMALL)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Back to top' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  })

  test('fades code towards where there is more, and colours whole lines of a difference', async ({ page, owner }) => {
    const code = `+ added\n- removed ${'and long '.repeat(30)}`
    const description = `<pre><code class="language-diff">${code}</code></pre><p><math data-tex="x^2" display="block"></math></p>`
    const id = await owner.makeNote({ title: 'Wide', description })
    await page.setViewportSize(SMALL)
    await page.goto(`/note/${id}`)
    const frame = page.locator('.rich-text pre')
    await expect(frame).toHaveAttribute('data-more')
    await expect(frame).not.toHaveCSS('mask-image', 'none')
    const widths = await frame.evaluate((pre) => [
      pre.querySelector('.hljs-addition')?.getBoundingClientRect().width,
      pre.scrollWidth,
    ])
    expect(Math.abs((widths[0] ?? 0) - (widths[1] ?? 0))).toBeLessThan(4)
    await frame.evaluate((pre) => pre.scrollTo({ left: pre.scrollWidth, behavior: 'instant' }))
    await expect(frame).not.toHaveAttribute('data-more')
    await expect(frame).toHaveCSS('mask-image', 'none')
    // What shows all it has is no stop of the Tab key.
    for (const formula of await page.getByRole('group', { name: 'Formula' }).all()) {
      await expect(formula).toHaveAttribute('tabindex', '-1')
    }
  })
})

test('the paragraphs of a project stand a little apart, and no line of nothing is between them', async ({
  page,
  owner,
}) => {
  const id = await owner.makePost({ title: 'Told', description: 'One. And more.\n\nTwo\nof two lines.\n\nThree.' })
  await page.goto(`/post/${id}`)
  const boxes = await page
    .getByRole('article')
    .locator('p')
    .filter({ hasText: /^(One|Two|Three)/ })
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]))
  const gaps = boxes.slice(1).map(([top = 0], index) => top - (boxes[index]?.[1] ?? 0))
  expect(gaps).toHaveLength(2)
  for (const gap of gaps) expect(gap).toBeLessThan(30)
})

test('twice as large on a phone, no name of a technology is cut', async ({ page, owner }) => {
  await owner.makePost({ title: 'Large', description: 'Text', tech: 'TypeScript, Spring Boot, PostgreSQL' })
  await page.setViewportSize(SMALL)
  await page.goto('/projects')
  await page.locator('html').evaluate((html) => html.style.setProperty('font-size', '200%'))
  const chips = page.getByRole('list', { name: 'Technologies' }).first().getByRole('listitem')
  for (const chip of await chips.all()) {
    expect(
      await chip.evaluate((item) =>
        [...item.querySelectorAll('*'), item].every(
          (one) => one.scrollWidth <= one.clientWidth || getComputedStyle(one).display === 'inline',
        ),
      ),
    ).toBe(true)
  }
  expect(await overflow(page)).toBe(0)
})

test('the contact note ends in more than one word on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  const note = page.getByRole('region', { name: 'Contact' }).locator('p').first()
  const lastLine = () =>
    note.evaluate(({ firstChild, ownerDocument }) => {
      const text = firstChild?.textContent ?? ''
      const tops = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
        const range = ownerDocument.createRange()
        range.setStart(firstChild as Text, index)
        range.setEnd(firstChild as Text, index + word.length)
        return Math.round(range.getBoundingClientRect().top)
      })
      return tops.filter((top) => top === tops.at(-1)).length
    })
  await expect.poll(lastLine).toBeGreaterThan(1)
})
