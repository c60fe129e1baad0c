import type { Page } from '@playwright/test'
import { png, pngOfBytes } from '../support/pictures'
import { ADMIN } from '../support/site'
import {
  endSession,
  expect,
  expectMessage,
  findByTitle,
  hydrated,
  readPost,
  type Stored,
  test,
} from '../support/writing'

type Image = { url: string; alt: string; width: number; height: number }
const imageOf = (post: Stored) => (post.image as Image[])[0]

async function fillNew(page: Page, title: string) {
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Repository', { exact: true }).fill('example.org/code')
  await page.getByLabel('Link', { exact: true }).fill('https://example.org/live')
  await page.getByLabel('Technologies', { exact: true }).fill('Zig, Nim')
  await page.getByLabel('Description', { exact: true }).fill('First line\nsecond line')
}

const file = async () => ({ name: 'chart.png', mimeType: 'image/png', buffer: await png() })

/** Drops a file on the page; tells whether the browser is kept from opening it. */
function drop(page: Page, buffer: Buffer, count = 1): Promise<boolean> {
  return page.evaluate(
    ([base64, times]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      for (let index = 0; index < times; index += 1)
        dataTransfer.items.add(new File([bytes], `dropped-${index}.png`, { type: 'image/png' }))
      const init = { bubbles: true, cancelable: true, dataTransfer }
      document.body.dispatchEvent(new DragEvent('dragover', init))
      return !document.body.dispatchEvent(new DragEvent('drop', init))
    },
    [buffer.toString('base64'), count] as const,
  )
}

