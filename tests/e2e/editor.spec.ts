import type { CDPSession, Locator, Page } from '@playwright/test'
import type { Editor } from '@tiptap/core'
import { expectAccessible, expectAccessibleInBothSchemes } from '../support/accessibility'
import { hold } from '../support/hold'
import { png, pngOfBytes } from '../support/pictures'
import { overflow } from '../support/screens'
import { type Elsewhere, expect, readNote, test } from '../support/writing'
import { settledFocus } from '../support/writing-robot'

/** The editor in Chromium on the screens that use it: what it stores, and its accessibility. */

const TITLE = 'Written in the editor'

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' })
const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true })
const choose = (page: Page, name: string, label: string) =>
  toolbar(page).getByRole('combobox', { name, exact: true }).selectOption({ label })

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

/** What the editor holds as selected: it hears of the browser's selection a moment later. */
const selectedText = (page: Page): Promise<string> =>
  textOf(page).evaluate((element) => {
    const { state } = (element as unknown as { editor: Editor }).editor
    return state.doc.textBetween(state.selection.from, state.selection.to)
  })

async function selectAll(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
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

/** The texts of the editor that a layer covers. */
function textsUnder(layer: Element, selector: string): string[] {
  const box = layer.getBoundingClientRect()
  const isOver = (text: Node) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()].some(
      ({ top, bottom, left, right }) => top < box.bottom && bottom > box.top && left < box.right && right > box.left,
    )
  }
  const walker = document.createTreeWalker(document.querySelector('.editor-frame') as Element, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!layer.contains(node) && isOver(node)) found.push(`${selector}: ${node.textContent}`)
  }
  return found
}

const TOOLS: [name: string, use: (page: Page) => Promise<void>, html: string][] = [
  ['Bold', (page) => tool(page, 'Bold').click(), '<p><strong>word</strong></p>'],
  ['Italic', (page) => tool(page, 'Italic').click(), '<p><em>word</em></p>'],
  ['Underline', (page) => tool(page, 'Underline').click(), '<p><u>word</u></p>'],
  ['Strike', (page) => tool(page, 'Strike').click(), '<p><s>word</s></p>'],
  [
    'Text language',
    async (page) => {
      await tool(page, 'Text language').click()
      await page.getByRole('button', { name: 'French' }).click()
    },
    '<p lang="fr">word</p>',
  ],
  ['Code', (page) => tool(page, 'Code').click(), '<p><code>word</code></p>'],
  ['Subscript', (page) => tool(page, 'Subscript').click(), '<p><sub>word</sub></p>'],
  ['Superscript', (page) => tool(page, 'Superscript').click(), '<p><sup>word</sup></p>'],
  ['Header', (page) => choose(page, 'Header', 'Heading 2').then(), '<h2>word</h2>'],
  [
    'Font',
    (page) => choose(page, 'Font', 'Monospace').then(),
    '<p><span style="font-family: ui-monospace, Menlo, Consolas, monospace;">word</span></p>',
  ],
  [
    'Font with spaces in its name',
    (page) => choose(page, 'Font', 'Sans serif').then(),
    '<p><span style="font-family: &quot;Hanken Grotesk&quot;, system-ui, sans-serif;">word</span></p>',
  ],
  ['Size', (page) => choose(page, 'Size', 'Large').then(), '<p><span style="font-size: 1.3em;">word</span></p>'],
  [
    'Text colour',
    async (page) => {
      await tool(page, 'Text colour').click()
      await page.getByRole('dialog', { name: 'Text colour' }).getByRole('button', { name: 'Red', exact: true }).click()
    },
    '<p><span style="color: light-dark(rgb(179, 38, 30), rgb(255, 165, 156));">word</span></p>',
  ],
  [
    'Background colour',
    async (page) => {
      await tool(page, 'Background colour').click()
      const dialog = page.getByRole('dialog', { name: 'Background colour' })
      await dialog.getByLabel('Other colour').fill('#ffee00')
      await page.keyboard.press('Escape')
    },
    '<p><span style="background-color: rgb(255, 238, 0);">word</span></p>',
  ],
  ['Ordered list', (page) => tool(page, 'Ordered list').click(), '<ol><li><p>word</p></li></ol>'],
  ['Bullet list', (page) => tool(page, 'Bullet list').click(), '<ul><li><p>word</p></li></ul>'],
  [
    'Task list',
    (page) => tool(page, 'Task list').click(),
    '<ul data-type="taskList"><li data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>word</p></div></li></ul>',
  ],
  ['Indent', (page) => tool(page, 'Indent').click({ clickCount: 3 }), '<p data-indent="3">word</p>'],
  [
    'Outdent',
    async (page) => {
      await tool(page, 'Indent').click({ clickCount: 2 })
      await tool(page, 'Outdent').click()
    },
    '<p data-indent="1">word</p>',
  ],
  ['Direction', (page) => tool(page, 'Direction: right to left').click(), '<p dir="rtl">word</p>'],
  ['Align centre', (page) => tool(page, 'Align centre').click(), '<p style="text-align: center;">word</p>'],
  ['Align right', (page) => tool(page, 'Align right').click(), '<p style="text-align: right;">word</p>'],
  ['Justify', (page) => tool(page, 'Justify').click(), '<p style="text-align: justify;">word</p>'],
  [
    'Align left',
    async (page) => {
      await tool(page, 'Align right').click()
      await tool(page, 'Align left').click()
    },
    '<p>word</p>',
  ],
  ['Blockquote', (page) => tool(page, 'Blockquote').click(), '<blockquote><p>word</p></blockquote>'],
  ['Code block', (page) => tool(page, 'Code block').click(), '<pre><code>word</code></pre>'],
  [
    'Code block with a language',
    async (page) => {
      await tool(page, 'Code block').click()
      const bar = page.getByRole('toolbar', { name: 'Code block' })
      await bar.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'TypeScript' })
    },
    '<pre><code class="language-typescript">word</code></pre>',
  ],
  [
    'Link',
    async (page) => {
      await tool(page, 'Link').click()
      await page.getByRole('dialog', { name: 'Link' }).getByLabel('Address').fill('example.com/a?b=1&c=2')
      await page.keyboard.press('Enter')
    },
    '<p><a href="https://example.com/a?b=1&amp;c=2">word</a></p>',
  ],
  [
    'Image by its address',
    async (page) => {
      await page.keyboard.press('End')
      await tool(page, 'Image').click()
      const dialog = page.getByRole('dialog', { name: 'Image' })
      await dialog.getByLabel('Or its address').fill('https://example.com/a.png')
      await dialog.getByLabel('Alt text').fill('A "sign" <here>')
      await dialog.getByRole('button', { name: 'Insert picture' }).click()
    },
    '<p>word<img src="https://example.com/a.png" alt="A &quot;sign&quot; &lt;here&gt;"></p>',
  ],
  [
    'Video',
    async (page) => {
      await page.keyboard.press('End')
      await tool(page, 'Video').click()
      const dialog = page.getByRole('dialog', { name: 'Video' })
      await dialog.getByLabel('Address').fill('youtu.be/dQw4w9WgXcQ?t=5')
      await dialog.getByLabel('Title').fill('A talk')
      await dialog.getByRole('button', { name: 'Insert video' }).click()
    },
    '<p>word</p><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=5" title="A talk" loading="lazy" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups" allow="fullscreen; picture-in-picture; encrypted-media" allowfullscreen="" referrerpolicy="strict-origin-when-cross-origin"></iframe>',
  ],
  [
    'Table',
    async (page) => {
      await page.keyboard.press('End')
      await tool(page, 'Table').click()
      const bar = page.getByRole('toolbar', { name: 'Table' })
      await bar.getByRole('button', { name: 'Remove column' }).click()
      await bar.getByRole('button', { name: 'Remove column' }).click()
      await bar.getByRole('button', { name: 'Add row below' }).click()
      await bar.getByRole('button', { name: 'Header row' }).click()
    },
    `<p>word</p><table style="min-width: 25px;"><colgroup><col style="min-width: 25px;"></colgroup><tbody>${'<tr><td colspan="1" rowspan="1"><p></p></td></tr>'.repeat(4)}</tbody></table>`,
  ],
  [
    'Horizontal rule',
    async (page) => {
      await page.keyboard.press('End')
      await tool(page, 'Horizontal rule').click()
    },
    '<p>word</p><hr>',
  ],
  [
    'Clean formatting',
    async (page) => {
      await tool(page, 'Bold').click()
      await choose(page, 'Header', 'Heading 3')
      await tool(page, 'Align right').click()
      await tool(page, 'Indent').click()
      await tool(page, 'Direction: right to left').click()
      await tool(page, 'Clean formatting').click()
    },
    '<p>word</p>',
  ],
  [
    'Undo',
    (page) =>
      tool(page, 'Bold')
        .click()
        .then(() => tool(page, 'Undo').click()),
    '<p>word</p>',
  ],
  [
    'Redo',
    async (page) => {
      await tool(page, 'Bold').click()
      await tool(page, 'Undo').click()
      await tool(page, 'Redo').click()
    },
    '<p><strong>word</strong></p>',
  ],
]

