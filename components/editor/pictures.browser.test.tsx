import { describe, expect, it } from 'vitest'
import {
  answerCalls,
  byRole,
  byText,
  calls,
  expectAccessible,
  find,
  locate,
  PICTURE_URL,
  pngFile,
  press,
  refused,
  type,
} from '@/tests/support/component'
import { announced, bar, dialog, html, openEditor, paste, text, tool } from '@/tests/support/component-editor'
import { hold } from '@/tests/support/hold'

const MESSAGE = 'The picture could not be stored. Try again in a moment.'
const alert = () => byRole('alert')
const stored = (number: number) => `/media/${number}.png`

/** Stores what is sent, but not the first `failures`. */
function store(failures = 0): void {
  let sent = 0
  answerCalls({
    'POST /api/media/new': () => {
      sent += 1
      if (sent <= failures) return refused(503, MESSAGE)
      return { status: 201, body: { _id: `${sent}`, url: stored(sent), width: 64, height: 48, message: 'Stored.' } }
    },
    'POST /api/media/copy': () => refused(422, 'There is no picture.'),
  })
}

const pictures = () => text().element().querySelectorAll('img[src^="/media/"]').length

/** Cuts what is selected; answers what is on the clipboard then. */
function cut(): string {
  const clipboardData = new DataTransfer()
  text()
    .element()
    .dispatchEvent(new ClipboardEvent('cut', { clipboardData, bubbles: true, cancelable: true }))
  return clipboardData.getData('text/html')
}

/** Selects the picture of the text, as a click on it does. */
async function selectPicture() {
  await (await locate('.editor-text img[src^="/media/"]')).click({ force: true })
  await expect.element(bar('Picture')).toBeVisible()
}