test.describe('a new project', () => {
  test('is written with its picture, and the next screen says so', async ({ ownerPage: page, elsewhere }) => {
    await elsewhere.makePost({ title: 'Earlier', description: 'Before', tech: 'Quasar' })
    await page.goto('/new')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Post')
    const rows = Number(await page.getByLabel('Description', { exact: true }).getAttribute('rows'))
    expect(rows).toBeGreaterThanOrEqual(5)
    await fillNew(page, 'Written by hand')
    const tech = page.getByLabel('Technologies', { exact: true })
    await tech.press('End')
    await tech.pressSequentially(', quas')
    await expect(page.getByRole('option', { name: 'Quasar' })).toBeVisible()
    await tech.press('ArrowDown')
    await tech.press('Enter')
    await expect(tech).toHaveValue('Zig, Nim, Quasar')
    await tech.pressSequentially(', quasar')
    await expect(page.getByText('The same technology is named 2 times: Quasar, quasar.')).toBeVisible()
    for (let letters = ', quasar'.length; letters > 0; letters -= 1) await tech.press('Backspace')
    await expect(page.getByText('The same technology')).toBeHidden()
    await page.getByLabel('Image', { exact: true }).setInputFiles(await file())
    await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
    // Told before it is published, and no reason to refuse it.
    const alt = page.getByLabel('Alt text')
    await expect(alt).toHaveAccessibleDescription(/1 picture has no description/)
    await expect(page.getByText('1 picture has no description')).toBeVisible()
    await alt.fill('A chart')
    await expect(alt).not.toHaveAccessibleDescription(/no description/)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.waitForURL('/projects')
    await expectMessage(page, 'Project created.')
    await expect(page.getByText('Written by hand')).toBeVisible()

    const [post] = await findByTitle(elsewhere.request, 'post', 'Written by hand')
    expect(post).toMatchObject({
      description: 'First line\nsecond line',
      repo: 'https://example.org/code',
      link: 'https://example.org/live',
      tech: 'Zig, Nim, Quasar',
      image: [{ alt: 'A chart', width: 64, height: 48 }],
    })
  })

  test('has a story, which is stored while it is typed and is there after a reload', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const story = page.getByRole('textbox', { name: 'Story', exact: true })
    const saved = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
    await page.goto('/new')
    await hydrated(page)
    await page.getByLabel('Title', { exact: true }).fill('Told at length')
    await page.getByLabel('Description', { exact: true }).fill('A sieve.')
    await page.getByRole('button', { name: 'Start with headings' }).click()
    await expect(story).toBeFocused()
    await story.getByRole('heading', { name: 'Result' }).click()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('Twice as fast.')
    await expect(saved).toBeVisible()

    await page.reload()
    await hydrated(page)
    await expect(story.locator('h2:has-text("Result") + p')).toHaveText('Twice as fast.')
    const [post] = await findByTitle(elsewhere.request, 'post', 'Told at length')
    expect(post).toMatchObject({
      status: 'draft',
      story: expect.stringContaining('<h2>Result</h2><p>Twice as fast.</p>'),
    })
    await elsewhere.request.delete(`/api/post/${post?._id}`)
  })

  test('has pictures that are put into an order by mouse and touch, up to the cover', async ({ ownerPage: page }) => {
    await page.goto('/new')
    await hydrated(page)
    expect(await drop(page, await png(), 3)).toBe(true)
    await page.getByLabel('Caption of picture 3').fill('The last')
    await page.getByLabel('Caption of picture 2').fill('The second')
    const center = async (name: string) => {
      const handle = page.getByRole('button', { name, exact: true })
      await handle.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
      const box = await handle.boundingBox()
      if (!box) throw new Error(`${name} is not shown.`)
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    const from = await center('Move picture 2')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + 220, { steps: 5 })
    await page.mouse.move(from.x + 90, from.y + 230)
    await page.mouse.up()
    await expect(page.getByText('Picture 2 is now picture 3 of 3.')).toBeAttached()
    await expect(page.getByLabel('Caption of picture 2')).toHaveValue('The last')
    await expect(page.getByRole('button', { name: 'Move picture 3', exact: true })).toBeFocused()

    const touch = await page.context().newCDPSession(page)
    const { x, y } = await center('Move picture 2')
    const moveTo = (type: 'touchStart' | 'touchMove', y: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
    await moveTo('touchStart', y)
    await moveTo('touchMove', y - 60)
    await moveTo('touchMove', y - 200)
    await expect(page.getByText('Cover', { exact: true })).toHaveCount(2)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(page.getByText('This picture is now the cover.')).toBeAttached()
    await expect(page.getByLabel('Caption', { exact: true })).toHaveValue('The last')
    await expect(page.getByLabel('Caption of picture 3')).toHaveValue('The second')
  })

  test('is written with three pictures that are dropped at once, ordered by keys, and shown with their captions', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    await page.goto('/new')
    await hydrated(page)
    await fillNew(page, 'With three pictures')
    expect(await drop(page, await png(), 3)).toBe(true)
    await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
    await page.getByLabel('Caption of picture 3').fill('The last')
    await page.getByLabel('Caption of picture 2').fill('The second')
    await page.getByLabel('Description of picture 2').fill('A view')
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByText('Picture 2 is now picture 3 of 3.')).toBeAttached()
    await expect(page.getByText('Cover', { exact: true })).toBeVisible()
    await page.getByLabel('Caption', { exact: true }).fill('The cover')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.waitForURL('/projects')
    const [post] = await findByTitle(elsewhere.request, 'post', 'With three pictures')
    expect(post?.image).toMatchObject([
      { alt: '', caption: 'The cover' },
      { alt: '', caption: 'The last' },
      { alt: 'A view', caption: 'The second' },
    ])
    await page.goto(`/post/${post?._id}`)
    await expect(page.getByRole('figure').locator('figcaption')).toHaveText(['The last', 'The second'])
    await page.goto(`/post/update/${post?._id}`)
    await hydrated(page)
    await expect(page.getByLabel('Caption of picture 3')).toHaveValue('The second')
    await page.getByLabel('New Image').setInputFiles(await file())
    await page.getByRole('button', { name: 'Update Changes' }).click()
    await page.waitForURL(`/post/${post?._id}`)
    const changed = (await readPost(elsewhere.request, post?._id ?? '')).image
    expect(changed).toMatchObject([{ caption: 'The cover' }, { caption: 'The last' }, { caption: 'The second' }])
    expect(changed).not.toMatchObject([{ url: imageOf(post as Stored)?.url }, {}, {}])
  })

  test('survives the end of the session: sign in beside it, and it is saved with its picture', async ({
    ownerPage: page,
    context,
    elsewhere,
  }) => {
    await page.goto('/new')
    await hydrated(page)
    await fillNew(page, 'Saved after all')
    await page.getByLabel('Image', { exact: true }).setInputFiles(await file())
    await endSession(context)
    const submit = page.getByRole('button', { name: 'Submit' })
    await submit.click()

    const dialog = page.getByRole('dialog', { name: 'Sign In' })
    await expect(dialog).toContainText('You have been signed out.')
    // Cancelled, it leads back to the form.
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('alert').getByText('Please sign in first.')).toBeVisible()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Saved after all')
    await submit.click()
    await dialog.getByLabel('Password').fill('not the password')
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Wrong email or password.')
    await dialog.getByLabel('Password').fill(ADMIN.password)
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('/projects')
    const [post] = await findByTitle(elsewhere.request, 'post', 'Saved after all')
    expect(post && imageOf(post)).toMatchObject({ width: 64, height: 48 })
  })

  test('shows the upload progress of its picture', async ({ ownerPage: page, context }) => {
    await page.goto('/new')
    await hydrated(page)
    await fillNew(page, 'Slowly')
    const large = await pngOfBytes(1_500_000)
    await page
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'slow.png', mimeType: 'image/png', buffer: large })
    const devTools = await context.newCDPSession(page)
    const throttle = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_200_000 }
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', throttle)
    // The page itself looks, at each frame: this is over in a second.
    const seen = page.waitForFunction(() => {
      const bar = document.querySelector<HTMLProgressElement>('progress[aria-label="Uploading the picture"]')
      return bar !== null && bar.value > 0.1 && bar.value < 1
    })
    await page.getByRole('button', { name: 'Submit' }).click()
    await seen
    await page.waitForURL('/projects')
  })

  test('sends a photo that is too large smaller, and leaves what is no picture to the server', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    await page.goto('/new')
    await hydrated(page)
    await fillNew(page, 'From the camera')
    const image = page.getByLabel('Image', { exact: true })
    // What its name tells is said at once.
    await image.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture at all') })
    await expect(image).toHaveAccessibleDescription(/notes\.txt is not a picture we can show/)
    await image.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
    await expect(page.getByText('This file cannot be shown here.')).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(image).toBeFocused()
    await expect(image).toHaveAccessibleDescription(/The file is not a picture we can show/)

    const photo = await pngOfBytes(5 * 1024 * 1024)
    await image.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo })
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.waitForURL('/projects')
    const [post] = await findByTitle(elsewhere.request, 'post', 'From the camera')
    expect(post && imageOf(post)).toMatchObject({ width: 64, height: 48 })
  })
})

