import type { Page } from '@playwright/test'
import { banner, expect, expectSaid, newTag, rowTitles, signInOn, test } from '../support/admin-screens'
import type { ApiClient } from '../support/api-client'
import { makePost } from '../support/content'

/** Creates projects with a unique tag; the last one is the newest. */
async function makePosts(client: ApiClient, count: number) {
  const tag = newTag()
  const ids: string[] = []
  for (let at = 1; at <= count; at += 1) ids.push(await makePost(client, { title: `${tag} ${at}` }))
  const titles = ids.map((_, at) => `${tag} ${at + 1}`)
  return { tag, ids, titles, newestFirst: titles.toReversed() }
}

const statusOf = async (client: ApiClient, id: string) => (await client.get(`/api/post/${id}`)).status

/** Opens the table filtered by this tag. */
async function openPanel(page: Page, tag: string, rest = ''): Promise<void> {
  await page.goto(`/adminpanel?filter=${tag}${rest}`)
  await expect(page.getByRole('table', { name: /Projects/ })).toBeVisible()
}

test('the projects table has the specified columns', async ({ adminPage: page, admin }) => {
  const tag = newTag()
  const id = await makePost(admin.client, {
    title: tag,
    link: 'https://example.org/whole/',
    repo: 'https://example.org/code',
  })
  await openPanel(page, tag)

  await expect(page).toHaveTitle(/Admin Panel/)
  const headings = await page.getByRole('columnheader').allInnerTexts()
  expect(headings.map((text) => text.trim()).filter((text) => text !== '')).toEqual([
    'ID',
    'Posted',
    'Title',
    'Full Project',
    'Repository',
    'Update',
    'Delete',
  ])
  const row = page.getByRole('row').filter({ hasText: tag })
  await expect(row.getByRole('cell', { name: id.slice(-4), exact: true })).toBeVisible()
  await expect(row.getByRole('cell', { name: new Date().toISOString().slice(0, 10) })).toBeVisible()
  await expect(row.getByRole('link', { name: 'example.org/whole' })).toHaveAttribute(
    'href',
    'https://example.org/whole/',
  )
  await expect(row.getByRole('link', { name: 'example.org/code' })).toHaveAttribute('href', 'https://example.org/code')
  await row.getByRole('link', { name: `Update ${tag}` }).click()
  await expect(page).toHaveURL(`/post/update/${id}`)
})

test('the projects table shows ten rows at first, the newest on top, and offers 5, 10, 20 and 50', async ({
  adminPage: page,
  admin,
}) => {
  const { tag, newestFirst } = await makePosts(admin.client, 12)
  await openPanel(page, tag)
  await expect(rowTitles(page)).toHaveText(newestFirst.slice(0, 10))
  const size = page.getByLabel('Rows per page')
  await expect(size.getByRole('option')).toHaveText(['5', '10', '20', '50'])
  await expect(size).toHaveValue('10')
  await expect(page.getByText('1–10 of 12')).toBeVisible()

  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rowTitles(page)).toHaveText(newestFirst.slice(10))
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  await size.selectOption('5')
  await expect(rowTitles(page)).toHaveText(newestFirst.slice(0, 5))
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect(rowTitles(page)).toHaveText(newestFirst.slice(10))
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('page, order and filter live in the address, and come back with it', async ({ adminPage: page, admin }) => {
  const { tag, titles } = await makePosts(admin.client, 7)
  await page.goto('/adminpanel?size=5')
  await page.getByLabel('Filter by title').fill(tag)
  await expect(page).toHaveURL(`/adminpanel?filter=${tag}&size=5`)
  await page.getByRole('button', { name: 'Title' }).click()
  await expect(page).toHaveURL(/sort=title/)
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rowTitles(page)).toHaveText(titles.slice(0, 5))
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rowTitles(page)).toHaveText(titles.slice(5))

  const address = page.url()
  await page.reload()
  expect(page.url()).toBe(address)
  await expect(rowTitles(page)).toHaveText(titles.slice(5))
  await page.goBack()
  await expect(rowTitles(page)).toHaveText(titles.slice(0, 5))
  await page.goBack()
  await page.goBack()
  await expect(page.getByLabel('Filter by title')).toHaveValue('')
})