describe('pictures', () => {
  it('of a kind no page shows are refused before they are sent', async () => {
    store()
    await openEditor()
    paste({}, [new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })])
    await expect.element(byText('a.svg is not a picture we can show').first()).toBeVisible()
    await expect.element(text()).toHaveFocus()
    expect(calls).toEqual([])
  })

  it('are pasted and dropped, and never stored as data', async () => {
    store()
    await openEditor()
    await type('word')
    const file = await pngFile()
    paste({}, [file])
    await expect.poll(pictures).toBe(1)
    const data = btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())))
    paste({ 'text/html': `<img src="data:image/png;base64,${data}" alt="b">` })
    await expect.poll(pictures).toBe(2)
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(file)
    const { left, top } = find('.editor-text p').getBoundingClientRect()
    const at = { clientX: left + 5, clientY: top + 5 }
    find('.editor-text p').dispatchEvent(
      new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...at }),
    )
    await expect.poll(pictures).toBe(3)
    expect(html()).not.toContain('data:')
  })

  it('are chosen by a button, and inserted once they are ready', async () => {
    store()
    await openEditor('<p>word</p>')
    await press('End')
    await tool('Image').click()
    await expect.element(dialog('Image').getByRole('button', { name: 'Choose a picture' })).toHaveFocus()
    await dialog('Image')
      .getByLabelText('Picture file')
      .upload(await pngFile())
    // Not “Preparing a.png …”.
    await expect.element(dialog('Image').getByRole('status')).toHaveTextContent(/^a\.png$/)
    await dialog('Image').getByLabelText('Alt text').fill('A pattern')
    await dialog('Image').getByRole('button', { name: 'Insert picture' }).click()
    await expect.poll(html).toBe(`<p>word</p><p><img src="${stored(1)}" alt="A pattern" width="64" height="48"></p>`)
  })

  it('are chosen from the stored ones by the keyboard, with their description or another one', async () => {
    const offer = (number: number, alt: string) => ({
      ...{ _id: `id-${number}`, url: stored(number), preview: PICTURE_URL, width: 64, height: 48, alt },
    })
    let isUp = false
    answerCalls({
      'GET /api/media': ({ url: { searchParams } }) => {
        if (!isUp) return refused(503, 'Later.')
        const pictures = [offer(1, 'A kettle'), offer(2, '')].filter(({ alt }) =>
          alt.includes(searchParams.get('filter') ?? ''),
        )
        return searchParams.get('page') === '2'
          ? { body: { pictures: [offer(3, 'An old cup')], total: 25 } }
          : { body: { pictures, total: searchParams.get('filter') ? pictures.length : 25 } }
      },
    })
    await openEditor('<p>word</p>')
    await press('End')
    const open = async () => {
      await tool('Image').click()
      dialog('Image').getByRole('button', { name: 'Choose a stored picture' }).element().focus()
      await press('Enter')
      if (!isUp) {
        await expect.element(dialog('Stored pictures').getByRole('alert')).toHaveTextContent('Later.')
        isUp = true
        await dialog('Stored pictures').getByRole('button', { name: 'Try again' }).click()
      }
      await expect.element(dialog('Stored pictures').getByText('Pictures 1 to 2 of 25')).toBeVisible()
    }
    await open()
    await expectAccessible(dialog('Stored pictures'))
    await press('Escape')
    await expect.element(dialog('Stored pictures')).not.toBeInTheDocument()
    await expect.element(dialog('Image').getByRole('button', { name: 'Choose a stored picture' })).toHaveFocus()
    await press('Enter')
    await type('tea\n')
    await expect.element(dialog('Stored pictures').getByText('No description contains “tea”.')).toBeVisible()
    await dialog('Stored pictures').getByRole('searchbox').fill('kettle')
    await expect.element(dialog('Stored pictures').getByText('1 picture', { exact: true })).toBeVisible()
    await press('Tab')
    await press('Enter')
    await expect.element(dialog('Image').getByRole('status')).toHaveTextContent('A kettle')
    await expect.element(dialog('Image').getByLabelText('Alt text')).toHaveValue('A kettle')
    await dialog('Image').getByRole('button', { name: 'Insert picture' }).click()
    const first = `<p>word</p><p><img src="${stored(1)}" alt="A kettle" width="64" height="48"></p>`
    await expect.poll(html).toBe(first)

    await open()
    await dialog('Stored pictures').getByRole('button', { name: 'Older' }).click()
    await dialog('Stored pictures').getByRole('button', { name: 'An old cup' }).click()
    await dialog('Image').getByLabelText('Alt text').fill('Mine')
    await dialog('Image').getByRole('button', { name: 'Choose a stored picture' }).click()
    await dialog('Stored pictures').getByRole('button', { name: 'Picture id-2' }).click()
    await expect.element(dialog('Image').getByLabelText('Alt text')).toHaveValue('Mine')
    await dialog('Image').getByRole('button', { name: 'Insert picture' }).click()
    await expect.poll(html).toContain(`<img src="${stored(2)}" alt="Mine" width="64" height="48">`)
  })

  it('that fail say why, keep the text, can be tried again, and get their alt text and width in place', async () => {
    store(1)
    await openEditor()
    await type('word')
    paste({}, [await pngFile()])
    await expect.element(alert()).toHaveTextContent(`a.png was not uploaded. ${MESSAGE}`)
    await expect.element(text()).toHaveTextContent('word')
    await alert().getByRole('button', { name: 'Try again' }).click()
    await expect.poll(pictures).toBe(1)
    await expect.element(alert()).not.toBeInTheDocument()

    const missing = byRole('button', { name: '1 picture has no description' })
    await missing.click()
    await bar('Picture').getByLabelText('Alt text').fill('Later')
    await expect.element(missing).not.toBeInTheDocument()
    await bar('Picture').getByRole('combobox', { name: 'Width' }).selectOptions('Half')
    expect(html()).toBe(
      `<p>word</p><p><img src="${stored(2)}" alt="Later" width="64" height="48" style="width: 50%;"></p>`,
    )
  })

  it('that are being uploaded are in the text, get their alt text there, and may be cut, pasted and undone', async () => {
    const { held, release } = hold()
    answerCalls({
      'POST /api/media/new': () =>
        held.then(() => ({
          status: 201,
          body: { _id: '1', url: stored(1), width: 64, height: 48, message: 'Stored.' },
        })),
    })
    await openEditor('<p>One.</p><p>Two.</p>')
    await press('End')
    paste({}, [await pngFile()])
    const waiting = () => text().element().querySelectorAll('img[src^="blob:"]').length
    await expect.poll(waiting).toBe(1)
    await expect.element(text().getByText('Uploading a.png …')).toBeVisible()
    await (await locate('.editor-text img[src^="blob:"]')).click({ force: true })
    await bar('Picture').getByLabelText('Alt text').fill('A pattern')
    expect(html()).toBe('<p>One.</p><p>Two.</p>')
    text().element().focus()
    cut()
    await expect.poll(waiting).toBe(0)
    await press('ControlOrMeta+z')
    await expect.poll(waiting).toBe(1)
    const copied = cut()
    await press('ControlOrMeta+End')
    paste({ 'text/html': copied })
    await expect.poll(waiting).toBe(1)
    release()
    await expect.poll(pictures).toBe(1)
    expect(html()).toContain(`Two.</p>`)
    expect(html()).toContain(`<img src="${stored(1)}" alt="A pattern" width="64" height="48">`)
    await expect.element(text().getByText('Uploading a.png …')).not.toBeInTheDocument()
  })

  it('of another server that cannot be copied are named, and may stay there', async () => {
    store()
    await openEditor()
    paste({ 'text/html': '<p>A cup <img src="https://example.com/cup.png" alt="White, with tea in it"></p>' })
    const notice = byRole('paragraph').filter({ hasText: 'One picture could not be copied' })
    await expect.element(notice).toHaveTextContent('stays on its server.')
    await byRole('button', { name: 'Leave it there' }).click()
    await expect.element(notice).not.toBeInTheDocument()
    await expect.element(text()).toHaveFocus()
    expect(html()).toContain('<img src="https://example.com/cup.png"')
  })

  it('get a caption, a width and a side', async () => {
    store()
    await openEditor()
    paste({}, [await pngFile()])
    await selectPicture()
    await bar('Picture').getByRole('button', { name: 'Caption' }).click()
    await expect.element(text()).toHaveFocus()
    await type('A pattern')
    await bar('Picture').getByRole('combobox', { name: 'Width' }).selectOptions('Small')
    await bar('Picture').getByRole('combobox', { name: 'Placement' }).selectOptions('Right')
    expect(html()).toBe(
      `<figure data-width="small" data-align="right"><img src="${stored(1)}" width="64" height="48"><figcaption>A pattern</figcaption></figure>`,
    )
  })
})