test.describe('a project that is edited', () => {
  const FIELDS = {
    title: 'As it was',
    description: 'Old text',
    repo: 'https://example.org/code',
    link: 'https://example.org/live',
    tech: 'Zig',
  }

  test('is saved and opened, and shows the change and the message immediately', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const post = await elsewhere.makePost(FIELDS)
    // Visited before, so that a cached page would show.
    await page.goto(`/post/${post._id}`)
    await page.getByRole('link', { name: 'Options' }).click()
    await hydrated(page)
    await page.getByLabel('Title', { exact: true }).fill('As it is')
    await page.getByLabel('New Image').setInputFiles(await file())
    await page.getByLabel('Alt text').fill('A new chart')
    await page.getByRole('button', { name: 'Update Changes' }).click()
    await page.waitForURL(`/post/${post._id}`)
    await expectMessage(page, 'Project updated.')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('As it is')
    await expect(page.getByRole('img', { name: 'A new chart' })).toBeVisible()
    expect(await readPost(elsewhere.request, post._id)).toMatchObject({ ...FIELDS, title: 'As it is' })

    // The router's cached pages do not show the old text either.
    await page.goBack()
    await page.waitForURL(`/post/update/${post._id}`)
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('As it is')
    await page.goBack()
    await page.waitForURL(`/post/${post._id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('As it is')
  })

  test('comes with its fields and labels, loses its picture when it is removed, and keeps it when that is undone', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const tech = 'Quasar, quasar, Zig'
    const post = await elsewhere.makePost({ ...FIELDS, tech, alt: 'A chart' }, await png())
    await page.goto(`/post/update/${post._id}`)
    await hydrated(page)
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('As it was')
    await expect(page.getByLabel('Github', { exact: true })).toHaveValue('https://example.org/code')
    await expect(page.getByLabel('Full Project', { exact: true })).toHaveValue('https://example.org/live')
    await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Old text')
    await expect(page.getByLabel('Technologies', { exact: true })).toHaveValue(tech)
    await expect(page.getByText('The same technology is named 2 times: Quasar, quasar.')).toBeVisible()
    await expect(page.getByLabel('New Image', { exact: true })).toHaveAttribute('type', 'file')
    await expect(page.getByLabel('Alt text')).toHaveValue('A chart')
    const current = page.getByRole('main').getByRole('img')
    await expect(current).toHaveJSProperty('complete', true)
    expect(await current.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
    await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/adminpanel')

    await page.getByRole('button', { name: 'Remove picture' }).click()
    await page.getByRole('button', { name: 'Keep the old picture' }).click()
    await page.getByRole('button', { name: 'Update Changes' }).click()
    await page.waitForURL(`/post/${post._id}`)
    expect(imageOf(await readPost(elsewhere.request, post._id))).toMatchObject({ alt: 'A chart' })
    await expect(page.getByRole('link', { name: /^Projects and notes with quasar$/i })).toHaveCount(1)

    await page.goto(`/post/update/${post._id}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await page.getByRole('button', { name: 'Update Changes' }).click()
    await page.waitForURL(`/post/${post._id}`)
    expect(await readPost(elsewhere.request, post._id)).toMatchObject({ image: [] })
  })

  test('changed meanwhile: both texts are shown, each field is chosen, and back to the form nothing is lost', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const post = await elsewhere.makePost(FIELDS)
    await page.goto(`/post/update/${post._id}`)
    await hydrated(page)
    await page.getByLabel('Title', { exact: true }).fill('My title')
    await page.getByLabel('Description', { exact: true }).fill('My text')
    await elsewhere.changePost(post._id, { title: 'Their title', description: 'Their text', tech: 'Rust' })
    const update = page.getByRole('button', { name: 'Update Changes' })
    const dialog = page.getByRole('dialog', { name: 'Changed in the meantime' })
    await update.click()
    await dialog.getByRole('button', { name: 'Back to the form' }).click()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My title')

    // Nor is anything overwritten by asking again.
    await update.click()
    const choice = (field: string) => dialog.getByRole('group', { name: field, exact: true })
    await expect(choice('Title')).toContainText('My title')
    await expect(choice('Title')).toContainText('Their title')
    await expect(choice('Title').getByRole('radio', { name: 'What you wrote' })).toBeChecked()
    // What was changed there alone is taken over, what was changed nowhere stays.
    await expect(choice('Technologies')).toHaveCount(0)
    await expect(page.getByLabel('Technologies')).toHaveValue('Rust')
    await expect(choice('Github')).toHaveCount(0)
    expect(await readPost(elsewhere.request, post._id)).toMatchObject({ title: 'Their title' })

    await choice('Description').getByRole('radio', { name: 'The saved version' }).check()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await page.waitForURL(`/post/${post._id}`)
    expect(await readPost(elsewhere.request, post._id)).toMatchObject({
      title: 'My title',
      description: 'Their text',
      tech: 'Rust',
    })
  })
})
