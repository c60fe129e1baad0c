import { expect, newTag, PHONE, rowTitles, signInOn, test } from '../support/admin-screens'
import { makeNote, makePost } from '../support/content'

test('the profile that a browser remembers grants nothing: a forged one shows no table', async ({ page, member }) => {
  await signInOn(page, member)
  await page.goto('/adminpanel')
  await expect(page.getByText('Not allowed to be here. Please, go back.')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('on a phone each row is a card with all it has, and its order is chosen from a list', async ({
  adminPage: page,
  admin,
}) => {
  await page.setViewportSize(PHONE)
  const tag = newTag()
  const id = await makePost(admin.client, { title: `${tag} a`, link: 'https://example.org/whole' })
  await makePost(admin.client, { title: `${tag} b` })
  await page.goto(`/adminpanel?filter=${tag}`)
  await expect(rowTitles(page)).toHaveText([`${tag} b`, `${tag} a`])
  await page.getByLabel('Sort by').selectOption('Title A–Z')
  await expect(rowTitles(page)).toHaveText([`${tag} a`, `${tag} b`])
  const card = page.getByRole('row').filter({ hasText: `${tag} a` })
  const { height } = PHONE
  expect((await card.boundingBox())?.y, 'the first row begins in the upper half').toBeLessThan(height / 2)
  // Every tab is one row, which begins at the screen one is on.
  await page.goto('/audit')
  await expect(page.getByRole('navigation', { name: 'Administration' }).getByRole('link').last()).toBeInViewport()
  await page.goBack()
  await expect(card).toContainText(`ID${id.slice(-4)}`)
  await expect(card.getByRole('link', { name: 'example.org/whole' })).toBeVisible()
  await card.getByRole('button', { name: `Delete ${tag} a` }).click()
  await expect(rowTitles(page)).toHaveText([`${tag} b`])
})

test('the admin’s profile leads to every screen by its tile', async ({ adminPage: page, admin }) => {
  await page.goto(`/profile/${admin.id}`)
  const tiles = page.getByRole('region', { name: 'Administration' }).getByRole('link')
  await expect(tiles).toHaveText([
    'Overview',
    'Add Project',
    'Admin Panel',
    'Add Note',
    'Notes Panel',
    'Technologies',
    'Update Profile',
    'Security',
    'Site Settings',
    'Members',
    'Audit Log',
  ])
  await tiles.filter({ hasText: 'Site Settings' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Site Settings' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a table says what works, its filter does, and a scheduled note says when it is public', async ({
    page,
    admin,
  }) => {
    const tag = newTag()
    await makePost(admin.client, { title: `${tag} kept` })
    await page
      .context()
      .addCookies([...admin.client.cookies].map(([name, value]) => ({ name, value, url: admin.client.origin })))
    await page.goto('/adminpanel')
    await expect(page.getByText('Without JavaScript only the filter and the links work here.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Delete|page$/ })).toHaveCount(0)
    await page.getByLabel('Filter by title').fill(tag)
    await page.keyboard.press('Enter')
    await expect(rowTitles(page)).toHaveText([`${tag} kept`])

    // Of the chosen status alone, and page by page.
    for (let position = 0; position < 6; position += 1)
      await makeNote(admin.client, { title: `${tag} draft`, status: 'draft' })
    await makeNote(admin.client, { title: `${tag} public` })
    await page.goto('/adminpanel-notes?status=draft')
    await page.getByLabel('Filter by title').fill(tag)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(rowTitles(page)).toContainText(Array.from({ length: 5 }, () => `${tag} draft`))
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(rowTitles(page)).toContainText([`${tag} draft`])
    await expect(rowTitles(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Previous page' }).click()
    await expect(rowTitles(page)).toHaveCount(5)

    const { _id } = await makeNote(admin.client, { title: newTag(), publishAt: '2099-07-01T09:00:00.000Z' })
    await page.goto(`/note/update/${_id}`)
    await expect(page.getByText('Scheduled for 2099-07-01 09:00')).toBeVisible()
  })
})