it('replaces a picture by the keyboard, with its words and width; a failure leaves the old one', async () => {
  await openEditor(`<p><img src="${stored(9)}" alt="A pattern" width="64" height="48" style="width: 50%;"></p>`)
  const replace = async (name: string) => {
    await selectPicture()
    const placement = bar('Picture').getByRole('combobox', { name: 'Placement' })
    placement.element().focus()
    await press('ArrowRight')
    await expect.element(bar('Picture').getByRole('button', { name: 'Replace picture…' })).toHaveFocus()
    await press('Enter')
    const form = dialog('Replace picture')
    await expect.element(form.getByRole('button', { name: 'Choose a picture' })).toHaveFocus()
    await form.getByLabelText('Picture file').upload(await pngFile(name))
    await expect.element(form.getByRole('status')).toHaveTextContent(new RegExp(`^${name}$`))
    form.getByRole('button', { name: 'Replace picture' }).element().focus()
    await press('Enter')
    await expect.element(form).not.toBeInTheDocument()
  }
  const source = () => find('.editor-text img[src]').getAttribute('src')
  store(1)
  await replace('b.png')
  await expect.element(alert()).toHaveTextContent(`b.png was not uploaded. ${MESSAGE}`)
  await alert().getByRole('button', { name: 'Keep the old picture' }).click()
  await expect.element(alert()).not.toBeInTheDocument()
  expect(source()).toBe(stored(9))

  store(1)
  await replace('c.png')
  await alert().getByRole('button', { name: 'Try again' }).click()
  await expect.poll(source).toBe(stored(2))
  await expect.element(announced()).toHaveTextContent('c.png is in the text.')
  await press('ControlOrMeta+z')
  await expect.poll(source).toBe(stored(9))
  await press('ControlOrMeta+Shift+z')
  await expect
    .poll(html)
    .toBe(`<p><img src="${stored(2)}" alt="A pattern" width="64" height="48" style="width: 50%;"></p>`)
})