test.describe('a tool, by its name', () => {
  test('stores what it says', async ({ ownerPage: page, elsewhere }) => {
    // Many tools on one page.
    test.slow()
    const { _id } = await elsewhere.makeNote({
      title: TITLE,
      description: TOOLS.map((_, index) => `<p>word${index}</p><p>behind ${index}</p>`).join(''),
    })
    await page.goto(`/note/update/${_id}`)
    for (const [index, [, use]] of TOOLS.entries()) {
      await textOf(page).getByText(`word${index}`, { exact: true }).click()
      await page.keyboard.press('Home')
      await page.keyboard.press('Shift+End')
      await expect.poll(() => selectedText(page), { intervals: [20] }).toBe(`word${index}`)
      await use(page)
      await expect(textOf(page)).toBeFocused()
    }
    await page.getByRole('button', { name: 'Update Changes' }).click()
    await page.waitForURL(`/note/${_id}`)
    const parts = String((await readNote(elsewhere.request, _id)).description).split(/<p>behind \d+<\/p>/)
    for (const [index, [name, , html]] of TOOLS.entries()) {
      expect.soft(parts[index]?.replace(`word${index}`, 'word'), name).toBe(html)
    }
  })

  test('shows its state at the caret, while the words are counted', async ({ ownerPage: page }) => {
    await openNewNote(page)
    await page.keyboard.type('one two  three')
    await expect(page.getByText('3 words · 1 min read')).toBeVisible()
    await expect(tool(page, 'Bold')).toHaveAttribute('aria-pressed', 'false')
    await selectAll(page)
    await tool(page, 'Bold').click()
    await expect(tool(page, 'Bold')).toHaveAttribute('aria-pressed', 'true')
    await choose(page, 'Header', 'Heading 4')
    await expect(toolbar(page).getByRole('combobox', { name: 'Header' })).toHaveValue('4')
    await tool(page, 'Code block').click()
    await expect(tool(page, 'Bold')).toHaveAttribute('aria-disabled', 'true')
  })
})

test.describe('every tool together', () => {
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

  test('survive opening, changing, saving and saving again, byte for byte', async ({ ownerPage: page, elsewhere }) => {
    const note = await elsewhere.makeNote({ title: TITLE, description: EVERYTHING })
    expect(note.description).toBe(EVERYTHING)
    for (let round = 1; round <= 2; round += 1) {
      await page.goto(`/note/update/${note._id}`)
      // Not in the middle, which may be a video: a click would select it and a key replace it.
      await textOf(page).getByText('end', { exact: true }).click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type('x')
      await page.keyboard.press('Backspace')
      await page.getByRole('button', { name: 'Update Changes' }).click()
      await page.waitForURL(`/note/${note._id}`)
      expect((await readNote(elsewhere.request, note._id)).description).toBe(EVERYTHING)
    }
  })
})

