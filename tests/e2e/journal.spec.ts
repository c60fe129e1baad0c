import type { BrowserContext, Locator, Page } from '@playwright/test'
import { crashTab } from '../support/crash-tab'
import { hold } from '../support/hold'
import { untilHydrated } from '../support/hydration'
import { ADMIN } from '../support/site'
import {
  expect,
  findByTitle,
  hydrated,
  pastePicture,
  readNote,
  refuseStorage,
  signInBrowser,
  test,
} from '../support/writing'

// What is typed and not published: where it is, what is said about it, and that it is there again.

const NOTE = { title: 'As published', about: 'Summary', description: '<p>One.</p><p>Two.</p><p>Three.</p>' }

const title = (page: Page) => page.getByPlaceholder("Note's title")
const text = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page) => page.getByRole('main').getByRole('status')
/** What is typed is stored; beside a public text that says more. */
const saved = (page: Page) =>
  status(page).filter({ hasText: /\/update\/./.test(page.url()) ? /^Saved\. Changes not published$/ : /^Saved$/ })
const bar = (page: Page) => page.locator('.save-bar')

async function choose(page: Page, entry: string) {
  await button(page, 'More actions').click()
  await button(page, entry).click()
}

const scrollTo = (page: Page, top: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top)

/** By how many pixels something reaches over what is below it. */
async function overlap(upper: Locator, lower: Locator): Promise<number> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
  return (above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0)
}

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
    await page.goto(`/note/${_id}`)
    await untilHydrated(page, `a[href="/note/update/${_id}"]`)
    await update.click()
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

  test('is in the browser before the server has it, also where storing takes long', async ({ ownerPage: page }) => {
    await page.addInitScript(() => {
      const stored = new Set<string>()
      const begun = new Map<string, number>()
      const sent: { description: string; isStored: boolean }[] = []
      Object.assign(window, { sent })
      const { commit } = IDBTransaction.prototype
      IDBTransaction.prototype.commit = function () {
        if (this.mode === 'readonly') return commit.call(this)
        // A transaction with requests is not committed.
        const until = performance.now() + 400
        const store = this.objectStore('entries')
        const wait = () => {
          if (performance.now() < until) store.count().onsuccess = wait
          else commit.call(this)
        }
        wait()
      }
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (value, key) {
        if (value.fields) {
          begun.set(value.fields.description, performance.now())
          this.transaction.addEventListener('complete', () => stored.add(value.fields.description))
        }
        return put.call(this, value, key)
      }
      const { fetch } = window
      window.fetch = (input, init) => {
        if (init?.method === 'PUT') {
          const { description } = JSON.parse(String(init.body)).fields
          // On a busy machine a text is sent after a second, stored or not.
          const isLate = performance.now() - (begun.get(description) ?? Number.POSITIVE_INFINITY) > 900
          sent.push({ description, isStored: stored.has(description) || isLate })
        }
        return fetch(input, init)
      }
    })
    await open(page, '/new-note')
    await title(page).fill('Slowly stored')
    await text(page).click()
    // Longer than the text waits for a pause before it is sent.
    await page.keyboard.type('one after the other '.repeat(4), { delay: 50 })
    await expect(saved(page)).toBeVisible()
    const sent = await page.evaluate(() => (window as unknown as { sent: { isStored: boolean }[] }).sent)
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.filter(({ isStored }) => !isStored)).toEqual([])
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
    for (const [field, words] of [
      [title(page), 'First'],
      [text(page), 'Second'],
    ] as const) {
      // Always a new one, whatever was begun before.
      await open(page, '/new-note')
      await expect(title(page)).toHaveValue('')
      await field.fill(words)
      await expect(saved(page)).toBeVisible()
      await page.reload()
      await expect(page).toHaveURL(/\/note\/update\//)
      const held = () => field.evaluate((element) => ('value' in element ? element.value : element.textContent))
      await expect.poll(held).toBe(words)
    }
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

  test('waits in its panel where the server has not heard of it, to go on with or to throw away', async ({
    ownerPage: page,
  }) => {
    // Also where the request outlives its page, which no route of the test sees.
    await page.addInitScript(() => {
      const { fetch } = window
      const isAway = (input: unknown) => String(input).includes('/working-copy/') && !localStorage.getItem('back')
      window.fetch = (input, init) => (isAway(input) ? Promise.reject(new TypeError('away')) : fetch(input, init))
    })
    for (const words of ['First', 'Second', 'Third']) {
      await open(page, '/new-note')
      await title(page).fill(words)
      await expectStoredHere(page, words)
    }
    await page.reload()
    await expect(title(page)).toHaveValue('Third')
    await page.goto('/adminpanel-notes')
    const list = page.getByRole('region', { name: 'On this device only' })
    await expect(list.getByRole('listitem')).toHaveText([/^Third/, /^Second/])
    await list.getByRole('button', { name: 'Show all 3' }).click()
    await expect(list.getByRole('listitem')).toHaveText([/^Third/, /^Second/, /^First/])
    await expect(list.getByRole('link', { name: 'Continue writing First' })).toBeFocused()
    await list.getByRole('button', { name: 'Discard Third' }).click()
    await expect(list.getByRole('listitem')).toHaveText([/^Second/, /^First/])
    await button(page, 'Undo discarding Third').click()
    await expect(list.getByRole('listitem')).toHaveText([/^Third/, /^Second/, /^First/])
    await list.getByRole('button', { name: 'Discard Third' }).click()
    await expect(list.getByRole('listitem')).toHaveText([/^Second/, /^First/])
    await page.evaluate(() => localStorage.setItem('back', 'yes'))
    await list.getByRole('link', { name: 'Continue writing First' }).click()
    await page.waitForURL(/\/new-note\?copy=/)
    await hydrated(page)
    await expect(saved(page)).toBeVisible()
    await page.goto('/adminpanel-notes')
    await expect(list.getByRole('listitem')).toHaveText([/^Second/])
    await expect(page.getByRole('row', { name: /First/ })).toContainText('Draft')
  })
})

