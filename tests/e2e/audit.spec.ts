import { readFile } from 'node:fs/promises'
import { expectAccessibleButForColours } from '../support/accessibility'
import { expect, expectMessage, expectNoOverflow, newTag, PHONE, test } from '../support/admin-screens'
import { trySignIn } from '../support/api-test'
import { makeNote } from '../support/content'

test('the log says who did what on which note and leads there, and why a sign-in was refused', async ({
  adminPage: page,
  admin,
  newPerson,
  visitor,
}) => {
  const tag = newTag()
  const { _id } = await makeNote(admin.client, { title: tag })
  await admin.client.put(`/api/note/${_id}`, { about: 'Changed' })
  await page.goto('/audit')
  await page.getByLabel('Filter by name, action, outcome, address or id').fill(tag)
  await expect(page).toHaveURL(`/audit?filter=${tag}`)
  await expect(page.getByRole('rowheader')).toHaveText(['Update note', 'Create note'])
  const row = page.getByRole('row').filter({ hasText: 'Done (About)' })
  await expect(row).toContainText(admin.name)
  await expect(row).toContainText('Update note')
  await admin.client.put(`/api/note/${_id}`, { publishAt: '2020-01-02T03:04:05.000Z' })
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Done (Date)' })).toContainText('Update note')
  await expect(row.locator('time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await page.getByRole('button', { name: 'Time (UTC)' }).click()
  await expect(page.getByRole('rowheader')).toHaveText(['Create note', 'Update note', 'Update note'])
  // Its form, which is there for a draft, too.
  await row.getByRole('link', { name: tag }).click()
  await expect(page).toHaveURL(`/note/update/${_id}`)
  await admin.client.post('/api/preview/new', { kind: 'note', id: _id })
  await page.goto(`/audit?filter=${tag}`)
  const shared = page.getByRole('row').filter({ hasText: 'Create preview link' })
  await expect(shared.getByRole('link', { name: tag })).toHaveAttribute('href', `/note/update/${_id}`)
  // What is in the trash has no form.
  await admin.client.delete(`/api/note/${_id}`)
  await page.goto(`/audit?filter=${tag}`)
  await expect(page.getByRole('row').filter({ hasText: 'Move note to trash' })).toContainText(tag)
  await expect(page.getByRole('link', { name: tag })).toHaveCount(0)

  const person = await newPerson()
  await trySignIn(visitor, { email: person.email, password: 'not the password' })
  await page.goto(`/audit?filter=${person.id}`)
  const refused = page.getByRole('row').filter({ hasText: 'Refused' })
  await expect(refused).toContainText('A visitor')
  await expect(refused).toContainText('Refused: Wrong email or password.')
  await expect(refused.getByRole('link', { name: person.name })).toHaveAttribute('href', `/profile/${person.id}`)
})

test('what was done is undone from the log, as long as that is possible', async ({ adminPage: page, admin }) => {
  const tag = newTag()
  const { _id } = await makeNote(admin.client, { title: tag })
  await admin.client.put(`/api/note/${_id}`, { about: 'Changed' })
  await admin.client.put(`/api/note/${_id}`, { status: 'draft' })
  await admin.client.delete(`/api/note/${_id}`)
  await page.goto(`/audit?filter=${tag}`)
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  const undo = (name: string) => row(name).getByRole('button', { name: `Undo ${name}: ${tag}` })
  await expect(undo('Unpublish note')).toBeHidden()
  await undo('Move note to trash').focus()
  await page.keyboard.press('Enter')
  await expectMessage(page, '1 note restored.')
  await expect(row('Move note to trash')).toContainText('Changed again since.')
  await expectAccessibleButForColours(page)
  await undo('Unpublish note').click()
  await expect(undo('Publish note')).toBeVisible()
  expect((await admin.client.get(`/api/note/${_id}`)).json()).toMatchObject({ data: { status: 'published' } })

  // Somebody else was faster.
  await admin.client.delete(`/api/note/${_id}`)
  await undo('Restore note').click()
  await expect(page.getByText('It has changed again since: nothing was undone.')).toBeVisible()
  await undo('Move note to trash').first().click()
  await expectMessage(page, '1 note restored.')
  await row('Update note').getByRole('link', { name: 'What changed' }).click()
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('Changed')
})

test('the log is paged in the database, and its state is the address', async ({ adminPage: page, database }) => {
  const tag = newTag()
  await database.change(
    45,
    `INSERT INTO "AuditEvent" ("id", "action", "outcome", "actorName", "createdAt")
     SELECT gen_random_uuid()::text, 'call ' || n, 'done', $1, now() - make_interval(secs => n) FROM generate_series(1, 45) AS n`,
    [tag],
  )
  await page.goto(`/audit?filter=${tag}&page=3`)
  await expect(page.getByRole('status').filter({ hasText: 'of 45' })).toHaveText('41–45 of 45')
  await expect(page.getByRole('rowheader')).toHaveText(['call 41', 'call 42', 'call 43', 'call 44', 'call 45'])
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(page.getByRole('rowheader').first()).toHaveText('call 1')
  await page.goBack()
  await expect(page.getByRole('rowheader').first()).toHaveText('call 41')
  await database.change(45, 'DELETE FROM "AuditEvent" WHERE "actorName" = $1', [tag])
})

test('a download saves what the filter leaves, as CSV and as JSON lines', async ({ adminPage: page, admin }) => {
  for (const [name, file, mark] of [
    ['Download CSV', 'audit-log.csv', '"note.create","done"'],
    ['Download JSON lines', 'audit-log.jsonl', '"action":"note.create","outcome":"done"'],
  ] as const) {
    const tag = newTag()
    await makeNote(admin.client, { title: tag })
    await page.goto(`/audit?filter=${tag}`)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
    expect(download.suggestedFilename()).toBe(file)
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain(mark)
    expect(text.match(new RegExp(tag, 'g'))).toHaveLength(1)
  }
})

test('on a phone each row of the log is a card', async ({ adminPage: page, admin }) => {
  await page.setViewportSize(PHONE)
  const tag = newTag()
  await makeNote(admin.client, { title: `${tag} ${'long '.repeat(30)}` })
  await page.goto(`/audit?filter=${tag}`)
  const card = page.getByRole('row').filter({ hasText: 'Create note' })
  await expect(card).toContainText(`Who${admin.name}`)
  await expect(card).toContainText('OutcomeDone')
  // A long name in another column must not squeeze a heading.
  const [heading, line] = [card.getByText('Target', { exact: true }), card.getByText('Who', { exact: true })]
  expect((await heading.boundingBox())?.height).toBe((await line.boundingBox())?.height)
  await expectNoOverflow(page)
})

test('a log without a match says so and shows all again, and one with nothing in it says so', async ({
  adminPage: page,
  database,
}) => {
  await page.goto('/audit?filter=nothing-has-this-name')
  await expect(page.getByText('Nothing matches “nothing-has-this-name”.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await database.rows('DELETE FROM "AuditEvent"')
  await page.goto('/audit')
  await expect(page.getByText('Nothing recorded yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show all' })).toHaveCount(0)
})
