import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility'
import { hold } from '../support/hold'
import { png } from '../support/pictures'
import { overflow, SMALL } from '../support/screens'
import {
  type Elsewhere,
  expect,
  expectMessage,
  findByTitle,
  hydrated,
  pastePicture,
  readNote,
  readPost,
  type Stored,
  test,
} from '../support/writing'

// Saving: what a key or button publishes, what the form says about it, and that nothing is lost.

const text = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page) => page.getByRole('main').getByRole('status')
const saved = (page: Page) => status(page).filter({ hasText: /^Saved$/ })
const savedChanges = (page: Page) => status(page).filter({ hasText: /^Saved\. Changes not published$/ })
async function choose(page: Page, entry: string) {
  await button(page, 'More actions').click()
  await button(page, entry).click()
}

const picture = async () => ({ name: 'a.png', mimeType: 'image/png', buffer: await png() })

const POST = { title: 'As it was', description: 'Old text', tech: 'Zig' }
const NOTE = { title: 'As it was', about: 'Old', description: '<p>Old text.</p>' }

test.describe('Ctrl+S', () => {
  test('makes a draft of a new text, and the button then publishes it', async ({ ownerPage: page, elsewhere }) => {
    await page.goto('/new-note')
    await page.getByPlaceholder("Note's title").fill('Half a sentence')
    await text(page).click()
    await page.keyboard.type('Not yet')
    await page.keyboard.press('Control+s')
    await expect(saved(page)).toBeInViewport()
    expect(await findByTitle(elsewhere.request, 'note', 'Half a sentence')).toMatchObject([{ status: 'draft' }])
    await page.keyboard.type(' finished')
    await button(page, 'Keyboard help').click()
    await expect(page.getByRole('dialog', { name: 'Keyboard help' })).toContainText('Ctrl+S')
    await page.keyboard.press('Escape')
    await button(page, 'Submit').click()
    await page.waitForURL('/myblog')
    const [note] = await findByTitle(elsewhere.request, 'note', 'Half a sentence')
    expect(note).toMatchObject({ description: '<p>Not yet finished</p>', status: 'published' })
  })

  test('leaves a revision, which a worse text soon after does not replace, and which is restored by the keys', async ({
    ownerPage: page,
  }) => {
    const good = 'The good text of ten words that should not be lost'
    await page.setViewportSize(SMALL)
    await page.goto('/new-note')
    await page.getByPlaceholder("Note's title").fill('Saved by hand')
    await text(page).click()
    for (const words of [good, 'Worse by four words']) {
      const retained = page.waitForResponse((answer) => answer.url().endsWith('/api/history/new'))
      await page.keyboard.press('Control+a')
      await page.keyboard.type(words)
      await page.keyboard.press('Control+s')
      expect((await retained).status()).toBe(200)
    }
    await page.reload()
    await page.waitForURL('/note/update/*')
    await page.getByRole('link', { name: 'Open history' }).click()
    const revisions = page.getByRole('region', { name: 'Revisions' }).getByRole('listitem')
    await expect(revisions).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Comparison' }).getByRole('deletion').first()).toBeVisible()
    await expectAccessible(page)
    expect(await overflow(page)).toBe(0)
    await page.getByRole('radio', { name: /^To / }).first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\?from=\d+&to=\d+#comparison$/)
    await page.getByRole('button', { name: /^Restore / }).click()
    await expect(text(page)).toHaveText(good)
    // Told until something else is typed, and not again.
    const restored = page.getByText(/^Revision of .* restored\.$/)
    await expect(restored).toBeVisible()
    await page.getByPlaceholder("Note's title").fill('Saved by hand, and restored')
    await expect(restored).toHaveCount(0)
    await expect(saved(page)).toBeVisible()
    await page.reload()
    await expect(text(page)).toHaveText(good)
    await expect(restored).toHaveCount(0)
  })

  test('stores what is written beside a public text each time, and leaves caret, scroll and undo as they were', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const lines = Array.from({ length: 60 }, (_, at) => `<p>Line ${at}</p>`).join('')
    const note = await elsewhere.makeNote({ ...NOTE, description: lines })
    await page.goto(`/note/update/${note._id}`)
    await text(page).getByText('Line 30', { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' one')
    const scroll = await page.evaluate(() => window.scrollY)
    expect(scroll).toBeGreaterThan(0)
    await page.keyboard.press('Control+s')
    await expect(savedChanges(page)).toBeInViewport()
    await page.keyboard.type(' two')
    await page.keyboard.press('Control+s')
    await expect(savedChanges(page)).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY)).toBe(scroll)
    await expect(text(page)).toBeFocused()
    // One undo step or two, depending on the typing speed.
    for (const _ of [1, 2]) await page.keyboard.press('Control+z')
    await expect(text(page).getByText('Line 30', { exact: true })).toBeVisible()
    for (const _ of [1, 2]) await page.keyboard.press('Control+y')
    await expect(text(page).getByText('Line 30 one two', { exact: true })).toBeVisible()
    // Nobody else sees any of it.
    expect(await readNote(elsewhere.request, note._id)).toMatchObject({ version: 1, description: lines })
  })

  test('says what is true while its answer is late and where the text is when it fails, and makes no conflict with oneself', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const note = await elsewhere.makeNote(NOTE)
    await page.goto(`/note/update/${note._id}`)
    await hydrated(page)
    const { held, release } = hold()
    await page.route(
      `**/api/working-copy/${note._id}`,
      async (route) => {
        await held
        await route.continue()
      },
      { times: 1 },
    )
    await text(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' one')
    await page.keyboard.press('Control+s')
    await expect(status(page).filter({ hasText: /^Saving…$/ })).toBeVisible()
    await page.keyboard.type(' two')
    release()
    await expect(savedChanges(page)).toBeVisible()

    await page.route('**/api/working-copy/*', (route) => route.abort())
    await page.keyboard.type(' three')
    await page.keyboard.press('Control+s')
    await expect(
      status(page).filter({ hasText: /^Kept on this device The server cannot be reached\. Check the connection/ }),
    ).toBeVisible()
    await expect(text(page)).toBeFocused()
    await page.unroute('**/api/working-copy/*')
    await page.keyboard.type(' four')
    await page.keyboard.press('Control+s')
    await expect(savedChanges(page)).toBeVisible()
    await page.goto(`/note/update/${note._id}`)
    await expect(text(page)).toHaveText('Old text. one two three four')
    await expect(savedChanges(page)).toBeVisible()
    await expect(button(page, 'Compare and choose')).toHaveCount(0)
    expect(await readNote(elsewhere.request, note._id)).toMatchObject({ version: 1 })
  })

  test('works outside of the fields too, and on a project with its new picture', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const post = await elsewhere.makePost(POST)
    const images = async () => (await readPost(elsewhere.request, post._id)).image as Array<{ alt: string }>
    await page.goto(`/post/update/${post._id}`)
    await expect(page.getByLabel('New Image')).toBeEnabled()
    await page.getByLabel('New Image').setInputFiles(await picture())
    await page.getByLabel('Alt text').fill('A chart')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Control+s')
    await expect(savedChanges(page)).toBeVisible()
    expect(await images()).toEqual([])
    await page.getByLabel('Alt text').fill('A better chart')
    await button(page, 'Update Changes').click()
    await page.waitForURL(`/post/${post._id}`)
    expect(await images()).toMatchObject([{ alt: 'A better chart' }])
  })
})

