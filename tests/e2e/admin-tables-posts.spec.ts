import type { Page } from '@playwright/test'
import { expect, expectMessage, newTag, rowTitles, test } from '../support/admin-screens'
import type { ApiClient } from '../support/api-client'
import { makePost } from '../support/content'
import { hydrated } from '../support/screens'

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

test('the projects table has the specified columns and shows ten rows at first, the newest on top', async ({
  adminPage: page,
  admin,
}) => {
  const { tag, titles } = await makePosts(admin.client, 11)
  const last = `${tag} last`
  const id = await makePost(admin.client, {
    title: last,
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
  const row = page.getByRole('row').filter({ hasText: last })
  await expect(row.getByRole('cell', { name: id.slice(-4), exact: true })).toBeVisible()
  await expect(row.getByRole('cell', { name: new Date().toISOString().slice(0, 10) })).toBeVisible()
  await expect(row.getByRole('link', { name: 'example.org/whole' })).toHaveAttribute(
    'href',
    'https://example.org/whole/',
  )
  await expect(row.getByRole('link', { name: 'example.org/code' })).toHaveAttribute('href', 'https://example.org/code')
  const newestFirst = [last, ...titles.toReversed()]
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
  await page.getByRole('button', { name: 'First page' }).click()
  await row.getByRole('link', { name: `Update ${last}` }).click()
  await expect(page).toHaveURL(`/post/update/${id}`)
})

test('page, order and filter live in the address and come back with it; a filter has no special characters', async ({
  adminPage: page,
  admin,
}) => {
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
  await expectMessage(page, 'Project deleted.')
  await expect(rowTitles(page)).toHaveText([newestFirst[0] ?? '', newestFirst[2] ?? ''])
  expect(await statusOf(admin.client, middle)).toBe(404)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowTitles(page)).toHaveText(newestFirst)
  await expectMessage(page, '1 project restored.')
  expect(await statusOf(admin.client, middle)).toBe(200)
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
  await expectMessage(page, 'Project pinned.')
  await expect(rowTitles(page)).toHaveText([`${tag} 3`, `${tag} 2`, `${tag} 1 Pinned`])
  await page.goto('/')
  await expect(first()).toHaveText(`${tag} 1`)
  await openPanel(page, tag)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await chosen.getByRole('button', { name: 'Pin' }).click()
  await expectMessage(page, '2 projects pinned.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowTitles(page)).toHaveText([`${tag} 3`, `${tag} 2`, `${tag} 1 Pinned`])
  await page.getByRole('checkbox', { name: `Select ${tag} 1` }).check()
  await chosen.getByRole('button', { name: 'Unpin' }).click()
  await expect(rowTitles(page)).toHaveText(newestFirst)
  await page.goto('/')
  await expect(first()).toHaveText(`${tag} 3`)
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
  await expectMessage(page, '1 project restored.')
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
  await expectMessage(page, '1 project deleted permanently.')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  expect(await database.rows('SELECT "id" FROM "Post" WHERE "id" = $1', [ids[1]])).toEqual([])
})

test('pinned projects are put into an order by keys, mouse and touch, which home shows', async ({
  adminPage: page,
  admin,
  context,
}) => {
  const { tag, ids } = await makePosts(admin.client, 3)
  for (const id of ids) await admin.client.form('PUT', `/api/post/${id}`, { isPinned: 'true' })
  await openPanel(page, tag)
  const order = page.getByRole('region', { name: 'Order of pinned projects' })
  const names = order.getByRole('listitem')
  const handle = (number: number) => order.getByRole('button', { name: `Move ${tag} ${number}`, exact: true })
  await expect(names).toHaveText([`${tag} 3`, `${tag} 2`, `${tag} 1`])

  await handle(1).press('Alt+ArrowUp')
  await expect(names).toHaveText([`${tag} 3`, `${tag} 1`, `${tag} 2`])
  await expect(order.getByRole('status')).toHaveText(`${tag} 1 is now at place 2 of 3.`)
  await expect(handle(1)).toBeFocused()
  await expectMessage(page, 'Order saved.')

  await order.getByRole('button', { name: `Move ${tag} 2 up` }).click()
  await expect(names).toHaveText([`${tag} 3`, `${tag} 2`, `${tag} 1`])

  const from = await handle(3).boundingBox()
  const to = await handle(1).boundingBox()
  if (!from || !to) throw new Error('The handles are not shown.')
  const middle = (box: { x: number; y: number; width: number; height: number }) =>
    [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.mouse.move(...middle(from))
  await page.mouse.down()
  await page.mouse.move(...middle(to), { steps: 5 })
  const stored = page.waitForResponse((answer) => answer.request().postDataJSON()?.ids?.[0] === ids[1])
  await page.mouse.up()
  await expect(names).toHaveText([`${tag} 2`, `${tag} 1`, `${tag} 3`])
  await stored
  await page.reload()
  await expect(names).toHaveText([`${tag} 2`, `${tag} 1`, `${tag} 3`])

  const touch = await context.newCDPSession(page)
  const [x, y] = middle((await handle(3).boundingBox()) ?? from)
  const [, top] = middle((await handle(2).boundingBox()) ?? to)
  await hydrated(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: top }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(names).toHaveText([`${tag} 3`, `${tag} 2`, `${tag} 1`])
  await expectMessage(page, 'Order saved.')
  await page.goto('/')
  const cards = page.getByRole('region', { name: 'Latest Projects' }).getByRole('heading', { level: 3 })
  await expect(cards.first()).toHaveText(`${tag} 3`)
  for (const id of ids) await admin.client.form('PUT', `/api/post/${id}`, { isPinned: 'false' })
})
