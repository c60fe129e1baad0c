import type { BrowserContext, Page } from '@playwright/test'
import { crashTab } from '../support/crash-tab'
import { hold } from '../support/hold'
import { untilHydrated } from '../support/hydration'
import { ADMIN } from '../support/site'
import { expect, findByTitle, hydrated, pastePicture, readNote, signInBrowser, test } from '../support/writing'

// What is typed and not published: where it is, what is said about it, and that it is there again.

const NOTE = { title: 'As published', about: 'Summary', description: '<p>One.</p><p>Two.</p><p>Three.</p>' }

const title = (page: Page) => page.getByPlaceholder("Note's title")
const text = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page) => page.getByRole('main').getByRole('status')
/** What is typed is stored; beside a public text that says more. */
const saved = (page: Page) =>
  status(page).filter({ hasText: /\/update\/./.test(page.url()) ? /^Saved\. Changes not published$/ : /^Saved$/ })

async function choose(page: Page, entry: string) {
  await button(page, 'More actions').click()
  await button(page, entry).click()
}

const scrollTo = (page: Page, top: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top)

/** Opens a form, filled and ready to be typed into. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
  await expect(text(page)).toBeVisible()
}

/** Types at the end of the paragraph with this text. */
async function typeAfter(page: Page, words: string, typed: string) {
  const paragraph = text(page).locator('p', { hasText: words })
  await paragraph.click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed)
}

/** What the browser itself has kept of a text. */
function storedHere(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const request = indexedDB.open('colophon-journal')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const all = request.result.transaction('entries').objectStore('entries').getAll()
          all.onsuccess = () => {
            request.result.close()
            const texts = all.result.map(({ fields, pending }) => [...Object.values(fields), JSON.stringify(pending)])
            resolve(texts.map((parts) => parts.join('\n')))
          }
        }
      }),
  )
}

const expectStoredHere = (page: Page, words: string) =>
  expect.poll(async () => (await storedHere(page)).join('\n')).toContain(words)

/** The server is not to be had for what is typed. */
const unreachable = (page: Page) => page.route('**/api/working-copy/*', (route) => route.abort())

async function anotherBrowser(page: Page): Promise<{ page: Page; context: BrowserContext }> {
  const context = (await page.context().browser()?.newContext()) as BrowserContext
  const other = await context.newPage()
  await signInBrowser(other, ADMIN)
  return { page: other, context }
}

