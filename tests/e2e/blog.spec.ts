import { expectAccessible } from '../support/accessibility'
import { jpeg } from '../support/pictures'
import { expect, hydrated, rememberProfile, SMALL, test, WIDE } from '../support/screens'

/** A4 between its margins. */
const PAPER = { width: 718, height: 1000 } as const

test.describe('the blog', () => {
  test('has its title and the newest notes first, each with its summary, Read and its day', async ({ page, owner }) => {
    const about = 'A summary that goes on and on until nobody wants to know what it was about. '.repeat(6).trim()
    await owner.makeNote({ title: 'Long-winded', about })
    const notes: { title: string; createdAt: string }[] = await (await owner.request.get('/api/note')).json()
    const newest = notes.reverse().slice(0, 24)
    await page.goto('/myblog')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Blog')
    await expect(page.getByText('Tech related posts', { exact: true })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 2 })).toHaveText(newest.map(({ title }) => title))
    const days = newest.map(({ createdAt }) => `Posted: ${createdAt.slice(0, 10)}`)
    await expect(main.getByText(/^Posted: /)).toHaveText(days)
    await expect(main.getByRole('link', { name: 'Read', exact: true })).toHaveCount(newest.length)

    const columns = async () => {
      const lefts = await page
        .getByRole('article')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
      return new Set(lefts.map(Math.round)).size
    }
    await page.setViewportSize(WIDE)
    expect(await columns()).toBe(2)
    await page.setViewportSize(SMALL)
    expect(await columns()).toBe(1)

    const text = page.getByRole('article').filter({ hasText: 'Long-winded' }).getByText('A summary', { exact: false })
    const lines = () =>
      text.evaluate((element) =>
        Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight)),
      )
    expect(await lines()).toBe(3)
    await page.emulateMedia({ media: 'print' })
    expect(await lines(), 'on paper').toBeGreaterThan(3)
  })

  test('is cut into pages of 24, of which the top bar of small screens knows', async ({ page, owner }) => {
    for (let n = 1; n <= 25; n += 1) await owner.makeNote({ title: `Paged ${n}` })
    await page.setViewportSize(SMALL)
    await page.goto('/myblog')
    const inTopBar = page.getByRole('banner').getByRole('link', { name: 'My Blog' })
    await expect(inTopBar).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('article')).toHaveCount(24)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL('/myblog/page/2')
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Paged 1')
    await expect(inTopBar).toHaveAttribute('aria-current', 'true')
  })

  test('puts the focus back on the link that a key followed', async ({ page, owner }) => {
    const id = await owner.makeNote({ title: 'Followed by a key' })
    await page.goto('/myblog')
    await hydrated(page)
    const card = page.getByRole('article').filter({ hasText: 'Followed by a key' })
    await card.getByRole('link', { name: 'Read' }).press('Enter')
    await expect(page).toHaveURL(`/note/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Followed by a key')
    await page.goBack()
    await expect(page).toHaveURL('/myblog')
    await expect(card.locator('a:focus')).toHaveCount(1)
  })
})

test.describe('a note', () => {
  test('shows title, about, text, day and the way back', async ({ page, owner }) => {
    const id = await owner.makeNote({
      title: 'On tea',
      about: 'Why it is hot',
      description: `<p>It <strong>is</strong>, <span style="background-color: #ff0">at noon</span>.</p><table><tbody><tr>${'<td>Assam</td>'.repeat(12)}</tr></tbody></table><math display="block" data-tex="${'tea + '.repeat(40)} t"></math><math display="block" data-tex="t + 1"></math>`,
    })
    const { data } = await (await owner.request.get(`/api/note/${id}`)).json()
    await page.goto(`/note/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('On tea')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(`, ${new URL(`/note/${data.slug}`, page.url())}`)).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.setViewportSize(PAPER)
    const formulas = page.getByRole('group', { name: 'Formula' })
    for (const wide of [page.locator('.table-scroll'), formulas.first()]) {
      expect(await wide.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'all of it').toBe(0)
    }
    // A short one stands in the middle of its column, not of the paper.
    const column = await page.getByText('It is, at noon.').boundingBox()
    const short = await formulas.last().boundingBox()
    expect(short).toMatchObject({ x: column?.x, width: column?.width })
    await page.emulateMedia({ media: null, colorScheme: 'dark' })
    await expect(page.getByText('Why it is hot', { exact: true })).toBeVisible()
    await expect(page.getByText('It is, at noon.')).toBeVisible()
    await expect(page.getByText('at noon', { exact: true })).toHaveCSS('color', 'rgb(22, 24, 28)')
    await page.emulateMedia({ colorScheme: null })
    await expect(page.getByText(`Posted: ${data.createdAt.slice(0, 10)}`, { exact: true })).toBeVisible()
    await expect(page.getByText('1 min read', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/myblog')
  })

  test('keeps together on paper what is read together', async ({ page, owner }) => {
    const code = (lines: number) => `<pre><code>${'tea\n'.repeat(lines)}</code></pre>`
    const table = '<table><tbody><tr><th>Tea</th></tr><tr><td>Assam</td></tr></tbody></table>'
    const id = await owner.makeNote({ title: 'Printed', description: code(1) + code(40) + table })
    await page.goto(`/note/${id}`)
    await page.emulateMedia({ media: 'print' })
    const figures = page.locator('.rich-text figure')
    await expect(figures.first()).toHaveCSS('break-inside', 'avoid')
    await expect(figures.last()).toHaveCSS('break-inside', 'auto')
    await expect(figures.last().locator('pre')).toHaveCSS('box-decoration-break', 'clone')
    await expect(figures.last().locator('figcaption')).toHaveCSS('break-after', 'avoid')
    await expect(page.getByRole('row').first()).toHaveCSS('break-after', 'avoid')
    await expect(page.getByRole('row').last()).toHaveCSS('break-after', 'auto')
    // With lines as tall as on a screen it often had a page of its own.
    expect((await page.locator('footer').boundingBox())?.height).toBeLessThan(120)
    // Nor is a page left to it alone.
    await expect(page.getByRole('contentinfo')).toHaveCSS('break-before', 'avoid')
  })

  test('has a table of contents that follows the reader, folded on small screens', async ({ page, owner }) => {
    const filler = `<p>${'Words to scroll past. '.repeat(160)}</p>`
    const description = `<h2>First part</h2>${filler}<h3>A detail</h3>${filler}<h2>Second part</h2>${filler}`
    const id = await owner.makeNote({ title: 'In parts', description })
    await page.setViewportSize(WIDE)
    await page.goto(`/note/${id}`)
    await hydrated(page)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await expect(contents.getByRole('link')).toHaveText(['First part', 'A detail', 'Second part'])
    await contents.getByRole('link', { name: 'Second part' }).click()
    await expect(page.getByRole('heading', { name: 'Second part' })).toBeInViewport()
    await expect(contents.getByRole('link', { name: 'Second part' })).toHaveAttribute('aria-current', 'location')
    await page.getByRole('heading', { name: 'A detail' }).evaluate((heading) => heading.scrollIntoView())
    await expect(contents.getByRole('link', { name: 'A detail' })).toHaveAttribute('aria-current', 'location')

    await page.setViewportSize(SMALL)
    await page.goto(`/note/${id}`)
    await expect(contents.getByRole('link', { name: 'Second part' })).toBeHidden()
    await contents.getByText('Contents').click()
    await contents.getByRole('link', { name: 'Second part' }).click()
    await expect(page).toHaveURL(/#/)
  })

  test('names its neighbours, related notes and author, and offers the update icon to an admin alone', async ({
    page,
    owner,
  }) => {
    await owner.makeNote({ title: 'The older one' })
    const id = await owner.makeNote({ title: 'The middle one' })
    await owner.makeNote({ title: 'The newer one' })
    await page.goto(`/note/${id}`)
    const others = page.getByRole('navigation', { name: 'Other notes' })
    await expect(others.getByRole('link', { name: 'The older one' })).toHaveAttribute('rel', 'prev')
    await expect(others.getByRole('link', { name: 'The newer one' })).toHaveAttribute('rel', 'next')
    const related = page.getByRole('region', { name: 'Related notes' }).getByRole('link')
    await expect(related).toHaveCount(3)
    await expect(related.filter({ hasText: /The (older|newer) one/ })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Author' }).getByRole('link').first()).toHaveAttribute(
      'href',
      '/about',
    )
    const update = page.getByRole('link', { name: 'Update note' })
    await expect(update).toBeHidden()
    // Without their session the badge of unpublished changes would be told that it is missing.
    await page.route('**/api/working-copy/*', (route) => route.fulfill({ json: { copy: null } }))
    await rememberProfile(page, { id: owner.id, name: 'Ada', isAdmin: true })
    await page.reload()
    await expect(update).toHaveAttribute('href', `/note/update/${id}`)
  })

  test('shows arrows as they were typed, and code at eighty columns with its language and a button that copies it', async ({
    page,
    owner,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const eighty = `// ${'0'.repeat(77)}`
    const description =
      `<table><tbody><tr><td>-&gt;</td><td>-</td><td>&gt;</td></tr></tbody></table>` +
      `<pre><code class="language-ts">const a = 1\nconst b = 2</code></pre><p>Then.</p>` +
      `<pre><code class="language-ts">${eighty}</code></pre><pre><code class="language-ts">${eighty}0</code></pre>`
    const id = await owner.makeNote({ title: 'With code', description })
    await page.setViewportSize(WIDE)
    await page.goto(`/note/${id}`)
    const [arrow = 0, ...parts] = await page.getByRole('cell').evaluateAll(async (cells) => {
      await document.fonts.load('1em "Hanken Grotesk"')
      return cells.map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getBoundingClientRect().width
      })
    })
    expect(arrow).toBeCloseTo(
      parts.reduce((sum, width) => sum + width, 0),
      0,
    )
    const blocks = page.getByRole('figure', { name: 'TypeScript' })
    await expect(blocks).toHaveCount(3)
    expect(await page.evaluate(() => document.fonts.ready.then((fonts) => fonts.check('1rem "JetBrains Mono"')))).toBe(
      true,
    )
    // Only what scrolls is a stop of the Tab key.
    await expect(blocks.nth(1).locator('pre')).toHaveAttribute('tabindex', '-1')
    await expect(blocks.nth(2).locator('pre')).toHaveAttribute('tabindex', '0')
    // The page itself looks, at each frame: this is said for two seconds.
    const said = page.waitForFunction(() => document.querySelector('figure button')?.textContent === 'Copied')
    await blocks.first().getByRole('button', { name: 'Copy', exact: true }).click()
    await said
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe('const a = 1\nconst b = 2')
    await expectAccessible(page)
  })

  test('asks nothing of a video service until its video is played', async ({ page, owner }) => {
    const player = '**://www.youtube-nocookie.com/**'
    const requested: string[] = []
    await page.route(player, (route) => {
      requested.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<p>It plays.</p>' })
    })
    const embed = '<iframe src="https://www.youtube.com/watch?v=dQw4w9WgXcQ" title="A talk on trees"></iframe>'
    const note = await owner.makeNote({ title: 'With a video', description: embed })
    await page.goto(`/note/${note}`)
    await hydrated(page)
    const video = page.frameLocator('iframe[title="A talk on trees"]')
    const play = video.getByRole('link', { name: 'A talk on trees Play from YouTube' })
    await expect(play).toBeVisible()
    await expectAccessible(page)
    expect(requested).toEqual([])
    await play.click()
    await expect(video.getByText('It plays.')).toBeVisible()
    expect(requested).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'])
  })
})

