import type { CDPSession, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility'
import { png, pngOfBytes } from '../support/pictures'
import { type Elsewhere, expect, readNote, test } from '../support/writing'

/** What becomes of the editor's text on the server and on the page; its tools are tested in components/editor. */

const TITLE = 'Written in the editor'

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' })
const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true })

/** A page's exceptions and its policy violations. */
let faults: string[] = []

test.beforeEach(({ page }) => {
  faults = []
  page.on('pageerror', (error) => {
    // The sign-in script also runs in video frames, which have no storage.
    if (!error.message.includes("'sessionStorage'")) faults.push(String(error))
  })
  page.on('console', (message) => {
    if (/Content Security Policy|Hydration|React/.test(message.text())) faults.push(message.text())
  })
})

test.afterEach(() => expect(faults).toEqual([]))

async function openNewNote(page: Page): Promise<Locator> {
  await page.goto('/new-note')
  await page.getByPlaceholder("Note's title").fill(TITLE)
  const text = textOf(page)
  await text.click()
  return text
}

/** Saves through the screen and returns the stored HTML. */
async function stored(page: Page, { request }: Elsewhere): Promise<string> {
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.waitForURL('/myblog')
  const notes: { title: string; description: string }[] = await (await request.get('/api/note')).json()
  return notes.findLast(({ title }) => title === TITLE)?.description ?? 'no such note'
}

/** Pastes from a clipboard with these types. */
async function paste(
  text: Locator,
  data: Record<string, string>,
  files: { name: string; type: string; bytes: Buffer }[] = [],
) {
  await text.evaluate(
    (element, [kinds, pictures]) => {
      const clipboardData = new DataTransfer()
      for (const [kind, value] of Object.entries(kinds)) clipboardData.setData(kind, value)
      for (const { name, type, base64 } of pictures) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        clipboardData.items.add(new File([bytes], name, { type }))
      }
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [data, files.map(({ bytes, ...rest }) => ({ ...rest, base64: bytes.toString('base64') }))] as const,
  )
}

/** How many files the page's scripts hold, once what nothing holds is collected. */
async function countFiles(devTools: CDPSession): Promise<number> {
  const objectGroup = 'files'
  const { result } = await devTools.send('Runtime.evaluate', { expression: 'File.prototype', objectGroup })
  const { objects } = await devTools.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    objectGroup,
  })
  const counted = await devTools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  await devTools.send('Runtime.releaseObjectGroup', { objectGroup })
  return counted.result.value
}

test('its tools, and two brackets, write what is stored', async ({ ownerPage: page, elsewhere }) => {
  const note = await elsewhere.makeNote({ title: 'Zebra crossings, explained' })
  const text = await openNewNote(page)
  await page.keyboard.type('See [[zebra cross')
  const menu = page.getByRole('listbox', { name: 'Notes and projects' })
  const option = menu.getByRole('option', { name: /^Zebra crossings, explained/ })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(text).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? 'none')
  await page.keyboard.press('Enter')
  await expect(menu).toHaveCount(0)
  await page.keyboard.type(', too [[zebra]]')
  await expect(menu).toHaveCount(0)

  await page.keyboard.press('Enter')
  await page.keyboard.type('word')
  await page.keyboard.press('Shift+Home')
  await tool(page, 'Bold').click()
  await toolbar(page).getByRole('combobox', { name: 'Header', exact: true }).selectOption({ label: 'Heading 2' })
  await tool(page, 'Link').click()
  await page.getByRole('dialog', { name: 'Link' }).getByLabel('Address').fill('example.com/a?b=1&c=2')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  expect(await stored(page, elsewhere)).toBe(
    `<p>See <a href="/note/${note._id}">Zebra crossings, explained</a>, too [[zebra]]</p>` +
      '<h2><a href="https://example.com/a?b=1&amp;c=2"><strong>word</strong></a></h2>',
  )
})