test.describe('a text that was left', () => {
  test('without a word goes on in the same browser, also when the server never heard of it', async ({
    ownerPage: page,
    context,
  }) => {
    await unreachable(page)
    await open(page, '/new-note')
    await title(page).fill('Half a note')
    await text(page).click()
    await page.keyboard.type('Begun and ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bold')
    await expectStoredHere(page, '<strong>bold</strong>')
    // A tab that is closed may still send it.
    await crashTab(page)

    const again = await context.newPage()
    await again.goto('/adminpanel-notes')
    const list = again.getByRole('region', { name: 'On this device only' })
    await list.getByRole('link', { name: 'Continue writing Half a note' }).click()
    await again.waitForURL(/\/new-note\?copy=/)
    await hydrated(again)
    await expect(title(again)).toHaveValue('Half a note')
    await expect(text(again).locator('strong')).toHaveText('bold')
    await expect(saved(again)).toBeVisible()
    await button(again, 'Submit').click()
    await again.waitForURL('/myblog')
    expect(await storedHere(again)).toEqual([])
    await open(again, '/new-note')
    await expect(title(again)).toHaveValue('')
  })

  test('goes on after Back and Forward, which show the form from the memory of the browser', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const { _id } = await elsewhere.makeNote(NOTE)
    const update = page.locator(`a[href="/note/update/${_id}"]`).first()
    await page.goto(`/note/${_id}`)
    await untilHydrated(page, `a[href="/note/update/${_id}"]`)
    await update.click()
    await typeAfter(page, 'One.', ' Before.')
    await expect(saved(page)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`/note/${_id}`)
    await page.goForward()
    await expect(text(page).locator('p').first()).toHaveText('One. Before.')
    await typeAfter(page, 'Two.', ' After.')
    await expect(saved(page)).toBeVisible()

    // The same while what was typed is still being sent.
    const { held, release } = hold()
    await page.route(`**/api/working-copy/${_id}`, async (route) => {
      if (route.request().method() === 'PUT') await held
      await route.continue()
    })
    const sending = page.waitForRequest((request) => request.method() === 'PUT')
    await typeAfter(page, 'One.', ' Later.')
    await sending
    await page.goBack()
    await expect(page).toHaveURL(`/note/${_id}`)
    await page.goForward()
    await expect(text(page).locator('p').first()).toHaveText('One. Before. Later.')
    await typeAfter(page, 'Two.', ' At last.')
    release()
    await expect(saved(page)).toBeVisible()
    await page.reload()
    await expect(text(page).locator('p')).toHaveText(['One. Before. Later.', 'Two. After. At last.', 'Three.'])
  })

  test('goes on with a picture that was not uploaded where it stood', async ({ ownerPage: page, elsewhere }) => {
    const { _id } = await elsewhere.makeNote(NOTE)
    const answer = { status: 503, json: { message: 'In a moment.', error: 'In a moment.' } }
    await page.route('**/api/media/new', (route) => route.fulfill(answer))
    await open(page, `/note/update/${_id}`)
    await typeAfter(page, 'Two.', ' Before.')
    await pastePicture(text(page))
    await expect(page.locator('.editor').getByRole('alert')).toContainText('a.png was not uploaded. In a moment.')
    await text(page).locator('img[src]').click()
    await page.getByRole('toolbar', { name: 'Picture' }).getByLabel('Alt text').fill('A pattern')
    await expectStoredHere(page, '"alt":"A pattern"')
    await expect(saved(page)).toBeVisible()
    expect((await storedHere(page)).join('\n')).not.toMatch(/blob:|file:/)
    await page.unroute('**/api/media/new')
    await page.reload()
    await expect(text(page).locator('img[src^="/media/"]')).toHaveAttribute('alt', 'A pattern')
    await expect(text(page).locator('p')).toHaveText(['One.', 'Two. Before.', '', 'Three.'])
    await expectStoredHere(page, 'Two. Before.</p><p><img src="/media/')
  })

  test('goes on in another browser, beside what is published, and is gone once it is published', async ({
    ownerPage: page,
    elsewhere,
    database,
  }) => {
    const note = await elsewhere.makeNote(NOTE)
    const path = `/note/update/${note._id}`
    await open(page, path)
    await title(page).fill('As written')
    await typeAfter(page, 'Two.', ' And more.')
    await expect(saved(page)).toBeVisible()
    expect(await readNote(elsewhere.request, note._id)).toMatchObject({ ...NOTE, version: 1 })

    const other = await anotherBrowser(page)
    await open(other.page, path)
    await expect(title(other.page)).toHaveValue('As written')
    await expect(text(other.page)).toHaveText('One.Two. And more.Three.')
    await expect(saved(other.page)).toBeVisible()

    await choose(other.page, 'Show changes')
    const dialog = other.page.getByRole('dialog', { name: 'What differs' })
    await expect(dialog.getByRole('group', { name: 'Title: What is published' })).toHaveText('As published')
    await expect(dialog.getByRole('group', { name: 'Description: What you wrote' }).locator('mark')).toHaveText(
      'And more.',
    )
    await dialog.getByRole('group', { name: 'Title', exact: true }).getByRole('radio').last().check()
    await dialog.getByRole('button', { name: 'Use this choice' }).click()
    await expect(title(other.page)).toHaveValue('As published')
    await expect(text(other.page)).toContainText('And more.')

    await choose(other.page, 'Discard changes')
    await expect(text(other.page)).toHaveText('One.Two.Three.')
    await expect.poll(() => database.rows('SELECT 1 FROM "WorkingCopy"')).toEqual([])
    await button(other.page, 'Bring it back').click()
    await expect(text(other.page)).toHaveText('One.Two. And more.Three.')
    await button(other.page, 'Update Changes').click()
    await other.page.waitForURL(`/note/${note._id}`)
    expect(await database.rows('SELECT 1 FROM "WorkingCopy"')).toEqual([])
    await other.context.close()
  })

  test('is shown to nobody else who signs in on that browser', async ({ ownerPage: page, member, database }) => {
    await unreachable(page)
    await open(page, '/new-note')
    await title(page).fill('Mine alone')
    await expectStoredHere(page, 'Mine alone')
    const address = page.url()
    await database.setAdmin(member.id, true)
    await page.context().clearCookies()
    await page.evaluate(() => sessionStorage.removeItem('test-remembered'))
    await signInBrowser(page, member)
    await open(page, address)
    await expect(title(page)).toHaveValue('')
    await page.goto('/adminpanel-notes')
    await expect(page.getByRole('heading', { name: 'Notes Panel' })).toBeVisible()
    await expect(page.getByText('Mine alone')).toHaveCount(0)
  })

  test('is a draft from its first letter on, at the top of its panel, which a button publishes', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const failed: string[] = []
    page.on('response', (response) => response.status() >= 400 && failed.push(response.url()))
    await open(page, '/new-note')
    await title(page).fill('First')
    await expect(saved(page)).toBeVisible()
    await page.reload()
    await expect(page).toHaveURL(/\/note\/update\//)
    await expect(title(page)).toHaveValue('First')
    // Always a new one, whatever was begun before.
    await open(page, '/new-note')
    await expect(title(page)).toHaveValue('')
    await text(page).fill('Second')
    await expect(saved(page)).toBeVisible()
    expect(failed).toEqual([])
    await page.goto('/adminpanel-notes')
    const rows = page.getByRole('row').filter({ hasText: 'Draft' })
    await expect(rows).toHaveText([/Without a title/, /First/])
    await rows.last().getByRole('link', { name: 'Update First' }).click()
    await page.waitForURL(/\/note\/update\//)
    await hydrated(page)
    await title(page).fill('First and published')
    await button(page, 'Publish').click()
    await page.waitForURL(/\/note\/[^/]+$/)
    expect(await findByTitle(elsewhere.request, 'note', 'First and published')).toHaveLength(1)
    expect(await findByTitle(elsewhere.request, 'note', 'First')).toHaveLength(0)
  })
})