test('a filter has no special characters, and says when nothing matches', async ({ adminPage: page, admin }) => {
  const tag = newTag()
  await makePost(admin.client, { title: `${tag} 100%` })
  await makePost(admin.client, { title: `${tag} 1000` })
  await openPanel(page, `${tag}%20100%25`)
  await expect(rowTitles(page)).toHaveText([`${tag} 100%`])
  await page.getByLabel('Filter by title').fill(`${tag} nowhere`)
  await expect(page.getByText(`No title contains “${tag} nowhere”.`)).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByLabel('Filter by title')).toHaveValue('')
  await expect(rowTitles(page).first()).toBeVisible()
})

test('deleting asks nothing, says what the server said, and can be undone', async ({ adminPage: page, admin }) => {
  const { tag, ids, newestFirst } = await makePosts(admin.client, 3)
  const [, middle = ''] = ids
  await openPanel(page, tag)
  await page.getByRole('button', { name: `Delete ${tag} 2` }).click()
  // While hovered, it stays.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expectSaid(page, 'Project deleted.')
  await expect(rowTitles(page)).toHaveText([newestFirst[0] ?? '', newestFirst[2] ?? ''])
  expect(await statusOf(admin.client, middle)).toBe(404)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowTitles(page)).toHaveText(newestFirst)
  await expectSaid(page, '1 project restored.')
  expect(await statusOf(admin.client, middle)).toBe(200)
})

test('many rows are chosen with Shift, deleted at once, and brought back with Control Z', async ({
  adminPage: page,
  admin,
}) => {
  const { tag, ids, newestFirst } = await makePosts(admin.client, 6)
  await openPanel(page, tag)
  await page.getByRole('checkbox', { name: `Select ${tag} 5` }).click()
  await page.getByRole('checkbox', { name: `Select ${tag} 2` }).click({ modifiers: ['Shift'] })
  const chosen = page.getByRole('region', { name: 'Selected rows' })
  await expect(chosen).toContainText('4 selected')
  await chosen.getByRole('button', { name: 'Delete' }).click()
  await expect(rowTitles(page)).toHaveText([`${tag} 6`, `${tag} 1`])
  await expectSaid(page, '4 projects moved to the trash.')
  await expect(chosen).toBeHidden()

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).focus()
  await page.keyboard.press('Control+z')
  await expect(rowTitles(page)).toHaveText(newestFirst)
  for (const id of ids) expect(await statusOf(admin.client, id)).toBe(200)
})

