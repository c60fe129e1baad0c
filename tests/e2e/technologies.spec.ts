import { expectAccessible } from '../support/accessibility'
import { expect, expectMessage, newTag, rowTitles, test } from '../support/admin-screens'
import { makeNote, makePost } from '../support/content'

/** A technology of its own, in letters alone. */
const newName = () => `T${crypto.randomUUID().replace(/[^a-f]/g, '')}x`
const SCREEN = '/adminpanel-technologies'

test('a technology is renamed and described by keyboard alone, and its old address leads to the new one', async ({
  adminPage: page,
  admin,
}) => {
  const [name, other] = [newName(), newName()]
  await makePost(admin.client, { title: newTag(), tech: name })
  await makeNote(admin.client, { title: newTag(), tech: other })
  await page.goto(`${SCREEN}?filter=${name}`)
  await expect(rowTitles(page)).toHaveText([name])
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('1 project')
  await page.getByRole('button', { name: `Edit ${name}` }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(page, 'dialog[open]')

  // The name of another is refused at the field, and what was typed stays.
  await dialog.getByLabel('Name').fill(other)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('merge the two instead')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue(other)

  await dialog.getByLabel('Name').fill(`${name} Two`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Since school.')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expectMessage(page, `${name} Two updated.`)
  await expect(rowTitles(page)).toHaveText([`${name} Two`])
  await page.goto(`/tech/${name.toLowerCase()}`)
  await expect(page).toHaveURL(`/tech/${name.toLowerCase()}-two`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} Two`)
  await expect(page.getByText('Since school.')).toBeVisible()
})

test('two technologies are made one', async ({ adminPage: page, admin }) => {
  const tag = newName()
  const title = newTag()
  await makePost(admin.client, { title, tech: `${tag} one` })
  await makeNote(admin.client, { title: newTag(), tech: `${tag} two` })
  await page.goto(`${SCREEN}?filter=${tag}&sort=title&direction=asc`)
  await expect(rowTitles(page)).toHaveText([`${tag} one`, `${tag} two`])
  await page.getByRole('checkbox', { name: `Select ${tag} one` }).check()
  await expect(page.getByRole('button', { name: 'Merge…' })).toBeDisabled()
  await page.getByRole('checkbox', { name: `Select ${tag} two` }).check()
  await page.getByRole('button', { name: 'Merge…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge 2 technologies?' })
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('radio', { name: `${tag} two` }).check()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expectMessage(page, `1 technology is now ${tag} two.`)
  await expect(rowTitles(page)).toHaveText([`${tag} two`])
  await expect(page.getByRole('row').filter({ hasText: tag })).toContainText('1 project, 1 note')
  await page.goto(`/tech/${tag.toLowerCase()}-one`)
  await expect(page).toHaveURL(`/tech/${tag.toLowerCase()}-two`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test('technologies of a note and a project lead to their page, which leads to both', async ({
  adminPage: page,
  admin,
}) => {
  const name = newName()
  const [project, title] = [newTag(), newTag()]
  await makePost(admin.client, { title: project, tech: `Other, ${name}.js` })
  const note = await makeNote(admin.client, { title, tech: name })
  await page.goto(`/note/${note._id}`)
  const chips = page.getByRole('list', { name: 'Technologies' })
  await chips.getByRole('link', { name: `Projects and notes with ${name}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name}.js`)
  await expect(page.getByRole('region', { name: 'My Blog' }).getByRole('heading', { name: title })).toBeVisible()
  await page
    .getByRole('region', { name: 'Projects' })
    .getByRole('heading', { name: project })
    .getByRole('link')
    .click({ force: true })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(project)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Technologies' }).click()
  await expect(page).toHaveURL('/tech')
  await expect(
    page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}.js 1 project, 1 note`) }),
  ).toBeVisible()
})

test('a search leads to the page of a technology, by any of its names, above what it found', async ({
  page,
  admin,
  visitor,
}) => {
  const [word, old] = [newName().toLowerCase(), newName().toLowerCase()]
  await makePost(admin.client, { title: newTag(), tech: `${old}.js` })
  await makeNote(admin.client, { title: `All of ${word}`, description: `<p>And ${old}.</p>` })
  await admin.client.put(`/api/technology/${old}-js`, { name: `${word} DB` })
  const main = page.getByRole('main')
  const link = main.getByRole('link', { name: `Projects and notes with ${word} DB` })
  for (const name of [`${word}db`, `${word.toUpperCase()} db`, `${old}.js`])
    expect((await visitor.get(`/find?q=${encodeURIComponent(name)}`)).text, name).toContain(`href="/tech/${word}-db"`)
  await page.goto(`/find?q=${word}`)
  await expect(main.getByRole('heading', { name: `All of ${word}` })).toBeVisible()
  await expect(link).toHaveCount(0)
  await page.goto(`/find?q=${old}`)
  await expect(main.locator('h2 a, a[href^="/tech/"]').first()).toHaveText(`Projects and notes with ${word} DB`)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} DB`)
})