test.describe('links', () => {
  test('of another protocol are refused at their field, and the text stays', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('word')
    await selectAll(page)
    await page.keyboard.press('ControlOrMeta+k')
    const address = page.getByRole('dialog', { name: 'Link' }).getByLabel('Address')
    for (const refused of ['', 'javascript:alert(1)', 'ftp://example.com', 'data:text/html,x', 'two words']) {
      await address.fill(refused)
      await page.keyboard.press('Enter')
      await expect(address).toHaveAttribute('aria-invalid', 'true')
      await expect(address).toHaveAccessibleDescription(/address/)
    }
    await address.fill('me@example.com')
    await page.keyboard.press('Enter')
    await expect(text).toBeFocused()
    expect(await stored(page, elsewhere)).toBe('<p><a href="mailto:me@example.com">word</a></p>')
  })

  test('can be changed and removed in place', async ({ ownerPage: page, elsewhere }) => {
    await openNewNote(page)
    await page.keyboard.type('see [here](/projects) now')
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft')
    const bar = page.getByRole('toolbar', { name: 'Link' })
    await expect(bar.getByRole('link')).toHaveAttribute('href', '/projects')
    await bar.getByRole('button', { name: 'Change link' }).click()
    await page.getByRole('dialog', { name: 'Link' }).getByLabel('Address').fill('/about')
    await page.keyboard.press('Enter')
    await expect(bar.getByRole('link')).toHaveAttribute('href', '/about')
    await bar.getByRole('button', { name: 'Remove link' }).click()
    expect(await stored(page, elsewhere)).toBe('<p>see here now</p>')
  })
})

test.describe('pictures', () => {
  test('are chosen by a button, with their text; one of a kind no page shows is refused before it is sent', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const text = await openNewNote(page)
    await paste(text, {}, [{ name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') }])
    await expect(page.getByText('a.svg is not a picture we can show').last()).toBeVisible()
    await expect(text).toBeFocused()

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
      /^<p>word<img src="\/media\/[0-9a-f-]+\.webp" alt="A pattern" width="64" height="48"><\/p>$/,
    )
  })

  test('are pasted and dropped, and never stored as data', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('word')
    const bytes = await png()
    await paste(text, {}, [{ name: 'a.png', type: 'image/png', bytes }])
    await expect(text.locator('img[src^="/media/"]')).toHaveCount(1)
    await paste(text, { 'text/html': `<img src="data:image/png;base64,${bytes.toString('base64')}" alt="b">` })
    await expect(text.locator('img[src^="/media/"]')).toHaveCount(2)
    const drop = await page.evaluateHandle((base64) => {
      const data = new DataTransfer()
      const all = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      data.items.add(new File([all], 'c.png', { type: 'image/png' }))
      return data
    }, bytes.toString('base64'))
    await text.locator('p').first().dispatchEvent('drop', { dataTransfer: drop, clientX: 400, clientY: 400 })
    await expect(text.locator('img[src^="/media/"]')).toHaveCount(3)
    const html = await stored(page, elsewhere)
    expect(html).not.toContain('data:')
    expect(html.match(/\/media\//g)).toHaveLength(3)
  })

  test('are not held in memory once they are in the text', async ({ ownerPage: page, context }) => {
    const text = await openNewNote(page)
    await paste(text, {}, [{ name: 'a.png', type: 'image/png', bytes: await png() }])
    await expect(text.locator('img[src^="/media/"]')).toHaveCount(1)
    // The editor remembers the last paste, and with it what was pasted.
    await paste(text, { 'text/plain': 'word' })
    const devTools = await context.newCDPSession(page)
    await expect.poll(() => countFiles(devTools)).toBe(0)
  })

  test('that fail say why, keep the text, can be tried again, and get their alt text and width in place', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('word')
    const message = 'The picture could not be stored. Try again in a moment.'
    await page.route('**/api/media/new', (route) => route.fulfill({ status: 503, json: { message, error: message } }), {
      times: 1,
    })
    await paste(text, {}, [{ name: 'a.png', type: 'image/png', bytes: await png() }])
    const alert = page.locator('.editor').getByRole('alert')
    await expect(alert).toContainText(`a.png was not uploaded. ${message}`)
    await expect(text).toContainText('word')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(text.locator('img[src^="/media/"]')).toHaveCount(1)
    await expect(alert).toHaveCount(0)

    const missing = page.getByRole('button', { name: '1 picture has no description' })
    await missing.click()
    const bar = page.getByRole('toolbar', { name: 'Picture' })
    await bar.getByLabel('Alt text').fill('Later')
    await expect(missing).toHaveCount(0)
    await bar.getByRole('combobox', { name: 'Width' }).selectOption({ label: 'Half' })
    expect(await stored(page, elsewhere)).toMatch(
      /^<p>word<img src="\/media\/[0-9a-f-]+\.png" alt="Later" width="64" height="48" style="width: 50%;"><\/p>$/,
    )
  })
})

test.describe('a picture', () => {
  test('is replaced by the keyboard, with its words and width; a failure leaves the old one', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const text = await openNewNote(page)
    await paste(text, {}, [{ name: 'a.png', type: 'image/png', bytes: await png() }])
    const picture = text.locator('img[src^="/media/"]')
    await picture.click()
    const bar = page.getByRole('toolbar', { name: 'Picture' })
    await bar.getByLabel('Alt text').fill('A pattern')
    await bar.getByRole('combobox', { name: 'Width' }).selectOption({ label: 'Half' })
    const old = await picture.getAttribute('src')

    const message = 'The picture could not be stored. Try again in a moment.'
    const fail = () =>
      page.route('**/api/media/new', (route) => route.fulfill({ status: 503, json: { message, error: message } }), {
        times: 1,
      })
    const replace = async (name: string) => {
      await bar.getByRole('combobox', { name: 'Placement' }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(bar.getByRole('button', { name: 'Replace picture…' })).toBeFocused()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Replace picture' })
      const choosing = dialog.getByRole('button', { name: 'Choose a picture' })
      const chooser = page.waitForEvent('filechooser')
      await expect(choosing).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: await png() })
      await expect(dialog.getByRole('status')).toHaveText(name)
      await dialog.getByRole('button', { name: 'Replace picture' }).press('Enter')
      await expect(dialog).toHaveCount(0)
    }
    const alert = page.locator('.editor').getByRole('alert')
    await fail()
    await replace('b.png')
    await expect(alert).toContainText(`b.png was not uploaded. ${message}`)
    await alert.getByRole('button', { name: 'Keep the old picture' }).click()
    await expect(alert).toHaveCount(0)
    await expect(picture).toHaveAttribute('src', String(old))

    await fail()
    await replace('c.png')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(picture).not.toHaveAttribute('src', String(old))
    await expect(page.locator('.editor').getByRole('status')).toHaveText('c.png is in the text.')
    const shown = String(await picture.getAttribute('src'))
    await page.keyboard.press('ControlOrMeta+z')
    await expect(picture).toHaveAttribute('src', String(old))
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(picture).toHaveAttribute('src', shown)
    expect(await stored(page, elsewhere)).toBe(
      `<p><img src="${shown}" alt="A pattern" width="64" height="48" style="width: 50%;"></p>`,
    )
  })
})