test('chosen rows are pinned and come first on the home page, until that is undone', async ({
  adminPage: page,
  admin,
}) => {
  const { tag, newestFirst } = await makePosts(admin.client, 3)
  const first = () => page.getByRole('region', { name: 'Latest Projects' }).getByRole('heading', { level: 3 }).first()
  await openPanel(page, tag)
  const chosen = page.getByRole('region', { name: 'Selected rows' })
  await page.getByRole('checkbox', { name: `Select ${tag} 1` }).check()
  await chosen.getByRole('button', { name: 'Pin' }).click()
  await expectSaid(page, 'Project pinned.')
  await expect(rowTitles(page)).toHaveText([`${tag} 3`, `${tag} 2`, `${tag} 1 Pinned`])
  await page.goto('/')
  await expect(first()).toHaveText(`${tag} 1`)
  await openPanel(page, tag)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await chosen.getByRole('button', { name: 'Pin' }).click()
  await expectSaid(page, '2 projects pinned.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowTitles(page)).toHaveText([`${tag} 3`, `${tag} 2`, `${tag} 1 Pinned`])
  await page.getByRole('checkbox', { name: `Select ${tag} 1` }).check()
  await chosen.getByRole('button', { name: 'Unpin' }).click()
  await expect(rowTitles(page)).toHaveText(newestFirst)
  await page.goto('/')
  await expect(first()).toHaveText(`${tag} 3`)
})

test('a selection ends with another page', async ({ adminPage: page, admin }) => {
  const { tag } = await makePosts(admin.client, 7)
  await openPanel(page, tag, '&size=5')
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await expect(page.getByText('5 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rowTitles(page)).toHaveText([`${tag} 2`, `${tag} 1`])
  await expect(page.getByRole('region', { name: 'Selected rows' })).toBeHidden()
})

test('the trash restores, and deletes for good only after asking', async ({ adminPage: page, admin, database }) => {
  const { tag, ids } = await makePosts(admin.client, 3)
  await admin.client.post('/api/post/trash', { ids, action: 'trash' })
  await page.goto(`/adminpanel?filter=${tag}`)
  await expect(page.getByText(`No title contains “${tag}”.`)).toBeVisible()
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page).toHaveURL(`/adminpanel?trash=1&filter=${tag}`)
  await expect(rowTitles(page)).toHaveText([`${tag} 3`, `${tag} 2`, `${tag} 1`])
  await expect(page.getByText('30 days')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Update/ })).toHaveCount(0)

  await page.getByRole('button', { name: `Restore ${tag} 3` }).click()
  // The row disappears before the response arrives.
  await expectSaid(page, '1 project restored.')
  await expect(rowTitles(page)).toHaveText([`${tag} 2`, `${tag} 1`])
  expect(await statusOf(admin.client, ids[2] ?? '')).toBe(200)

  const purge = page.getByRole('button', { name: `Delete permanently: ${tag} 2` })
  await purge.click()
  const question = page.getByRole('dialog', { name: 'Delete this permanently?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(question).toContainText(`${tag} 2`)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(purge).toBeFocused()
  await purge.click()
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(rowTitles(page)).toHaveText([`${tag} 1`])
  await expectSaid(page, '1 project deleted permanently.')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  expect(await database.rows('SELECT "id" FROM "Post" WHERE "id" = $1', [ids[1]])).toEqual([])
})

test('the table works by keyboard alone', async ({ adminPage: page, admin }) => {
  const { tag } = await makePosts(admin.client, 4)
  await openPanel(page, tag)
  await page.getByLabel('Filter by title').focus()
  const first = page.getByRole('checkbox', { name: `Select ${tag} 4` })
  for (let steps = 0; steps < 12 && !(await first.evaluate((box) => box === document.activeElement)); steps += 1) {
    await page.keyboard.press('Tab')
  }
  await expect(first).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('checkbox', { name: `Select ${tag} 3` })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Selected rows' })).toBeHidden()

  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Delete ${tag} 3` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowTitles(page)).toHaveText([`${tag} 4`, `${tag} 2`, `${tag} 1`])
  // Not on the next Delete: one more Enter would take that row, too.
  await expect(page.getByRole('checkbox', { name: `Select ${tag} 2` })).toBeFocused()
  // Immediately, whether or not the response has arrived.
  await page.keyboard.press('Control+z')
  await expect(rowTitles(page)).toHaveText([`${tag} 4`, `${tag} 3`, `${tag} 2`, `${tag} 1`])
})

test('what was deleted comes back with Control Z wherever the focus is, and its button says what it undoes', async ({
  adminPage: page,
  admin,
}) => {
  const { tag, newestFirst } = await makePosts(admin.client, 2)
  await openPanel(page, tag)
  const undo = page.getByRole('button', { name: `Undo deleting ${tag} 2`, exact: true })

  await page.getByRole('button', { name: `Delete ${tag} 2` }).click()
  await undo.focus()
  // The sentence has gone, and the button still says it.
  await expect(banner(page, 'Project moved to the trash.')).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(rowTitles(page)).toHaveText(newestFirst)

  await page.getByRole('button', { name: `Delete ${tag} 2` }).click()
  await expect(rowTitles(page)).toHaveText([`${tag} 1`])
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+z')
  await expect(rowTitles(page)).toHaveText(newestFirst)

  // In a field it undoes what is typed there, and nothing else.
  await page.getByRole('button', { name: `Delete ${tag} 2` }).click()
  await expect(rowTitles(page)).toHaveText([`${tag} 1`])
  await page.getByLabel('Filter by title').focus()
  await page.keyboard.press('Control+z')
  await undo.click()
  await expect(rowTitles(page)).toHaveText(newestFirst)
})

test('after the session has ended one signs in beside the table and goes on', async ({ page, admin, newPerson }) => {
  const person = await newPerson('admin')
  const { tag, ids } = await makePosts(admin.client, 1)
  const [id = ''] = ids
  await signInOn(page, person)
  await openPanel(page, tag)
  await person.client.post('/api/user/logout')
  await page.getByRole('button', { name: `Delete ${tag} 1` }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Please sign in first.' })
  await expect(refusal).toBeVisible()
  await expect(rowTitles(page)).toHaveText([`${tag} 1`])
  expect(await statusOf(admin.client, id)).toBe(200)

  await refusal.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(refusal).toBeHidden()
  await page.getByRole('button', { name: `Delete ${tag} 1` }).click()
  await expectSaid(page, 'Project deleted.')
  expect(await statusOf(admin.client, id)).toBe(404)
})