test.describe('the bar of a form', () => {
  test('says where the text is: on its way, stored, on this device while there is no network', async ({
    ownerPage: page,
    context,
  }) => {
    await open(page, '/new-note')
    await expect(status(page).filter({ hasText: /./ })).toHaveCount(0)
    const { held, release } = hold()
    await page.route(
      '**/api/working-copy/*',
      async (route) => {
        await held
        await route.continue()
      },
      { times: 1 },
    )
    await title(page).fill('A')
    await expect(status(page).filter({ hasText: /^Saving…$/ })).toBeVisible()
    release()
    await expect(saved(page)).toBeVisible()
    await context.setOffline(true)
    await title(page).fill('Beside the network')
    await expect(status(page).filter({ hasText: /^Kept on this device You are offline\.$/ })).toBeVisible()
    await context.setOffline(false)
    await expect(saved(page)).toBeVisible()
  })

  test('never hides the line that is being written', async ({ ownerPage: page }) => {
    await page.setViewportSize({ width: 390, height: 600 })
    await open(page, '/new-note')
    await text(page).click()
    await page.keyboard.type('A line\n'.repeat(20))
    await page.keyboard.type('The last')
    await expect(bar(page)).toBeInViewport({ ratio: 1 })
    const caret = () => page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().toJSON() as DOMRect)
    const room = async () => ((await bar(page).boundingBox())?.y ?? 0) - (await caret()).bottom
    await expect.poll(room).toBeGreaterThanOrEqual(0)
    // Nor what is said below the text, while its last line is written.
    const words = page.getByRole('main').getByText(/^\d+ words/)
    await expect(words).toBeInViewport({ ratio: 1 })
    await expect.poll(() => overlap(words, bar(page))).toBeLessThanOrEqual(0)
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowUp')
    const above = async () => {
      const tools = await toolbar(page).boundingBox()
      return (await caret()).top - (tools?.y ?? 0) - (tools?.height ?? 0)
    }
    await expect.poll(above).toBeGreaterThanOrEqual(0)

    // Every button is in sight, wherever one writes.
    for (const size of [
      { width: 390, height: 844 },
      { width: 1024, height: 700 },
      { width: 1366, height: 650 },
    ]) {
      await page.setViewportSize(size)
      for (const top of [0, 400]) {
        await scrollTo(page, top)
        await expect(button(page, 'Submit')).toBeInViewport({ ratio: 1 })
        await expect.poll(() => overlap(toolbar(page), bar(page))).toBeLessThan(0)
      }
    }
    // It ends with its form.
    await scrollTo(page, 100_000)
    // A page may be half a pixel higher than it scrolls.
    await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 0.99 })
    await expect.poll(() => overlap(bar(page), page.getByRole('contentinfo'))).toBeLessThan(0)
  })

  test('says that nothing is kept where this browser refuses and the server is away', async ({ ownerPage: page }) => {
    await refuseStorage(page)
    await open(page, '/new-note')
    await title(page).fill('On the server alone')
    await expect(saved(page)).toBeVisible()
    await unreachable(page)
    await title(page).fill('Nowhere')
    await expect(
      status(page).filter({
        hasText: /^Not saved The server cannot be reached.* This browser lets sites store nothing\.$/,
      }),
    ).toBeVisible()
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
    const note = await elsewhere.makeNote(NOTE)
    const [one, two] = await twoTabs(page, `/note/update/${note._id}`)
    await typeAfter(one, 'Three.', ' From one')
    await typeAfter(two, 'One.', ' From two')
    await title(two).fill('Title of two')
    await typeAfter(two, 'One.', '.')
    const both = 'One. From two.Two.Three. From one'
    await expect(text(one)).toHaveText(both)
    await expect(text(two)).toHaveText(both)
    await expect(title(one)).toHaveValue('Title of two')
    await two.keyboard.type('!')
    await expect(text(two)).toHaveText('One. From two.!Two.Three. From one')
    await expect(text(one)).toHaveText('One. From two.!Two.Three. From one')
    await two.keyboard.press('Control+z')
    await expect(text(two)).toContainText('Three. From one')
  })

  test('take over from each other what one of them wrote in the story of a project', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const fields = { title: 'As published', description: 'In short', tech: 'Zig', story: NOTE.description }
    const { _id } = await elsewhere.makePost(fields)
    const story = (form: Page) => form.getByRole('textbox', { name: 'Story', exact: true })
    const tabs = [page, await page.context().newPage()] as const
    for (const tab of tabs) {
      await tab.goto(`/post/update/${_id}`)
      await hydrated(tab)
      await expect(story(tab)).toHaveText('One.Two.Three.')
    }
    for (const [index, tab] of tabs.entries()) {
      await story(tab)
        .locator('p')
        .nth(index * 2)
        .click()
      await tab.keyboard.press('End')
      await tab.keyboard.type(` From ${index}`)
    }
    for (const tab of tabs) await expect(story(tab)).toHaveText('One. From 0Two.Three. From 1')
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

test('a project goes on too, and leaves nothing behind when it is as it was', async ({
  ownerPage: page,
  elsewhere,
  database,
}) => {
  const post = await elsewhere.makePost({ title: 'A project', description: 'Old', tech: 'Zig' })
  const path = `/post/update/${post._id}`
  const field = (form: Page) => form.getByLabel('Description', { exact: true })
  await page.goto(path)
  await hydrated(page)
  await field(page).fill('Unfinished')
  await expect(saved(page)).toBeVisible()
  const other = await anotherBrowser(page)
  await other.page.goto(path)
  await expect(field(other.page)).toHaveValue('Unfinished')
  await hydrated(other.page)
  await field(other.page).fill('Old')
  await expect.poll(() => database.rows('SELECT 1 FROM "WorkingCopy"')).toEqual([])
  await other.context.close()
})

test('the own profile goes on in the same browser', async ({ ownerPage: page, database }) => {
  await page.goto('/user/update')
  await hydrated(page)
  const name = page.getByLabel('Name', { exact: true })
  const before = await name.inputValue()
  await name.fill('Unfinished')
  await expect(status(page).filter({ hasText: /^Kept on this device$/ })).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Unfinished')
  expect(await database.rows('SELECT 1 FROM "WorkingCopy"')).toEqual([])
  await hydrated(page)
  await name.fill(before)
  await expect.poll(() => storedHere(page)).toEqual([])
})