test.describe('two tabs with one text', () => {
  async function twoTabs(page: Page, path: string): Promise<[Page, Page]> {
    const other = await page.context().newPage()
    await open(page, path)
    await open(other, path)
    return [page, other]
  }

  test('take over from each other what only one of them changed, and leave the caret where it is', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const fields = { title: 'As published', description: 'In short', tech: 'Zig', story: NOTE.description }
    const { _id } = await elsewhere.makePost(fields)
    const story = (form: Page) => form.getByRole('textbox', { name: 'Story', exact: true })
    const write = async (form: Page, paragraph: number, typed: string) => {
      await story(form).locator('p').nth(paragraph).click()
      await form.keyboard.press('End')
      await form.keyboard.type(typed)
    }
    const [one, two] = [page, await page.context().newPage()]
    for (const tab of [one, two]) {
      await tab.goto(`/post/update/${_id}`)
      await hydrated(tab)
      await expect(story(tab)).toHaveText('One.Two.Three.')
    }
    await write(one, 2, ' From one')
    await write(two, 0, ' From two')
    await two.getByLabel('Title', { exact: true }).fill('Title of two')
    await write(two, 0, '.')
    const both = 'One. From two.Two.Three. From one'
    await expect(story(one)).toHaveText(both)
    await expect(story(two)).toHaveText(both)
    await expect(one.getByLabel('Title', { exact: true })).toHaveValue('Title of two')
    await two.keyboard.type('!')
    await expect(story(two)).toHaveText('One. From two.!Two.Three. From one')
    await expect(story(one)).toHaveText('One. From two.!Two.Three. From one')
    await two.keyboard.press('Control+z')
    await expect(story(two)).toContainText('Three. From one')
  })

  test('say it when the other has published a new note, and ask for nothing that is gone', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const [publisher, stale] = [page, await page.context().newPage()]
    await open(publisher, '/new-note')
    await title(publisher).fill('Begun in one')
    await expect(saved(publisher)).toBeVisible()
    await open(stale, publisher.url())
    await expect(title(stale)).toHaveValue('Begun in one')
    await text(stale).click()
    await stale.keyboard.type('By two.')
    await expect(text(publisher)).toHaveText('By two.')
    const failed: string[] = []
    stale.on('response', (answer) => answer.status() >= 400 && failed.push(answer.url()))
    await button(publisher, 'Submit').click()
    await publisher.waitForURL('/myblog')
    const reported = status(stale).filter({ hasText: /It was published in another window\.$/ })
    await expect(reported).toBeVisible()
    await text(stale).click()
    await stale.keyboard.press('End')
    await stale.keyboard.type(' More.')
    await expect(status(stale).filter({ hasText: /^Saved It was published in another window\.$/ })).toBeVisible()
    expect(failed).toEqual([])
    await stale.getByRole('button', { name: /^(Publish|Update Changes)$/ }).click()
    await stale.waitForURL(/\/note\/[^/]+$/)
    const [note, ...others] = await findByTitle(elsewhere.request, 'note', 'Begun in one')
    expect([note?.description, others]).toEqual(['<p>By two. More.</p>', []])
  })

  test('put what both changed side by side, and lose neither', async ({ ownerPage: page, elsewhere }) => {
    const note = await elsewhere.makeNote(NOTE)
    const [one, two] = await twoTabs(page, `/note/update/${note._id}`)
    await two.context().setOffline(true)
    await typeAfter(two, 'Two.', ' By two')
    await expectStoredHere(two, 'By two')
    // A tab that is closed may still send it.
    await crashTab(two)
    await page.context().setOffline(false)
    await typeAfter(one, 'Two.', ' By one')
    await expect(saved(one)).toBeVisible()

    await open(one, `/note/update/${note._id}`)
    await expect(text(one)).toContainText('Two. By two')
    // It is said once, and answered from the bar.
    await expect(status(one).filter({ hasText: 'changed in another window too' })).toHaveCount(1)
    const compare = button(one, 'Compare and choose')
    await one.setViewportSize({ width: 1024, height: 700 })
    for (const top of [0, 500]) {
      await scrollTo(one, top)
      await expect(compare).toBeInViewport({ ratio: 1 })
    }
    await compare.click()
    const dialog = one.getByRole('dialog', { name: 'Changed in another window too' })
    await expect(dialog.getByRole('group', { name: 'Description: What you wrote here' })).toContainText('By two')
    const elsewhereText = dialog.getByRole('group', { name: 'Description: What was written there' })
    await expect(elsewhereText).toContainText('By one')
    await dialog.getByRole('radio', { name: 'What was written there' }).check()
    await dialog.getByRole('button', { name: 'Use this choice' }).click()
    await expect(text(one)).toHaveText('One.Two. By oneThree.')
    await expect(saved(one)).toBeVisible()
  })
})

test('logging out with something on this device alone asks first, and with everything stored asks nothing', async ({
  ownerPage: page,
}) => {
  const logout = button(page, 'Logout')
  const question = page.getByRole('dialog', { name: 'Log out with something unsaved?' })
  await open(page, '/new-note')
  await unreachable(page)
  await title(page).fill('Here alone')
  await expectStoredHere(page, 'Here alone')
  await logout.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(title(page)).toHaveValue('Here alone')
  await page.unroute('**/api/working-copy/*')
  await title(page).fill('Stored')
  await logout.click()
  await page.waitForURL('/signin')
  expect(await storedHere(page)).toEqual([])
})