test.describe('Update Changes', () => {
  test('asks nothing when somebody else has saved the same words, but for what they have unpublished', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const note = await elsewhere.makeNote(NOTE)
    await page.goto(`/note/update/${note._id}`)
    await hydrated(page)
    await page.getByPlaceholder("Note's title").fill('Of one mind')
    await elsewhere.request.put(`/api/note/${note._id}`, { data: { title: 'Of one mind' } })
    await button(page, 'Update Changes').click()
    await page.waitForURL(`/note/${note._id}`)
    await page.goto(`/note/update/${note._id}`)
    await hydrated(page)
    await elsewhere.request.put(`/api/note/${note._id}`, { data: { status: 'draft' } })
    await button(page, 'Update Changes').click()
    await expect(page.getByRole('dialog', { name: 'Changed in the meantime' })).toContainText(
      'Both versions say the same.',
    )
  })

  test('alone makes public what is written beside a public text: no date does, nor taking it back', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const note = await elsewhere.makeNote(NOTE)
    const read = () => readNote(elsewhere.request, note._id)
    const about = page.getByPlaceholder('Brief explanation about the note')
    await page.goto(`/note/update/${note._id}`)
    await hydrated(page)
    await about.fill('Half a sentence')
    await expect(savedChanges(page)).toBeVisible()
    await choose(page, 'Date…')
    const dialog = page.getByRole('dialog', { name: 'Date', exact: true })
    await dialog.getByLabel('Date and time').fill('2021-03-04T09:00')
    await dialog.getByRole('button', { name: 'Change date' }).click()
    await expectMessage(page, 'Date changed to 4 March 2021')
    await expect(savedChanges(page)).toBeVisible()
    expect(await read()).toMatchObject({ about: 'Old', createdAt: '2021-03-04T09:00:00.000Z' })

    await choose(page, 'Unpublish')
    const undo = page.getByRole('status').getByText('Unpublished.').getByRole('button', { name: 'Undo' })
    await undo.click()
    await expect(page.getByRole('main').getByText('Published', { exact: true })).toBeVisible()
    await expect(undo).toHaveCount(0)
    expect(await read()).toMatchObject({ about: 'Old', createdAt: '2021-03-04T09:00:00.000Z', status: 'published' })
    await expect(about).toHaveValue('Half a sentence')
    await expect(savedChanges(page)).toBeVisible()

    // Its panel and its page say so to admins, and to nobody else.
    const tab = await page.context().newPage()
    await tab.goto(`/note/${note._id}`)
    await expect(tab.getByText('Unpublished changes')).toBeVisible()
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('As it was')
    await tab.goto('/adminpanel-notes?filter=As it was')
    await expect(tab.getByRole('row', { name: /As it was/ })).toContainText('Changes not published')
    await tab.close()

    await choose(page, 'Discard changes')
    await expect(about).toHaveValue('Old')
    await expect(saved(page)).toBeVisible()
    await button(page, 'Bring it back').click()
    await expect(about).toHaveValue('Half a sentence')
    await expect(savedChanges(page)).toBeVisible()
    await button(page, 'Update Changes').click()
    await page.waitForURL(`/note/${note._id}`)
    expect(await read()).toMatchObject({ about: 'Half a sentence', createdAt: '2021-03-04T09:00:00.000Z' })
    await expect(page.getByText('Half a sentence')).toBeVisible()
    await expect(page.getByText('Unpublished changes')).toHaveCount(0)
  })
})