test.describe('a note that is not there', () => {
  test.use({ expectedErrors: /404/ })
  test('answers 404 and says so', async ({ page }) => {
    expect((await page.goto('/note/019b0000-0000-7000-8000-000000000000'))?.status()).toBe(404)
    await expect(page.getByRole('alert').filter({ hasText: 'Note not found' })).toHaveText('Note not found')
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/myblog')
  })
})

test.describe('notes without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('can be found and read', async ({ page }) => {
    await page.goto('/myblog')
    const title = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
    await page.getByRole('link', { name: 'Read', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('main').getByRole('paragraph').nth(4)).toBeVisible()
  })
})

test.describe('the pictures of a text', () => {
  test('are loaded no wider than they are shown, at every width', async ({ page, owner }) => {
    const upload = async (height: number) => {
      const image = { name: 'wide.jpg', mimeType: 'image/jpeg', buffer: await jpeg({ width: 2400, height }) }
      const answer = await owner.request.post('/api/media/new', { multipart: { image } })
      expect(answer.status(), await answer.text()).toBe(201)
      return (await answer.json()).url
    }
    const url = await upload(1600)
    // Of its own: Chromium takes a larger copy that another picture of the page has loaded before.
    const smallUrl = await upload(1602)
    const note = await owner.makeNote({
      title: 'With pictures',
      description: [
        `<p>One without a size <img src="${url}" alt="One"></p>`,
        `<figure><img src="${url}" alt="Two" width="2400" height="1600"></figure>`,
        `<figure data-width="small"><img src="${smallUrl}" alt="Three" width="2400" height="1600"></figure>`,
        `<figure data-width="full"><img src="${url}" alt="Four" width="2400" height="1600"></figure>`,
      ].join(''),
    })
    for (const size of [SMALL, WIDE]) {
      await page.setViewportSize(size)
      await page.goto(`/note/${note}`)
      const pictures = page.getByRole('article').getByRole('img', { name: /^(One|Two|Three|Four)$/ })
      await expect(pictures).toHaveCount(4)
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded()
        // The smallest of 480, 720, 960 and 1600 that fills it. Chromium chooses again once it knows the size of a picture
        // that has none of its own.
        await expect
          .poll(() =>
            picture.evaluate((img: HTMLImageElement) => {
              const filling = [480, 720, 960, 1600].find((width) => width >= img.clientWidth)
              const wrong = `${img.currentSrc}, ${img.clientWidth} of ${innerWidth} wide: ${img.sizes} ${img.srcset}`
              const isRight = img.currentSrc.endsWith(`-${filling}.webp`)
              return { isLoaded: img.complete, wrong: isRight ? '' : wrong, ratio: img.clientWidth / img.clientHeight }
            }),
          )
          .toEqual({ isLoaded: true, wrong: '', ratio: expect.closeTo(1.5, 1) })
      }
    }
  })
})
