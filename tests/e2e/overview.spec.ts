import { expect, newTag, test } from '../support/admin-screens'
import { makeNote, makePost } from '../support/content'

test('the overview leads to what is unfinished, to what needs the owner and to the readers’ figures', async ({
  adminPage: page,
  admin,
}) => {
  const tag = newTag()
  await makePost(admin.client, { title: `${tag} begun`, status: 'draft' })
  await page.goto(`/profile/${admin.id}`)
  await page.getByRole('region', { name: 'Administration' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL('/overview')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const begun = page.getByRole('region', { name: 'Continue with' }).getByRole('listitem').filter({ hasText: tag })
  await expect(begun).toContainText('Project · Draft')
  await begun.getByRole('link').click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`${tag} begun`)
  await page.goBack()
  await page.getByRole('link', { name: 'All figures' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Readers' })).toBeVisible()
})

test('a backup is made from the overview, which says how large it is and that it was proved', async ({
  adminPage: page,
  database,
}) => {
  await database.rows(`DELETE FROM "JobRun" WHERE "name" = 'backups'`)
  await page.goto('/overview')
  await expect(page.getByRole('region', { name: 'Needs your attention' })).toContainText('No backups are made.')
  await page.getByRole('button', { name: 'Back up now' }).focus()
  await page.keyboard.press('Enter')
  const needs = page.getByRole('region', { name: 'Needs your attention' })
  await expect(needs.getByRole('status')).toContainText(
    /Backed up \d+ rows and \d+ picture files to .*requested-.*\.tar\s+[\d.]+ MB in [\d.]+ s, proved by restoring it/,
  )
  await expect(needs.getByRole('button', { name: 'Back up now' })).not.toHaveAttribute('aria-busy', 'true')
  await expect(needs).not.toContainText('No backups are made.')
})

test('figures are narrowed by a form and by a page, and read by the keys', async ({
  adminPage: page,
  admin,
  visitor,
}) => {
  const { _id } = await makeNote(admin.client, { title: `${newTag()} read` })
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const view = { path: `/note/${_id}`, referrer: 'https://news.example/' }
  expect((await visitor.post('/api/view', view, { ...browser, origin: visitor.origin })).status).toBe(204)
  await page.goto(`/overview/readers?path=/note/${_id}`)
  await expect(page.getByText('1 view by 1 visitor')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Referrers' }).getByRole('row')).toHaveText([/Views/, /^news\.example1/])
  const plot = page.getByRole('slider', { name: 'Views per day' })
  await plot.focus()
  await page.keyboard.press('End')
  await expect(plot).toHaveAttribute('aria-valuenow', '30')
  await page.keyboard.press('ArrowLeft')
  await expect(plot).toHaveAttribute('aria-valuenow', '29')
  await expect(plot).toHaveAttribute('aria-valuetext', /: [01] views?, [01] visitors?$/)
  await plot.hover({ position: { x: 2, y: 20 } })
  await expect(plot).toHaveAttribute('aria-valuenow', '1')

  await page.getByLabel('By').selectOption('Hour')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('slider', { name: 'Views per hour' })).toBeVisible()
  await expect(page).toHaveURL(/by=hour/)
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Hours are stored for 93 days.')).toBeVisible()
  await page.getByRole('link', { name: '12 months' }).click()
  await expect(page.getByRole('slider', { name: 'Views per month' })).toBeVisible()
  await page.getByRole('link', { name: 'or see the whole site' }).click()
  await expect(page.getByRole('table', { name: 'Pages' })).toBeVisible()
})
