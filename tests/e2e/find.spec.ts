import { expect, hydrated, test } from '../support/screens'

/** A word no other test writes. */
const newWord = () => `w${crypto.randomUUID().replace(/[^a-z]/g, '')}`

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the field in the footer finds notes and projects, marks the words, and narrows them', async ({
    page,
    owner,
  }) => {
    const word = newWord()
    await owner.makeNote({ title: 'On boats', description: `<p>It floats, says ${word}.</p>` })
    await owner.makePost({ title: `A ${word} of wood`, description: 'It is not finished.', tech: 'Zig' })
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await footer.getByLabel('Find on this site').fill(word)
    await footer.getByRole('button', { name: 'Find' }).click()
    await expect(page).toHaveURL(`/find?q=${word}`)
    await expect(page.getByRole('status').filter({ hasText: '2 results' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 2 })).toHaveText([`A ${word} of wood`, 'On boats'])
    await expect(main.locator('mark')).toHaveText([word, word])
    // Not the browser's black on yellow, in either scheme.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(main.locator('mark').first()).not.toHaveCSS('background-color', 'rgb(255, 255, 0)')
      const ink = await main.getByRole('heading', { level: 1 }).evaluate((title) => getComputedStyle(title).color)
      await expect(main.locator('mark').first()).toHaveCSS('color', ink)
    }
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')

    await main.getByLabel('Kind').selectOption('Note')
    await main.getByRole('button', { name: 'Apply' }).click()
    await expect(main.getByRole('heading', { level: 2 })).toHaveText(['On boats'])
    await main.getByLabel('Kind').selectOption('All')
    await main.getByLabel('Technology').selectOption('Zig')
    await main.getByRole('button', { name: 'Apply' }).click()
    await expect(main.getByRole('heading', { level: 2 })).toHaveText([`A ${word} of wood`])
    await main.getByRole('link', { name: `A ${word} of wood` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`A ${word} of wood`)
  })

  test('what narrows it is in line with the field, at any width', async ({ page, owner }) => {
    await owner.makePost({ title: 'A boat', description: 'It floats.', tech: 'A technology of a long name' })
    const main = page.getByRole('main')
    const edges = (width: number) =>
      test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 })
        await page.goto('/find?q=boat')
        const controls = [
          main.getByRole('searchbox'),
          ...['Kind', 'Technology', 'Year'].map((name) => main.getByLabel(name)),
        ]
        const boxes = await Promise.all(
          [...controls, main.getByRole('button', { name: 'Apply' })].map((control) => control.boundingBox()),
        )
        return boxes.map((box) => ({
          end: Math.round((box?.x ?? 0) + (box?.width ?? 0)),
          bottom: Math.round((box?.y ?? 0) + (box?.height ?? 0)),
        }))
      })
    const [field, kind, tech, year, apply] = await edges(390)
    expect([tech?.end, apply?.end, kind?.end]).toEqual([field?.end, field?.end, year?.end])
    expect([tech?.bottom, apply?.bottom]).toEqual([kind?.bottom, year?.bottom])
    const [wide, ...row] = await edges(1280)
    expect(row.at(-1)?.end).toBe(wide?.end)
    expect(new Set(row.map(({ bottom }) => bottom)).size).toBe(1)
  })

  test('a misspelt word, nothing at all and too much are said', async ({ page, owner }) => {
    const word = newWord()
    await owner.makeNote({ title: `All about ${word}` })
    await page.goto(`/find?q=${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}x`)
    await page.goto(`/find?q=x${word}`)
    await expect(page.getByText(`Nothing has “x${word}”: shown is “${word}”.`)).toBeVisible()
    await page.goto('/find?q=qqqqq-wwwww-zzzzz')
    await expect(page.getByText('Nothing found.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'You may be looking for' })).toBeVisible()
    await page.goto(`/find?q=${'x'.repeat(1_001)}`)
    await expect(page.getByRole('alert')).toHaveText('A search can have at most 1,000 characters.')
  })
})

test.describe('an address that leads nowhere', () => {
  // The browser reports the 404 itself.
  test.use({ expectedErrors: /404/ })

  test('proposes what has such a name', async ({ page, owner }) => {
    const word = newWord()
    await owner.makeNote({ title: `Building a ${word}` })
    for (const path of [`/2019/04/building-a-${word}.html`, `/note/${word}`]) {
      await page.goto(path)
      await hydrated(page)
      const near = page.getByRole('main').getByRole('link', { name: `Building a ${word}` })
      await expect(near).toBeVisible()
      await expect(page.getByRole('main').getByLabel('Find on this site')).toBeVisible()
    }
  })
})