test.describe('blocks of a technical writer', () => {
  test('are written by hand, and stand on the page as they were written', async ({ ownerPage: page, elsewhere }) => {
    test.slow()
    const text = await openNewNote(page)
    await paste(text, {}, [{ name: 'a.png', type: 'image/png', bytes: await png() }])
    await text.locator('img[src^="/media/"]').click()
    const picture = page.getByRole('toolbar', { name: 'Picture' })
    await picture.getByRole('button', { name: 'Caption' }).click()
    await expect(text).toBeFocused()
    await page.keyboard.type('A pattern')
    await picture.getByRole('combobox', { name: 'Width' }).selectOption({ label: 'Small' })
    await picture.getByRole('combobox', { name: 'Placement' }).selectOption({ label: 'Right' })
    await expectAccessible(page)
    await text.locator('figcaption').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')

    await page.keyboard.type('/tip')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Mind the gap')
    await page.getByRole('toolbar', { name: 'Callout' }).getByRole('combobox', { name: 'Kind' }).selectOption('warning')
    await expectAccessible(page)
    await text.focus()
    await page.keyboard.press('ControlOrMeta+End')

    await page.keyboard.type('```js a\nb\nc')
    const code = page.getByRole('toolbar', { name: 'Code block' })
    await code.getByLabel('File name').fill('src/a.js')
    await code.getByRole('button', { name: 'Mark lines' }).click()
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('ArrowDown')

    await page.keyboard.type('See')
    await page.keyboard.press('ControlOrMeta+Alt+f')
    const footnote = page.getByRole('toolbar', { name: 'Footnote' })
    await expect(footnote.getByRole('textbox', { name: 'Footnote' })).toBeFocused()
    await page.keyboard.type('the ')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type('source')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(text).toBeFocused()
    await page.keyboard.type(', and $x^2$.\n')
    await page.keyboard.type('$\\nonsense{x}$')
    await expect(page.locator('.editor-foot')).toContainText(
      'This formula cannot be shown. Unsupported function name: \\nonsense at position 1.',
    )
    for (const _ of '$\\nonsense{x}$') await page.keyboard.press('Backspace')
    await expect(page.locator('.editor-foot')).not.toContainText('This formula')

    await tool(page, 'More blocks').click()
    await page.getByRole('dialog', { name: 'More blocks' }).getByRole('button', { name: 'Formula' }).click()
    const formula = page.getByRole('dialog', { name: 'Formula' })
    await formula.getByLabel('TeX').fill('\\frac{a')
    await page.keyboard.press('Enter')
    await expect(formula.getByRole('alert')).toContainText('expected')
    await formula.getByLabel('TeX').fill('\\frac{a}{b}')
    await expectAccessible(page)
    await page.keyboard.press('Enter')

    const html = await stored(page, elsewhere)
    expect(html).toMatch(
      /^<figure data-width="small" data-align="right"><img src="\/media\/[0-9a-f-]+\.png" width="64" height="48"><figcaption>A pattern<\/figcaption><\/figure>/,
    )
    expect(html.slice(html.indexOf('<aside'))).toBe(
      '<aside data-callout="warning"><p>Mind the gap</p></aside>' +
        '<pre data-file="src/a.js" data-lines="3"><code class="language-javascript">a\nb\nc</code></pre>' +
        '<p>See<span data-footnote="">the <strong>source</strong></span>, and <math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math>.</p>' +
        '<math data-tex="\\frac{a}{b}" display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>',
    )

    await page.getByRole('link', { name: 'Read' }).first().click()
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

  test('takes the signs of Markdown in a footnote as in the text', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('See')
    await page.keyboard.press('ControlOrMeta+Alt+f')
    await expect(page.getByRole('textbox', { name: 'Footnote' })).toBeFocused()
    await page.keyboard.type('**b** *i* `c` ~~s~~ [l](/x) 2 * 3 * 4')
    await page.keyboard.press('Enter')
    await expect(text).toBeFocused()
    await page.keyboard.type('.')
    expect(await stored(page, elsewhere)).toBe(
      '<p>See<span data-footnote=""><strong>b</strong> <em>i</em> <code>c</code> <s>s</s> <a href="/x">l</a> 2 * 3 * 4</span>.</p>',
    )
  })

  test('leaves a footnote with an arrow at its end, for the tool beside it', async ({ ownerPage: page }) => {
    await openNewNote(page)
    await page.keyboard.type('See')
    await page.keyboard.press('ControlOrMeta+Alt+f')
    const footnote = page.getByRole('textbox', { name: 'Footnote' })
    await expect(footnote).toBeFocused()
    await page.keyboard.type('one')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await expect(footnote).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'Remove footnote' })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(footnote).toBeFocused()
  })

  test('marks lines of code across the whole width, as the page does', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await paste(text, { 'text/html': '<pre data-lines="2"><code>a\n\nb</code></pre>' })
    const mark = await text.locator('pre').evaluate((pre) => {
      const code = pre.firstElementChild as HTMLElement
      const { width, height, maskImage } = getComputedStyle(code, '::before')
      return { width, height, maskImage, all: `${pre.clientWidth}px`, code: `${code.clientHeight}px` }
    })
    expect(mark).toMatchObject({ width: mark.all, height: mark.code })
    expect(mark.maskImage).toMatch(/^linear-gradient/)
    expect(await stored(page, elsewhere)).toBe('<pre data-lines="2"><code>a\n\nb</code></pre>')
  })
})