test('Preview opens what is typed as its page in a tab of its own, at one press', async ({
  ownerPage: page,
  elsewhere,
}) => {
  await page.goto('/new-note')
  await page.getByPlaceholder("Note's title").fill('Not public')
  await text(page).click()
  await page.keyboard.type('Typed a moment ago')
  const opened = page.waitForEvent('popup')
  await button(page, 'Preview').click()
  const tab = await opened
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Not public')
  await expect(tab.getByText('Typed a moment ago')).toBeVisible()
  await expect(tab.getByText('Only signed-in admins can see it here.')).toBeVisible()
  await page.keyboard.press('Tab')
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(', and more')
  await button(page, 'Preview').click()
  await expect(tab.getByText('Typed a moment ago, and more')).toBeVisible()
  expect(page.context().pages()).toHaveLength(2)
  expect(await findByTitle(elsewhere.request, 'note', 'Not public')).toMatchObject([{ status: 'draft' }])
})

test.describe('a picture that could not be uploaded', () => {
  const failing = async (page: Page) => {
    const message = 'The picture could not be stored. Try again in a moment.'
    const answer = { status: 503, json: { message, error: message } }
    await page.route('**/api/media/new', (route) => route.fulfill(answer))
  }

  async function writeWithFailed(page: Page, title: string) {
    await page.goto('/new-note')
    await page.getByPlaceholder("Note's title").fill(title)
    await text(page).click()
    await page.keyboard.type('word')
    await pastePicture(text(page))
    await expect(page.locator('.editor').getByRole('alert')).toContainText('a.png was not uploaded.')
  }

  test('keeps the text from being published, says which it is, and is tried again', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    await failing(page)
    await writeWithFailed(page, 'Refused')
    // The caret stays in the text.
    await text(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+s')
    await expect(status(page).filter({ hasText: /^Saved/ })).toBeVisible()
    await page.keyboard.type('and on')
    await expect(text(page)).toContainText('and on')

    await button(page, 'Submit').click()
    const words = 'Nothing was published, because “a.png” could not be uploaded. Try again, or remove the picture.'
    await expect(text(page)).toHaveAccessibleDescription(new RegExp(words))
    await expect(page.locator('.editor').getByRole('alert')).toBeFocused()
    await expect(button(page, 'Submit')).not.toHaveAttribute('aria-busy')
    const notPublic = await findByTitle(elsewhere.request, 'note', 'Refused')
    expect(notPublic.filter(({ status }) => status !== 'draft')).toEqual([])

    // While it is uploaded, it is waited for.
    await page.unroute('**/api/media/new')
    const { held, release } = hold()
    await page.route('**/api/media/new', async (route) => {
      await held
      await route.continue()
    })
    await button(page, 'Submit').click()
    await expect(button(page, 'Submit')).toHaveAttribute('aria-busy', 'true')
    release()
    await page.waitForURL('/myblog')
    const [note] = await findByTitle(elsewhere.request, 'note', 'Refused')
    expect(note?.description).toMatch(/^<p>word<\/p><p><img src="\/media\//)
    expect(note?.status).toBe('published')
  })
})

test.describe('a save whose answer is lost', () => {
  /** The server stores it, but the response is lost. */
  const loseAnswer = (page: Page, path: string) =>
    page.route(
      `**${path}`,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  const unreachable = (page: Page) => page.getByRole('alert').getByText('The server cannot be reached.')

  test('makes one note when it is changed and sent again', async ({ ownerPage: page, elsewhere }) => {
    const before = await countOf(elsewhere, 'note')
    await page.goto('/new-note')
    await page.getByPlaceholder("Note's title").fill('Only one')
    await loseAnswer(page, '/api/note/*')
    await button(page, 'Submit').click()
    await expect(unreachable(page)).toBeVisible()
    const title = 'Only one, better'
    await page.getByPlaceholder("Note's title").fill(title)
    await expect(unreachable(page)).toBeHidden()
    await button(page, 'Submit').click()
    await page.waitForURL('/myblog')
    expect(await countOf(elsewhere, 'note')).toBe(before + 1)
    expect(await findByTitle(elsewhere.request, 'note', title)).toHaveLength(1)
  })

  test('makes one project with its picture when it is sent again', async ({ ownerPage: page, elsewhere }) => {
    const before = await countOf(elsewhere, 'post')
    await page.goto('/new')
    await hydrated(page)
    await page.getByLabel('Title', { exact: true }).fill('Only one')
    await page.getByLabel('Description', { exact: true }).fill('Text')
    await page.getByLabel('Image', { exact: true }).setInputFiles(await picture())
    await loseAnswer(page, '/api/post/*')
    await button(page, 'Submit').click()
    await expect(unreachable(page)).toBeVisible()
    await button(page, 'Submit').click()
    await page.waitForURL('/projects')
    expect(await countOf(elsewhere, 'post')).toBe(before + 1)
    const [post] = await findByTitle(elsewhere.request, 'post', 'Only one')
    expect(post?.image).toHaveLength(1)
  })

  test('opens the conflict dialog when somebody has changed the row since', async ({ ownerPage: page, elsewhere }) => {
    await page.goto('/new-note')
    await page.getByPlaceholder("Note's title").fill('Only one')
    await loseAnswer(page, '/api/note/*')
    await button(page, 'Submit').click()
    await expect(unreachable(page)).toBeVisible()
    const [note] = await findByTitle(elsewhere.request, 'note', 'Only one')
    await elsewhere.request.put(`/api/note/${note?._id}`, { data: { title: 'Theirs' } })
    await page.getByPlaceholder("Note's title").fill('Mine')
    await button(page, 'Submit').click()
    const dialog = page.getByRole('dialog', { name: 'Changed in the meantime' })
    await expect(dialog.getByRole('group', { name: 'Title', exact: true })).toContainText('Theirs')
    // However long the texts are, and however low the window.
    await page.setViewportSize({ width: 1366, height: 320 })
    const save = dialog.getByRole('button', { name: 'Save this choice' })
    await expect(save).toBeInViewport({ ratio: 1 })
    expect(await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true)
    await save.click()
    await page.waitForURL('/myblog')
    expect(await readNote(elsewhere.request, note?._id ?? '')).toMatchObject({ title: 'Mine' })
  })
})

async function countOf({ request }: Elsewhere, kind: 'note' | 'post'): Promise<number> {
  const rows: Stored[] = await (await request.get(`/api/${kind}`)).json()
  return rows.length
}