const EVERYTHING = [
  '<h1>a</h1><h2 style="text-align: center;">b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>',
  '<p><a href="/x"><span style="background-color: light-dark(rgb(255, 241, 168), rgb(87, 70, 0)); color: rgb(1, 2, 3); font-family: Newsreader, Georgia, serif; font-size: 1.3em;"><strong><em><s><u>g</u></s></em></strong></span></a> <code>h</code>  two  spaces<sub>i</sub><sup>j</sup><br>k</p>',
  '<p data-indent="8">l</p><p dir="rtl" style="text-align: justify;">שלום</p><p></p>',
  '<blockquote><p>m</p></blockquote><hr>',
  '<pre><code class="language-typescript">\nconst n: string = "&lt;o&gt;"\n\tn\n</code></pre>',
  '<ol start="3"><li><p>p</p><ul><li><p>q</p></li></ul></li></ol>',
  '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>r</p></div></li></ul>',
  '<table style="width: 220px;"><colgroup><col style="width: 100px;"><col style="width: 120px;"></colgroup><tbody><tr><th colspan="2" rowspan="1" colwidth="100,120"><p>s</p></th></tr><tr><td colspan="1" rowspan="1" colwidth="100"><p>t</p></td><td colspan="1" rowspan="1" colwidth="120"><p></p></td></tr></tbody></table>',
  '<p><a href="https://example.com"><img src="/media/missing.png" alt="A &quot;b&quot;" width="300" height="200" style="width: 50%;"></a></p>',
  '<iframe src="https://player.vimeo.com/video/76979871" title="Vimeo video" loading="lazy" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups" allow="fullscreen; picture-in-picture; encrypted-media" allowfullscreen="" referrerpolicy="strict-origin-when-cross-origin"></iframe>',
  '<video src="https://example.com/clip.mp4" title="u" controls="" preload="metadata"></video>',
  '<p>end</p>',
].join('')

test('what every tool makes survives opening, changing and saving, byte for byte', async ({
  ownerPage: page,
  elsewhere,
}) => {
  const note = await elsewhere.makeNote({ title: TITLE, description: EVERYTHING })
  expect(note.description).toBe(EVERYTHING)
  await page.goto(`/note/update/${note._id}`)
  // Not in the middle, which may be a video: a click would select it and a key replace it.
  await textOf(page).getByText('end', { exact: true }).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('x')
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Update Changes' }).click()
  await page.waitForURL(`/note/${note._id}`)
  expect((await readNote(elsewhere.request, note._id)).description).toBe(EVERYTHING)
})

test('a picture larger than is taken is made smaller before it is sent', async ({ ownerPage: page, elsewhere }) => {
  const text = await openNewNote(page)
  await page.keyboard.type('word')
  await tool(page, 'Image').click()
  const dialog = page.getByRole('dialog', { name: 'Image' })
  const chooser = page.waitForEvent('filechooser')
  const choosing = dialog.getByRole('button', { name: 'Choose a picture' })
  await expect(choosing).toBeFocused()
  await page.keyboard.press('Enter')
  // Until the first picture is made smaller.
  await page.evaluate(() => {
    const original = createImageBitmap
    const held = new Promise<void>((resolve) => Object.assign(window, { release: resolve }))
    Object.assign(window, { createImageBitmap: (file: Blob) => held.then(() => original(file)) })
  })
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: await pngOfBytes(9 * 1024 * 1024) })
  const insert = dialog.getByRole('button', { name: 'Insert picture' })
  await expect(dialog.getByRole('status')).toHaveText('Preparing a.png …')
  await expect(insert).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => Reflect.get(window, 'release')())
  await expect(dialog.getByRole('status')).toHaveText('a.png')
  await dialog.getByLabel('Alt text').fill('A pattern')
  await insert.click()
  await expect(text.getByRole('img', { name: 'A pattern' })).toBeVisible()
  expect(await stored(page, elsewhere)).toMatch(
    /^<p>word<\/p><p><img src="\/media\/[0-9a-f-]+\.webp" alt="A pattern" width="64" height="48"><\/p>$/,
  )
})

