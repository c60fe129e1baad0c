import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleButForColours } from '../support/accessibility'
import { expect, expectMessage, newTag, rowTitles, test } from '../support/admin-screens'
import type { ApiClient } from '../support/api-client'
import { makeNote, makePost, readPost } from '../support/content'
import { png } from '../support/pictures'
import { expectAnswer, pictureShape } from '../support/shapes'

const SCREEN = '/adminpanel-pictures'

/** Stores a picture that nothing shows. */
async function storePicture(client: ApiClient, alt = '') {
  return expectAnswer(
    await client.form('POST', '/api/media/new', { image: { file: await png() }, alt }),
    201,
    pictureShape,
  )
}

const rowOf = (page: Page, alt: string) => page.getByRole('row', { name: alt })

test('a picture is found with its sizes and what shows it, is replaced there, and each use is one press away', async ({
  adminPage: page,
  admin,
}) => {
  const [alt, unused, title, project] = [newTag(), newTag(), newTag(), newTag()]
  const { url } = await storePicture(admin.client, alt)
  await storePicture(admin.client, unused)
  const note = await makeNote(admin.client, { title, description: `<p><img src="${url}" alt="Own"></p>` })
  const post = await makePost(admin.client, { title: project, story: `<p><img src="${url}" alt="Own"></p>` })
  await page.goto(`${SCREEN}?filter=${alt}`)
  const row = rowOf(page, alt)
  await expect(row).toContainText('64 × 48')
  await expect(row).toContainText(/\d+ kB/)
  await expect(row.getByRole('link', { name: project })).toHaveAttribute('href', `/post/update/${post}`)
  await row.getByRole('button', { name: `Replace ${alt}` }).click()
  const dialog = page.getByRole('dialog', { name: `Replace ${alt}` })
  await expect(dialog).toContainText('It is shown in 2 places')
  const file = { name: 'new.png', mimeType: 'image/png', buffer: await png({ width: 90, height: 60 }) }
  await dialog.getByLabel('New picture').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Replace picture' }).click()
  await expectMessage(page, 'Picture replaced.')
  await expect(row).toContainText('90 × 60')
  await row.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/note/update/${note._id}`)
  await page.goto(`${SCREEN}?filter=${unused}`)
  await expect(rowOf(page, unused)).toContainText('Nothing')
  // A text that is being written may show it.
  await expect(page.getByRole('button', { name: `Delete ${unused}` })).toBeDisabled()
  await page.getByRole('link', { name: 'Unused' }).click()
  await expect(page).toHaveURL(`${SCREEN}?status=unused&filter=${unused}`)
  await expect(rowTitles(page)).toHaveCount(1)
  await page.goto(`${SCREEN}?status=unused&filter=${alt}`)
  await expect(page.getByText(`No description contains “${alt}”.`)).toBeVisible()
})

test('descriptions are written by keys where they stand, and one for several by mouse, and undone', async ({
  adminPage: page,
  admin,
}) => {
  const [one, other] = [newTag(), newTag()]
  const post = await makePost(admin.client, { image: { file: await png() }, alt: one })
  await storePicture(admin.client, `${one} of a text`)
  await page.goto(`${SCREEN}?filter=${one}&sort=title&direction=asc`)
  await expect(rowTitles(page)).toHaveCount(2)
  const field = page.getByRole('textbox', { name: `Description of ${one}`, exact: true })
  await field.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(`${one} in steam`)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expectMessage(page, '1 picture described.')
  await expect(page.getByRole('textbox', { name: `Description of ${one} in steam`, exact: true })).toBeVisible()
  expect((await readPost(admin.client, post)).image[0]?.alt).toBe(`${one} in steam`)
  await expectAccessibleButForColours(page)
  // Left, it is saved as well; Escape takes back what was typed.
  await page.getByLabel(`Description of ${one} of a text`).fill('x')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel(`Description of ${one} of a text`)).toHaveValue(`${one} of a text`)

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Describe…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Describe 2 pictures' })
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByLabel('Description').fill(other)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, '2 pictures described.')
  expect((await readPost(admin.client, post)).image[0]?.alt).toBe(other)
  await page.getByRole('button', { name: 'Undo describing 2 pictures' }).click()
  await expect(page.getByRole('textbox', { name: /^Description of / })).toHaveCount(2)
  await expect.poll(async () => (await readPost(admin.client, post)).image[0]?.alt).toBe(`${one} in steam`)
})

test('what nothing shows is deleted by mouse and by keys, with Undo; what is used cannot be', async ({
  adminPage: page,
  admin,
  database,
  visitor,
}) => {
  const tag = newTag()
  const used = await storePicture(admin.client, `${tag} used`)
  await makeNote(admin.client, { title: tag, description: `<p><img src="${used.url}" alt="Own"></p>` })
  const { url } = await storePicture(admin.client, `${tag} one`)
  await storePicture(admin.client, `${tag} two`)
  // A new one may be of a text that is being written.
  await database.change(3, `UPDATE "Media" SET "createdAt" = now() - interval '1 day' WHERE "alt" LIKE $1`, [`${tag}%`])
  await page.goto(`${SCREEN}?filter=${tag}&sort=title&direction=asc`)
  await expect(rowTitles(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: `Delete ${tag} used` })).toBeDisabled()
  await page.getByRole('button', { name: `Delete ${tag} one` }).click()
  await expectMessage(page, '1 picture deleted.')
  await expect(rowTitles(page)).toHaveCount(2)
  expect((await visitor.get(url)).status).toBe(404)
  await page.keyboard.press('Control+Z')
  await expect(rowTitles(page)).toHaveCount(3)
  expect((await visitor.get(url)).status).toBe(200)

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const remove = page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' })
  await expect(remove).toBeDisabled()
  await page.getByRole('checkbox', { name: `Select ${tag} used` }).uncheck()
  await remove.focus()
  await page.keyboard.press('Enter')
  await expectMessage(page, '2 pictures deleted.')
  await expect(rowTitles(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo deleting 2 pictures' }).click()
  await expect(rowTitles(page)).toHaveCount(3)
})

test('what the overview says of pictures without a description leads to them, and more are uploaded there', async ({
  adminPage: page,
  admin,
}) => {
  const title = newTag()
  await makePost(admin.client, { title, image: { file: await png() }, alt: '' })
  await page.goto('/overview')
  await page.getByRole('listitem').filter({ hasText: 'no description' }).getByRole('link').click()
  await expect(page).toHaveURL(`${SCREEN}?status=undescribed`)
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible()
  const files = [1, 2].map(async (number) => ({ name: `${number}.png`, mimeType: 'image/png', buffer: await png() }))
  await page.getByLabel('Picture files').setInputFiles(await Promise.all(files))
  await expectMessage(page, '2 pictures uploaded.')
})
