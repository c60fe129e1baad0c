import { expect, newTag, rowTitles, test } from '../support/admin-screens'
import { makeNote } from '../support/content'
import { hydrated } from '../support/writing'

test('the notes table has the specified columns, five rows at first, the newest on top, and leads to their pages', async ({
  adminPage: page,
  admin,
}) => {
  const tag = newTag()
  const ids: string[] = []
  for (let at = 1; at <= 6; at += 1) ids.push((await makeNote(admin.client, { title: `${tag} ${at}` }))._id)
  await page.goto(`/adminpanel-notes?filter=${tag}`)
  await expect(page).toHaveTitle(/Notes Panel/)
  await expect(rowTitles(page)).toHaveText([6, 5, 4, 3, 2].map((at) => `${tag} ${at}`))
  const headings = await page.getByRole('columnheader').allInnerTexts()
  expect(headings.map((text) => text.trim()).filter((text) => text !== '')).toEqual([
    'ID',
    'Posted',
    'Title',
    'Note',
    'Update',
    'Delete',
  ])
  const size = page.getByLabel('Rows per page')
  await expect(size).toHaveValue('5')
  await expect(size.getByRole('option')).toHaveText(['5', '10', '20', '50'])

  const row = page.getByRole('row').filter({ hasText: `${tag} 6` })
  const [id = ''] = ids.slice(-1)
  await expect(row.getByRole('cell', { name: id.slice(-4), exact: true })).toBeVisible()
  await expect(row.getByRole('cell', { name: new Date().toISOString().slice(0, 10) })).toBeVisible()
  await expect(row.getByRole('link', { name: `Update ${tag} 6` })).toHaveAttribute('href', `/note/update/${id}`)
  const { _id: draft } = await makeNote(admin.client, { title: `${tag} draft`, status: 'draft' } as object)
  await page.reload()
  const links = (title: string) => page.getByRole('row').filter({ hasText: title }).getByRole('link')
  for (const [title, path, word] of [
    [`${tag} 6`, `/note/${id}`, 'Open'],
    [`${tag} draft`, `/preview/note/${draft}`, 'Preview'],
  ] as const) {
    await expect(links(title).filter({ hasText: title })).toHaveAttribute('href', path)
    await expect(links(title).filter({ hasText: word })).toHaveAttribute('href', path)
  }
  await row.getByRole('link', { name: `Open ${tag} 6` }).click()
  await expect(page).toHaveURL(`/note/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: `${tag} 6` })).toBeVisible()
})

test('a deleted note can be read in the trash as it was last written, and is unfinished nowhere', async ({
  adminPage: page,
  admin,
}) => {
  const tag = newTag()
  const { _id } = await makeNote(admin.client, { title: tag })
  await page.goto(`/note/update/${_id}`)
  await hydrated(page)
  await page.getByPlaceholder('Brief explanation about the note').fill('Not published yet')
  await expect(page.getByText('Saved. Changes not published')).toBeVisible()
  expect((await admin.client.delete(`/api/note/${_id}`)).status).toBe(200)
  await page.goto(`/adminpanel-notes?filter=${tag}`)
  await expect(page.getByRole('heading', { name: 'Notes Panel' })).toBeVisible()
  await expect(page.getByText(`No title contains “${tag}”.`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'On this device only' })).toHaveCount(0)
  await page.goto(`/adminpanel-notes?trash=1&filter=${tag}`)
  await expect(rowTitles(page)).toHaveText([tag])
  // It says where one is, and when it is gone.
  await expect(page).toHaveTitle(/^Notes in the trash/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notes in the trash')
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const cells = page.getByRole('row').filter({ hasText: tag }).getByRole('cell')
  await expect(cells.filter({ hasText: /^Deleted/ })).toContainText(day(0))
  await expect(cells.filter({ hasText: /^Permanently deleted/ })).toContainText(day(30))
  await page.getByRole('link', { name: tag, exact: true }).click()
  await expect(page).toHaveURL(`/preview/note/${_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tag)
  await expect(page.getByText('Not published yet')).toBeVisible()
})
