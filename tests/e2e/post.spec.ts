import { png } from '../support/pictures'
import { expect, hydrated, rememberProfile, test } from '../support/screens'

test.describe('a project', () => {
  test('shows picture, title, description with its lines, links and technologies', async ({ page, owner }) => {
    const id = await owner.makePost({
      title: 'Everything set',
      description: 'First line\nsecond line\n\nnew paragraph',
      tech: 'Zig, Nim',
      repo: 'https://example.org/code',
      link: 'https://example.org/live',
      image: await png({ width: 900, height: 500 }),
    })
    await page.setViewportSize({ width: 1366, height: 650 })
    await page.goto(`/post/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything set')
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    const picture = page.getByRole('img', { name: 'Everything set' })
    await expect(picture).toBeVisible()
    const box = await picture.boundingBox()
    expect((box?.width ?? 0) / (box?.height ?? 1), 'the box has the shape of the picture').toBeCloseTo(900 / 500, 1)
    const text = page.getByRole('paragraph').filter({ hasText: 'First line' })
    for (const name of ['Full Project', 'Github Code']) {
      const link = await page.getByRole('link', { name, exact: true }).boundingBox()
      expect(link?.y, 'the links are above the text').toBeLessThan((await text.boundingBox())?.y ?? 0)
    }
    expect(await text.textContent()).toBe('First line\nsecond line')
    await expect(text).toHaveCSS('white-space-collapse', 'preserve-breaks')
    await expect(page.getByRole('paragraph').filter({ hasText: /^new paragraph$/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Github Code', exact: true })).toHaveAttribute(
      'href',
      'https://example.org/code',
    )
    await expect(page.getByRole('link', { name: 'Full Project', exact: true })).toHaveAttribute(
      'href',
      'https://example.org/live',
    )
    const technologies = page.getByRole('list', { name: 'Technologies' }).getByRole('link')
    await expect(technologies).toHaveText(['Zig', 'Nim'])
    await expect(technologies.first()).toHaveAccessibleName('Projects and notes with Zig')
    // To robots a chip that reads "Go" says nothing of where it leads.
    await expect(technologies.first()).toHaveAttribute('rel', 'nofollow')
    // A phone on its side.
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  })

  test('says whose it is, from when, in short what it was and with what, in full at every width', async ({
    page,
    owner,
  }) => {
    const said = { role: 'Design and code', forWhom: 'A harbour', state: 'In use', usedBy: '40 people', licence: 'MIT' }
    const facts = { ...said, started: '2024-03', ended: '2024-05' }
    const tech = 'Longestnameofatechnology'.repeat(4)
    const multipart = { title: 'With facts', description: 'It keeps tides. It was hard.', tech, ...facts }
    const answer = await owner.request.post('/api/post/new', { multipart })
    expect(answer.status(), await answer.text()).toBe(201)
    const { _id, data } = await answer.json()
    expect(data).toMatchObject(facts)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/post/${_id}`)
      const article = page.getByRole('article')
      for (const fact of [...Object.values(said), 'March 2024 – May 2024'])
        await expect(article.getByText(fact, { exact: true })).toBeInViewport()
      await expect(article.locator('time')).toHaveText(/^\d{4}$/)
      const authors = article.locator('a[rel=author]')
      await expect(authors.first()).toHaveAttribute('href', '/about')
      await expect(authors.first()).toBeInViewport()
      await expect(article.getByRole('region', { name: 'Author' })).toBeVisible()
      await expect(article.getByText('It keeps tides. It was hard.', { exact: true })).toBeVisible()
      const path = page.getByRole('navigation', { name: 'Path' }).getByRole('link')
      await expect(path.nth(1)).toHaveAttribute('href', '/projects')
      const chip = await article.getByRole('link', { name: tech }).evaluate((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return { ends: range.getBoundingClientRect().right, at: link.getBoundingClientRect().right }
      })
      expect(chip.ends).toBeLessThan(chip.at)
      expect(chip.at).toBeLessThanOrEqual(width)
    }
    await owner.request.delete(`/api/post/${_id}`)
  })

  test('goes back where the browser came from', async ({ page, owner }) => {
    const id = await owner.makePost({ title: 'Back', description: 'x', tech: 'Backlang' })
    await page.goto('/search/backlang')
    await hydrated(page)
    await page.getByRole('link', { name: 'Read' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Back')
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/search/backlang')

    await page.goto('/myblog')
    await page.goto(`/post/${id}`)
    await hydrated(page)
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/myblog')
  })

  test('offers Options to an admin alone', async ({ page, owner, browser, baseURL }) => {
    const id = await owner.makePost({ title: 'Optional', description: 'x' })
    await page.goto(`/post/${id}`)
    await expect(page.getByRole('link', { name: 'Options' })).toBeHidden()

    const asAdmin = await browser.newPage({ baseURL })
    await rememberProfile(asAdmin, { id: owner.id, name: 'Ada', isAdmin: true })
    await asAdmin.goto(`/post/${id}`)
    await expect(asAdmin.getByRole('link', { name: 'Options', exact: true })).toHaveAttribute(
      'href',
      `/post/update/${id}`,
    )
    await asAdmin.close()

    const asUser = await browser.newPage({ baseURL })
    await rememberProfile(asUser, { id: owner.id, name: 'Ada', isAdmin: false })
    await asUser.goto(`/post/${id}`)
    await expect(asUser.getByRole('link', { name: 'Options' })).toBeHidden()
    await asUser.close()
  })
})

test.describe('a project that is not there', () => {
  test.use({ expectedErrors: /404/ })
  test('answers 404 and says so', async ({ page }) => {
    const answer = await page.goto('/post/019b0000-0000-7000-8000-000000000000')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('alert').filter({ hasText: 'Post not found' })).toHaveText('Post not found')
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/projects')
  })
})

test.describe('a project without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('can be read, leaves out what is not set, and Go Back leads to the list', async ({ page, owner }) => {
    const id = await owner.makePost({ title: 'Scriptless', description: 'Still here.' })
    await page.goto(`/post/${id}`)
    await expect(page.getByText('Still here.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Github Code' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Full Project' })).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Technologies' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/projects')
  })
})