test.describe('a paste', () => {
  test('from a word processor comes in clean', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await paste(text, {
      'text/html':
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><h2 style="mso-x:1">Title</h2><p class=MsoNormal style="font-family:Calibri;color:black">a <b>b</b><o:p></o:p></p><p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>c</p></body></html>',
      'text/plain': 'Title a b c',
    })
    expect(await stored(page, elsewhere)).toBe('<h2>Title</h2><p>a <strong>b</strong></p><ul><li><p>c</p></li></ul>')
  })

  test('of Markdown is converted, and one undo restores the text', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await paste(text, { 'text/plain': '## Title\n\nSome **bold** text\n\n- [x] done' })
    await expect(text.getByRole('heading', { name: 'Title' })).toBeVisible()
    const status = page.locator('.editor').getByRole('status')
    await expect(status).toContainText('Pasted as Markdown')
    const notice = page.locator('.editor-foot').getByText('Pasted as Markdown. Undo to get the plain text.')
    await expect(notice).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text).toContainText('## Title')
    // It is about the paste, which is the last change no more.
    await expect(notice).toBeHidden()
    await page.keyboard.press('ControlOrMeta+Shift+z')
    expect(await stored(page, elsewhere)).toBe(
      '<h2>Title</h2><p>Some <strong>bold</strong> text</p><ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>done</p></div></li></ul>',
    )
  })

  test('of JSON or a shell session makes a code block, and one undo restores the text', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const text = await openNewNote(page)
    const code = text.locator('pre')
    await paste(text, { 'text/plain': '{\n  "name": "a"\n}\n' })
    await expect(code).toHaveText('{\n  "name": "a"\n}')
    await expect(page.locator('.editor-foot')).toContainText('Pasted as a code block. Undo to get the plain text.')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(code).toHaveCount(0)
    await expect(text).toContainText('"name": "a"')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text).toHaveText('')
    await paste(text, { 'text/plain': '$ npm install\nadded 5 packages' })
    expect(await stored(page, elsewhere)).toBe(
      '<pre><code class="language-bash">$ npm install\nadded 5 packages</code></pre>',
    )
  })

  test('with Shift inserts plain text, and of lines of code from a code editor a code block', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const text = await openNewNote(page)
    await page.keyboard.down('Shift')
    await paste(text, { 'text/plain': '## not a title' })
    await page.keyboard.up('Shift')
    await page.keyboard.press('Enter')
    await paste(text, {
      'text/html': '<div style="color: red">const a = 1</div><div>const b = 2</div>',
      'text/plain': 'const a = 1\nconst b = 2\n',
      'vscode-editor-data': JSON.stringify({ mode: 'typescriptreact' }),
    })
    expect(await stored(page, elsewhere)).toBe(
      '<p>## not a title</p><pre><code class="language-typescript">const a = 1\nconst b = 2</code></pre>',
    )
  })

  test('of an address over words makes them a link', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('words')
    await selectAll(page)
    await paste(text, { 'text/plain': 'https://example.com/a_b_c?d=1' })
    expect(await stored(page, elsewhere)).toBe('<p><a href="https://example.com/a_b_c?d=1">words</a></p>')
  })

  test('of a video address on a line of its own is the video', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await paste(text, { 'text/plain': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' })
    expect(await stored(page, elsewhere)).toContain('<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"')
  })
})