test('pictures are not held in memory once they are in the text', async ({ ownerPage: page, context }) => {
  const text = await openNewNote(page)
  await paste(text, {}, [{ name: 'a.png', type: 'image/png', bytes: await png() }])
  await expect(text.locator('img[src^="/media/"]')).toHaveCount(1)
  // The editor remembers the last paste, and with it what was pasted.
  await paste(text, { 'text/plain': 'word' })
  const devTools = await context.newCDPSession(page)
  await expect.poll(() => countFiles(devTools)).toBe(0)
})

test('blocks of a technical writer stand on the page as they were written', async ({ page, elsewhere }) => {
  const { _id } = await elsewhere.makeNote({
    title: TITLE,
    description:
      '<figure data-width="small" data-align="right"><img src="/media/missing.png" width="64" height="48"><figcaption>A pattern</figcaption></figure>' +
      '<aside data-callout="warning"><p>Mind the gap</p></aside>' +
      '<pre data-file="src/a.js" data-lines="3"><code class="language-javascript">a\nb\nc</code></pre>' +
      '<p>See<span data-footnote="">the <strong>source</strong></span>.</p>' +
      '<math data-tex="\\frac{a}{b}" display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>',
  })
  await page.goto(`/note/${_id}`)
  const shown = page.locator('.rich-text')
  await expect(shown.getByRole('figure', { name: 'A pattern' })).toBeVisible()
  await expect(shown.getByRole('note', { name: 'Warning' })).toContainText('Mind the gap')
  await expect(shown.getByRole('figure', { name: 'src/a.js' }).locator('mark')).toHaveText('c')
  await expect(shown.locator('mfrac')).toBeVisible()
  await shown.getByLabel('Footnote 1', { exact: true }).click()
  await expect(shown.locator('#fn-1')).toBeInViewport()
  await expect(shown.getByLabel('Footnotes', { exact: true })).toContainText('the source')
  await expectAccessible(page)
})

test('the text looks as the published page does', async ({ ownerPage: page, elsewhere }) => {
  // The column is as wide as so many characters: on both pages of the same face, whichever would have come in time.
  await page.route('**/*.woff2', (route) => route.fulfill({ status: 204 }))
  await openNewNote(page)
  await page.keyboard.type(
    '## Title\nA paragraph long enough to be broken into two lines where the column of the text ends.\n',
  )
  // A line of eighty columns, all of which are seen.
  await page.keyboard.type(`\`\`\`ts ${'eighty 8'.repeat(10)}`)
  const isCodeSeen = (root: Locator) =>
    root.locator('pre').evaluate(({ scrollWidth, clientWidth }) => scrollWidth === clientWidth)
  /** Above its frame, in which the page shows its language. */
  const spaceAboveCode = (root: Locator) =>
    root
      .locator('h2 + p + *')
      .evaluate(
        (code) => code.getBoundingClientRect().top - (code.previousElementSibling?.getBoundingClientRect().bottom ?? 0),
      )
  const space = await spaceAboveCode(textOf(page))
  expect(await isCodeSeen(textOf(page))).toBe(true)
  const styles = (root: Locator) =>
    root.locator('h2, h2 + p').evaluateAll((blocks) =>
      blocks.map((block) => {
        const { fontFamily, fontSize, lineHeight, color } = getComputedStyle(block)
        const { width, height } = block.getBoundingClientRect()
        return { fontFamily, fontSize, lineHeight, color, width, height }
      }),
    )
  const writing = await styles(textOf(page))
  await stored(page, elsewhere)
  await page.getByRole('link', { name: 'Read' }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: 'Title' })).toBeVisible()
  expect(await styles(page.locator('.rich-text'))).toEqual(writing)
  expect(await isCodeSeen(page.locator('.rich-text'))).toBe(true)
  expect(await spaceAboveCode(page.locator('.rich-text'))).toBeCloseTo(space, 0)
})