test.describe('the keyboard alone', () => {
  test('opens the menu of blocks with a slash, and picks from it', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('/')
    const menu = page.getByRole('listbox', { name: 'Blocks' })
    await expect(menu.getByRole('option', { name: /^Text/ })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.type('head')
    await expect(menu.getByRole('option')).toHaveCount(3)
    await page.keyboard.press('ArrowDown')
    const active = menu.getByRole('option', { name: /^Heading 3/ })
    await expect(active).toHaveAttribute('aria-selected', 'true')
    await expect(text).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? 'none')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Title')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/x')
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    expect(await stored(page, elsewhere)).toBe('<h3>Title</h3><p>/x</p>')
  })

  test('links a note by its title after two brackets', async ({ ownerPage: page, elsewhere }) => {
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
    expect(await stored(page, elsewhere)).toBe(
      `<p>See <a href="/note/${note._id}">Zebra crossings, explained</a>, too [[zebra]]</p>`,
    )
  })

  test('asks for what two brackets match alone, and shows no answer that is late', async ({
    ownerPage: page,
    elsewhere,
  }) => {
    const word = `quokka${Date.now()}`
    for (const title of [`First ${word}`, `Second ${word}`]) await elsewhere.makeNote({ title })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let isAsked = () => {}
    const first = new Promise<void>((resolve) => (isAsked = resolve))
    await page.route(
      (url) => url.pathname === '/api/find' && url.searchParams.get('q') === 'First',
      async (route) => {
        isAsked()
        await held
        await route.continue().catch(() => {})
      },
    )
    await openNewNote(page)
    await page.keyboard.type('See [[')
    const options = page.getByRole('listbox', { name: 'Notes and projects' }).getByRole('option')
    await expect(options).not.toHaveCount(0)
    await page.keyboard.type('First')
    await first
    for (let letter = 0; letter < 5; letter += 1) await page.keyboard.press('Backspace')
    await page.keyboard.type(`Second ${word}`)
    await expect(options.first()).toHaveText(new RegExp(`^Second ${word}`))
    release()
    await page.keyboard.type('x')
    await page.keyboard.press('Backspace')
    await expect(options.first()).toHaveText(new RegExp(`^Second ${word}`))
    expect(asked.filter((path) => path === '/api/note' || path === '/api/post')).toEqual([])
    expect(asked.filter((path) => path === '/api/find').length).toBeLessThan(8)
  })

  test('reaches every tool, and comes back with Escape', async ({ ownerPage: page }) => {
    const text = await openNewNote(page)
    for (let line = 1; line <= 30; line += 1) await page.keyboard.type(`Line ${line}\n`)
    await page.keyboard.type('word')
    const scrolled = () => page.evaluate(() => Math.round(scrollY))
    const before = await scrolled()
    expect(before).toBeGreaterThan(100)
    await page.keyboard.press('Alt+F10')
    await expect(tool(page, 'Undo')).toBeFocused()
    await page.keyboard.press('End')
    await expect(tool(page, 'Keyboard help')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Keyboard help' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()
    await selectAll(page)
    await page.keyboard.press('Shift+Tab')
    await expect(tool(page, 'Keyboard help')).toBeFocused()
    await page.keyboard.press('Home')
    const names: string[] = []
    const count = await toolbar(page).locator('button, select').count()
    for (let index = 0; index < count; index += 1) {
      names.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
      await page.keyboard.press('ArrowRight')
    }
    expect(new Set(names).size).toBe(count)
    expect(names).not.toContain('')
    expect(await scrolled(), 'the text stays where it was').toBe(before)
    await tool(page, 'Bold').focus()
    await page.keyboard.press('Space')
    await expect(tool(page, 'Bold')).toBeFocused()
    await expect(tool(page, 'Bold')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()
    await settledFocus(page)
    await page.keyboard.press('Shift+Home')
    await expect.poll(() => selectedText(page), 'without the last line').not.toContain('word')
    await tool(page, 'Bold').focus()
    await page.keyboard.press('Tab')
    await expect(text).toBeFocused()
    await expect.poll(scrolled, 'the selected words stay where they were').toBe(before)
  })

  test('reaches the tools of a table', async ({ ownerPage: page }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('/table')
    await page.keyboard.press('Enter')
    await expect(text.locator('td, th')).toHaveCount(9)
    await page.keyboard.press('Alt+F10')
    await expect(page.getByRole('button', { name: 'Add row above' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(text.locator('td, th')).toHaveCount(12)
    await page.keyboard.press('Alt+F10')
    await expect(tool(page, 'Undo')).toBeFocused()
    await page.keyboard.press('Alt+F10')
    await expect(tool(page, 'Undo')).not.toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(text.locator('table')).toHaveCount(0)
    await expect(text, 'when the tools go with the table').toBeFocused()
  })

  test('reaches the tools behind a field of text', async ({ ownerPage: page }) => {
    await openNewNote(page)
    await page.keyboard.type('```js a')
    const bar = page.getByRole('toolbar', { name: 'Code block' })
    const field = bar.getByLabel('File name')
    await expect(field).toBeVisible()
    await page.keyboard.press('Alt+F10')
    await expect(bar.getByRole('combobox', { name: 'Language' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('ab')
    await page.keyboard.press('ArrowLeft')
    await expect(field).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(field).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(bar.getByRole('button', { name: 'Mark lines' })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await expect(bar.getByRole('combobox', { name: 'Language' })).toBeFocused()
  })

  test('leaves the text with Tab, but in a list only after Escape', async ({ ownerPage: page }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('word')
    await page.keyboard.press('Tab')
    await expect(text).not.toBeFocused()
    await text.click()
    await page.keyboard.press('Enter')
    await page.keyboard.type('- one\ntwo')
    await page.keyboard.press('Tab')
    await expect(text.locator('li li')).toHaveText('two')
    await page.keyboard.press('Tab')
    await expect(text).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(text).not.toBeFocused()
    for (const wide of ['<pre><code>WORD</code></pre>', '<table><tr><td>WORD</td></tr></table>']) {
      await text.focus()
      await selectAll(page)
      await paste(text, { 'text/html': wide.replace('WORD', 'wide'.repeat(60)) })
      await page.keyboard.press('Escape')
      await page.keyboard.press('Tab')
      await expect(page.getByLabel('Technologies'), 'past what scrolls in the text').toBeFocused()
    }
  })

  test('ticks a task', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('[ ] tea')
    await expect(text.getByRole('listitem')).toMatchAriaSnapshot(
      '- listitem:\n  - /children: equal\n  - checkbox "tea"\n  - paragraph: tea',
    )
    const box = text.getByRole('checkbox')
    await expect(box).not.toBeChecked()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(box).toBeChecked()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(box).not.toBeChecked()
    await page.keyboard.press('ControlOrMeta+Enter')
    expect(await stored(page, elsewhere)).toMatch(/<li data-checked="true" [^>]*>.*<p>tea<\/p>/)
  })

  test('saves the last word with Ctrl+S', async ({ ownerPage: page, elsewhere }) => {
    const note = await elsewhere.makeNote({ title: TITLE })
    await page.goto(`/note/update/${note._id}`)
    await textOf(page).click()
    await page.keyboard.type('the last word')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByRole('status').filter({ hasText: /^Saved\. Changes not published$/ })).toBeVisible()
    await page.reload()
    await expect(textOf(page)).toHaveText('the last word')
  })
})

test.describe('the screen', () => {
  test('has no fault axe would find, light and dark', async ({ ownerPage: page }) => {
    // Four accessibility scans of an entire screen, and six of a dialog.
    test.slow()
    const text = await openNewNote(page)
    await page.keyboard.type(`\`\`\`ts ${'wide '.repeat(30)}`)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('## Title\nword [x](/x)\n- one\n\n[ ] task\n\n')
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.type('/')
    await expect(page.getByRole('listbox', { name: 'Blocks' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.type('tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('toolbar', { name: 'Table' })).toBeVisible()
    for (const heading of ['one', 'two', 'three']) {
      await page.keyboard.type(heading)
      await page.keyboard.press('Tab')
    }
    await expectAccessibleInBothSchemes(page)
    for (const name of ['Text colour', 'Text language', 'Link', 'Image', 'Video', 'Keyboard help']) {
      await tool(page, name).click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expectAccessibleInBothSchemes(page, '[role="dialog"]')
      await page.keyboard.press('Escape')
    }
    await paste(text, {}, [{ name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') }])
    await expect(page.getByText('a.svg is not a picture we can show').last()).toBeVisible()
    // This machine is no server that a picture is fetched from.
    await paste(text, {
      'text/html': '<p>A cup <img src="https://127.0.0.1:9/cup.png" alt="White, with tea in it"></p>',
    })
    const told = page.getByRole('paragraph').filter({ hasText: 'One picture could not be copied' })
    await expect(told).toContainText('stays on its server.')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Leave it there' }).click()
    await expect(told).toBeHidden()
    await expect(text).toBeFocused()
  })

  test('fits a phone, with every tool in reach', async ({ ownerPage: page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openNewNote(page)
    await page.keyboard.type('word')
    expect(await overflow(page)).toBe(0)
    // What is used most, without scrolling.
    for (const name of ['Bold', 'Italic', 'Link', 'Bullet list', 'Image', 'Undo']) {
      await expect(tool(page, name)).toBeInViewport({ ratio: 1 })
    }
    await expect(toolbar(page).getByRole('combobox', { name: 'Header' })).toBeInViewport({ ratio: 1 })
    await tool(page, 'Link').click()
    const dialog = page.getByRole('dialog', { name: 'Link' })
    await expect(dialog.getByLabel('Address')).toBeInViewport()
    const box = await dialog.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
    expect(await overflow(page)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(textOf(page)).toBeFocused()
    // A button must not move away while it is pressed, when the text loses the focus.
    await page.keyboard.type(' and nine more, so that the count is longer')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.waitForURL('/myblog')
  })

  test('moves blocks by keys, by their handle, and step by step', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('one\ntwo\nthree\nfour')
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await expect(text.locator('p').nth(2)).toHaveText('four')
    await expect(page.locator('.editor').getByRole('status')).toContainText('Moved up.')

    const handle = page.getByRole('button', { name: 'Move block' })
    const [first, third] = [text.locator('p').nth(0), text.locator('p').nth(2)]
    await first.hover()
    await handle.hover()
    await page.mouse.down()
    const end = await third.boundingBox()
    await page.mouse.move(end?.x ?? 0, (end?.y ?? 0) + (end?.height ?? 0) - 2, { steps: 4 })
    await expect(page.locator('.editor-drop-line')).toBeVisible()
    await page.mouse.up()
    await expect(text.locator('p')).toHaveText(['two', 'four', 'one', 'three'])

    await text.locator('p').nth(3).hover()
    await handle.click()
    const menu = page.getByRole('dialog', { name: 'Block' })
    await expectAccessible(page)
    await menu.getByRole('button', { name: 'Move up' }).click()
    await menu.getByRole('button', { name: 'Move up' }).click()
    await page.keyboard.press('Escape')
    expect(await stored(page, elsewhere)).toBe('<p>two</p><p>three</p><p>four</p><p>one</p>')
  })

  test('finds words and replaces them, as one step', async ({ ownerPage: page, elsewhere }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('One cat, **two** Cats.\nNo dog, one caf\u00e9.')
    await page.keyboard.press('ControlOrMeta+f')
    const bar = page.getByRole('search', { name: 'Find and replace' })
    await expect(bar.getByLabel('Find', { exact: true })).toBeFocused()
    await page.keyboard.type('cat')
    await expect(bar.getByRole('status')).toHaveText('1 of 2')
    await page.keyboard.press('Enter')
    await expect(bar.getByRole('status')).toHaveText('2 of 2')
    await expect(text.locator('.ProseMirror-active-search-match')).toHaveText('Cat')
    // As file names of macOS are copied; the text has it composed.
    await bar.getByLabel('Find', { exact: true }).fill('cafe\u0301')
    await expect(bar.getByRole('status')).toHaveText('1 of 1')
    await bar.getByLabel('Find', { exact: true }).fill('cat')
    await expect(bar.getByRole('status')).toHaveText('1 of 2')
    const matchCase = bar.getByLabel('Match case')
    expect((await matchCase.boundingBox())?.width).toBeGreaterThanOrEqual(13)
    await matchCase.check()
    await expect(bar.getByRole('status')).toHaveText('1 of 1')
    await matchCase.uncheck()
    await bar.getByLabel('Replace with').fill('$& fox')
    await bar.getByRole('button', { name: 'Replace all' }).click()
    await expect(bar.getByRole('status')).toHaveText('2 replaced')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text).toContainText('One cat, two Cats.')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    expect(await stored(page, elsewhere)).toBe(
      '<p>One $&amp; fox, <strong>two</strong> $&amp; foxs.</p><p>No dog, one caf\u00e9.</p>',
    )
  })

  test('finds first what follows the caret, and goes on at the start after the end', async ({ ownerPage: page }) => {
    const text = await openNewNote(page)
    await page.keyboard.type('a cat\na cat\na cat')
    const bar = page.getByRole('search', { name: 'Find and replace' })
    const field = bar.getByLabel('Find', { exact: true })
    const found = bar.getByRole('status')
    await text
      .locator('p')
      .nth(1)
      .dblclick({ position: { x: 2, y: 8 } })
    await expect.poll(() => selectedText(page)).toBe('a')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => selectedText(page)).toBe('')
    await page.keyboard.press('ControlOrMeta+f')
    await expect(field).toBeFocused()
    await page.keyboard.type('cat')
    await expect(found).toHaveText('2 of 3')
    await page.keyboard.press('Escape')
    // What is selected is what is looked for, and itself the first.
    await expect.poll(() => selectedText(page)).toBe('cat')
    await expect(text).toBeFocused()
    await page.keyboard.press('ControlOrMeta+f')
    await expect(field).toBeFocused()
    await expect(found).toHaveText('2 of 3')
    for (const next of ['3 of 3', '1 of 3']) {
      await page.keyboard.press('Enter')
      await expect(found).toHaveText(next)
    }
    // Asked for once more from the text, it is there to be typed into.
    await text.locator('p').first().click()
    await page.keyboard.press('ControlOrMeta+f')
    await expect(field).toBeFocused()
    await page.keyboard.type('a cat')
    await expect(field).toHaveValue('a cat')
  })

  const BLOCKS = [
    ['Code block', '```ts const a = 1', 'pre'],
    ['Callout', '/tip\nMind the gap', 'aside'],
    ['Table', '/table\n', 'table'],
  ] as const
  test('shows the tools of a block over no words beside it, on a phone and on a desk', async ({ ownerPage: page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    const text = await openNewNote(page)
    const line = 'Words that go from one side to the other. '.repeat(6)
    for (const [, typed, selector] of BLOCKS) {
      await page.keyboard.type(`${line}\n`)
      await page.keyboard.type(typed)
      await expect(text.locator(selector)).toBeVisible()
      await text.locator('p').last().click()
      await page.keyboard.press('ControlOrMeta+End')
    }
    await page.keyboard.type(line)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      for (const [name, , selector] of BLOCKS) {
        const block = text.locator(selector)
        const bar = page.getByRole('toolbar', { name })
        const covered = () => bar.evaluate(textsUnder, selector)
        await block.click()
        await expect(bar).toBeInViewport({ ratio: 1 })
        await expect.poll(covered).toEqual([])
        // Where the toolbar leaves no room above it.
        await block.evaluate((element) =>
          window.scrollBy({ top: element.getBoundingClientRect().top - 100, behavior: 'instant' }),
        )
        await expect(bar).toBeInViewport({ ratio: 1 })
        if (name !== 'Table') await expect.poll(covered).toEqual([])
      }
    }
  })

  test('keeps the bar of a picture in sight that is higher than the window', async ({ ownerPage: page }) => {
    await page.setViewportSize({ width: 390, height: 600 })
    const text = await openNewNote(page)
    await paste(text, {}, [{ name: 'a.png', type: 'image/png', bytes: await png({ width: 300, height: 2000 }) }])
    const picture = text.locator('img[src^="/media/"]')
    await expect(picture).toHaveCount(1)
    await picture.click()
    const bar = page.getByRole('toolbar', { name: 'Picture' })
    await picture.evaluate((image) =>
      window.scrollBy({ top: image.getBoundingClientRect().top + 600, behavior: 'instant' }),
    )
    await expect(bar).toBeInViewport({ ratio: 1 })
  })

  test('shows code whole again at the beginning of the line after a long one', async ({ ownerPage: page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const text = await openNewNote(page)
    await page.keyboard.type('```ts')
    await page.keyboard.press('Enter')
    await page.keyboard.type(`const long = '${'word '.repeat(15)}'`)
    const scrolled = () => text.locator('pre').evaluate(({ scrollLeft }) => scrollLeft)
    await expect.poll(scrolled).toBeGreaterThan(50)
    await page.keyboard.press('Enter')
    await page.keyboard.type('x')
    await expect.poll(scrolled).toBe(0)
  })

  test('keeps the bar of long code off its line and off what the form says of saving', async ({ ownerPage: page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const text = await openNewNote(page)
    await paste(text, { 'text/html': `<pre><code>${'a line of code\n'.repeat(60)}</code></pre><p>End</p>` })
    const bar = page.getByRole('toolbar', { name: 'Code block' })
    const code = text.locator('pre')
    for (const from of [0, 400, 700, 1000]) {
      await code.evaluate((pre, from) => {
        window.scrollBy({ top: pre.getBoundingClientRect().top + from - 300, behavior: 'instant' })
      }, from)
      // Never near the last one: a third click at once selects the whole block.
      await page.mouse.click(100 + from / 10, 500)
      await expect(bar).toBeInViewport({ ratio: 1 })
      const covered = () =>
        bar.evaluate((element) => {
          const own = element.getBoundingClientRect()
          const line = getSelection()?.getRangeAt(0).getBoundingClientRect()
          const saving = document.querySelector('.save-bar')?.getBoundingClientRect()
          return [line, saving].map((other) => other && own.top < other.bottom && own.bottom > other.top)
        })
      await expect.poll(covered, `scrolled by ${from}`).toEqual([false, false])
    }
  })

  test('keeps the handle of a block in sight that begins above the window', async ({ ownerPage: page }) => {
    await page.setViewportSize({ width: 1280, height: 700 })
    const text = await openNewNote(page)
    await paste(text, { 'text/html': `<pre><code>${'a line of code\n'.repeat(80)}</code></pre><p>End</p>` })
    await text
      .locator('pre')
      .evaluate((pre) => window.scrollBy({ top: pre.getBoundingClientRect().top + 700, behavior: 'instant' }))
    await page.mouse.move(600, 400)
    await expect(page.getByRole('button', { name: 'Move block' })).toBeInViewport({ ratio: 1 })
  })

  for (const { width, height } of [
    { width: 390, height: 430 },
    { width: 1280, height: 720 },
  ]) {
    test(`tells of its pictures beside the caret, however long the text is, at ${width} pixels`, async ({
      ownerPage: page,
    }) => {
      await page.setViewportSize({ width, height })
      const text = await openNewNote(page)
      await paste(text, { 'text/html': `${'<p>A paragraph of its own.</p>'.repeat(120)}` })
      await page.keyboard.press('ControlOrMeta+End')
      const message = 'The picture could not be stored. Try again in a moment.'
      const { held, release } = hold()
      await page.route(
        '**/api/media/new',
        async (route) => {
          await held
          await route.fulfill({ status: 503, json: { message, error: message } })
        },
        { times: 1 },
      )
      await paste(text, {}, [{ name: 'a.png', type: 'image/png', bytes: await png() }])
      await page.keyboard.type('The last line')
      await expect(page.locator('.editor-notice')).toHaveText('Uploading a.png …')
      await expect(page.locator('.editor-notice')).toBeInViewport({ ratio: 1 })
      release()
      const alert = page.locator('.editor').getByRole('alert')
      await expect(alert).toContainText(`a.png was not uploaded. ${message}`)
      await expect(alert).toBeInViewport({ ratio: 1 })
      const isCaretClear = () =>
        alert.evaluate((element) => {
          const line = getSelection()?.getRangeAt(0).getBoundingClientRect()
          const { bottom } = element.getBoundingClientRect()
          return line !== undefined && line.top >= bottom && line.bottom <= innerHeight
        })
      await expect.poll(isCaretClear).toBe(true)
      await alert.getByRole('button', { name: 'Remove the picture' }).click()

      await paste(text, { 'text/html': '<p>A cup <img src="https://127.0.0.1:9/cup.png" alt="White, with tea"></p>' })
      await expect(page.getByText(/^One picture could not be copied/).first()).toBeInViewport({ ratio: 1 })
      await page.getByRole('button', { name: 'Leave it there' }).click()
      await paste(text, {}, [{ name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') }])
      await expect(page.locator('.editor-notice')).toContainText('a.svg is not a picture we can show')
      await expect(page.locator('.editor-notice')).toBeInViewport({ ratio: 1 })
    })
  }

  test('looks as the published page does', async ({ ownerPage: page, elsewhere }) => {
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
    expect(await isCodeSeen(textOf(page))).toBe(true)
    const look = (root: Locator) =>
      root.locator('h2, h2 + p').evaluateAll((blocks) =>
        blocks.map((block) => {
          const { fontFamily, fontSize, lineHeight, color } = getComputedStyle(block)
          const { width, height } = block.getBoundingClientRect()
          return { fontFamily, fontSize, lineHeight, color, width, height }
        }),
      )
    const writing = await look(textOf(page))
    await stored(page, elsewhere)
    await page.getByRole('link', { name: 'Read' }).first().click()
    await expect(page.getByRole('heading', { level: 2, name: 'Title' })).toBeVisible()
    expect(await look(page.locator('.rich-text'))).toEqual(writing)
    expect(await isCodeSeen(page.locator('.rich-text'))).toBe(true)
  })
})

test('no public page loads the editor', async ({ page, baseURL }) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text().catch(() => ''))
  })
  const note = await (await page.request.get('/api/note')).json()
  const post = await (await page.request.get('/api/post')).json()
  const paths = [
    '/',
    '/projects',
    '/myblog',
    '/about',
    '/signin',
    '/signup',
    `/note/${note[0]._id}`,
    `/post/${post[0]._id}`,
  ]
  for (const path of paths) await page.goto(new URL(path, baseURL).href, { waitUntil: 'load' })
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of await Promise.all(scripts)) expect(script).not.toContain('ProseMirror')
})
